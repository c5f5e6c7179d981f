/** What an area adds to the manual of staff: data that its remote exposes as `./help`, written with the texts of its own screens. */
import { type Bilingual, inBoth } from './language.ts';

/** A picture of a screen. A journey takes it: see CONTRIBUTING.md. */
export interface HelpPicture {
  /** In `src/help/pictures` of the area, as `<file>.en.png` and `<file>.pt.png`. */
  file: string;
  alt: Bilingual;
  width: number;
  height: number;
}

/** A part of the manual, with an address of its own. */
export interface HelpPart {
  /** Of the area's parts: small letters and dashes. */
  id: string;
  title: Bilingual;
  /** The screens that it explains, as routes: `/licenser/professional/:action/:id`. Of several parts with a screen the first one counts. */
  screens?: readonly string[];
  /** Any one of these roles makes it the reader's. Without them the actions decide, and without these the menu entry of the first screen. */
  roles?: readonly string[];
  about?: readonly Bilingual[];
  steps?: readonly Bilingual[];
  /** Actions that it explains: what the workflow says of them is shown with it. */
  actions?: { kind: string; names: readonly string[] };
  picture?: HelpPicture;
}

export interface AreaHelp {
  parts: readonly HelpPart[];
}

const mark = /⟦([\w.:-]+)⟧/g;
const kit = 'kit:';

/** What an action is called, as the workflow of its kind says: the manual puts the label in its place. */
export const doing = (action: string): Bilingual => inBoth(`⟦${action}⟧`);

/** A word of the kit's own screens, such as the name of a queue, by its key: `bulk.takeNext`. */
export const kitWord = (key: string): Bilingual => inBoth(`⟦${kit}${key}⟧`);

/** The actions and the kit's words that a text names. */
export function namedIn(text: string): { actions: string[]; words: string[] } {
  const names = [...text.matchAll(mark)].map(([, name]) => name as string);
  return { actions: names.filter((name) => !name.startsWith(kit)), words: names.flatMap((name) => (name.startsWith(kit) ? [name.slice(kit.length)] : [])) };
}

/** Puts labels in place of what a text names. @param label of an action; its name is shown where there is none @param word of the kit */
export const nameWords = (text: string, label: (action: string) => string | undefined, word: (key: string) => string): string =>
  text.replace(mark, (_, name: string) => (name.startsWith(kit) ? word(name.slice(kit.length)) : (label(name) ?? name)));
