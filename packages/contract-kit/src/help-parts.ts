/** What an area contributes to the staff manual: data that its remote exposes as `./help`, written with the texts of its own screens. */
import { type Bilingual, inBoth } from './language.ts';

/** A picture of a screen. An end-to-end test takes the picture: see CONTRIBUTING.md. */
export interface HelpPicture {
  /** Name of the file in the area's `src/help/pictures`, which holds `<file>.en.png` and `<file>.pt.png`. */
  file: string;
  alt: Bilingual;
  width: number;
  height: number;
}

/** A part of the manual, with its own address. */
export interface HelpPart {
  /** An id that is unique among the area's parts: small letters and dashes. */
  id: string;
  title: Bilingual;
  /**
   * The screens that the part explains, as routes: `/licenser/professional/:action/:id`. If several parts explain a screen, the one with the most specific
   * route is shown, and of equally specific ones the first.
   */
  screens?: readonly string[];
  /**
   * The roles that see this part; an empty list means everybody. Without `roles`, readers see the part if they may perform one of its `actions`; without
   * `actions`, if they may see the menu entry of the first screen.
   */
  roles?: readonly string[];
  about?: readonly Bilingual[];
  steps?: readonly Bilingual[];
  /** Actions that the part explains: the manual adds the description of each action from the workflow. */
  actions?: { kind: string; names: readonly string[] };
  picture?: HelpPicture;
}

export interface AreaHelp {
  parts: readonly HelpPart[];
}

const mark = /⟦([\w.:-]+)⟧/g;
const kit = 'kit:';

/** Returns a placeholder for the name of an action. The manual replaces the placeholder with the action's label in the workflow. */
export const actionPlaceholder = (action: string): Bilingual => inBoth(`⟦${action}⟧`);

/** Returns a placeholder for a text of the kit's own screens, such as the name of a button, by its key: `bulk.takeNext`. */
export const kitTextPlaceholder = (key: string): Bilingual => inBoth(`⟦${kit}${key}⟧`);

/** Returns the actions and the kit texts for which a text has placeholders. */
export function placeholdersIn(text: string): { actions: string[]; words: string[] } {
  const names = [...text.matchAll(mark)].map(([, name]) => name as string);
  return { actions: names.filter((name) => !name.startsWith(kit)), words: names.flatMap((name) => (name.startsWith(kit) ? [name.slice(kit.length)] : [])) };
}

/**
 * Replaces the placeholders of a text.
 * @param label returns the label of an action; if there is none, the action's name is shown
 * @param word returns a text of the kit
 */
export const fillPlaceholders = (text: string, label: (action: string) => string | undefined, word: (key: string) => string): string =>
  text.replace(mark, (_, name: string) => (name.startsWith(kit) ? word(name.slice(kit.length)) : (label(name) ?? name)));
