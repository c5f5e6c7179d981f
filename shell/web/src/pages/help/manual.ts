/**
 * Builds the manual of one reader as chapters and parts. The texts come from the shell, from each area's screens and from each area's service. Nothing here
 * depends on a certain area.
 */
import { type AreaHelp, type Bilingual, fillPlaceholders, foldName, type HelpAction, type HelpKind, type HelpPart } from '@portal/contract-kit';
import type { MenuEntry } from '../../area.ts';

/** The source of a chapter. */
export interface ChapterSource {
  name: string;
  title: Bilingual | string;
  menu: readonly MenuEntry[];
  /** Address of the folder with its pictures. */
  pictures: string;
  /** The texts of the area's screens; undefined if they could not be loaded. */
  help: AreaHelp | undefined;
  /** The kinds of documents that the area's service describes; undefined if it does not answer. */
  kinds: readonly HelpKind[] | undefined;
}

/** A part of the manual that the reader may see. */
export interface ShownPart {
  /** Address of the part below `/staff/help`, such as `mf-licences/verify`. */
  id: string;
  title: Bilingual;
  part?: HelpPart;
  /** The actions that the part explains, as the workflow describes them. */
  actions: HelpAction[];
  /** Set if the part describes a whole kind of document. */
  kind?: HelpKind;
}

export interface Chapter {
  name: string;
  title: Bilingual | string;
  pictures: string;
  parts: ShownPart[];
  /** Whether something is missing from the chapter. */
  incomplete: boolean;
  /** Returns the label of an action of the chapter's kinds. */
  label(action: string): Bilingual | undefined;
}

/** Returns how many segments of an address equal those of a route, not counting the route's parameters; -1 if the address does not match the route. */
const within = (route: string, address: string): number => {
  const [wanted, given] = [route, address].map((path) => path.split('/').filter(Boolean));
  if (!wanted || !given || wanted.length !== given.length) return -1;
  return wanted.every((each, i) => each.startsWith(':') || each === given[i]) ? wanted.filter((each) => !each.startsWith(':')).length : -1;
};

/** Returns how well a part explains a screen; -1 if it does not. */
const fit = ({ screens = [] }: HelpPart, address: string): number => Math.max(-1, ...screens.map((route) => within(route, address)));

/** Returns the menu entry to which a screen belongs: the one with the longest matching path. */
const entryOf = (menu: readonly MenuEntry[], screen: string | undefined): MenuEntry | undefined =>
  menu
    .filter(({ audience, path }) => audience === 'staff' && screen !== undefined && (screen === path || screen.startsWith(`${path}/`)))
    .sort((one, other) => other.path.length - one.path.length)[0];

function isFor(part: HelpPart, { menu, kinds }: ChapterSource, hasAnyRole: (roles: readonly string[]) => boolean): boolean {
  if (part.roles) return part.roles.length === 0 || hasAnyRole(part.roles);
  const { actions } = part;
  // A service that is down does not say who may do what. Show the part in that case.
  if (actions)
    return kinds === undefined || kinds.some(({ kind, actions: theirs }) => kind === actions.kind && theirs.some(({ name }) => actions.names.includes(name)));
  return hasAnyRole(entryOf(menu, part.screens?.[0])?.roles ?? []);
}

/** Builds a chapter with the parts that the reader's roles allow. */
export function chapterOf(source: ChapterSource, hasAnyRole: (roles: readonly string[]) => boolean): Chapter {
  const { name, title, pictures, help, kinds } = source;
  const all = (kinds ?? []).flatMap(({ actions }) => actions);
  const parts = (help?.parts ?? [])
    .filter((part) => isFor(part, source, hasAnyRole))
    .map((part): ShownPart => {
      const { actions: { kind: of, names } = { kind: '', names: [] } } = part;
      const theirs = kinds?.find(({ kind }) => kind === of)?.actions ?? [];
      return { id: `${name}/${part.id}`, title: part.title, part, actions: names.flatMap((each) => theirs.find((action) => action.name === each) ?? []) };
    });
  const ofKinds = (kinds ?? []).map((kind): ShownPart => ({ id: `${name}/${kind.kind}`, title: kind.title, actions: kind.actions, kind }));
  return {
    name,
    title,
    pictures,
    parts: [...parts, ...ofKinds],
    incomplete: help === undefined || kinds === undefined,
    label: (action) => all.find((each) => each.name === action)?.label,
  };
}

/** Returns the part that explains a screen best, among those that the reader sees. */
export function partOfScreen(chapters: readonly Chapter[], address: string): ShownPart | undefined {
  let best: { part: ShownPart; fit: number } | undefined;
  for (const shown of chapters.flatMap(({ parts }) => parts)) {
    const fits = shown.part ? fit(shown.part, address) : -1;
    if (fits > (best?.fit ?? -1)) best = { part: shown, fit: fits };
  }
  return best?.part;
}

/** Functions that give texts in the reader's language. */
export interface Speech {
  text(words: Bilingual): string;
  /** Returns a text of the web kit. */
  kit(key: string): string;
}

/** Returns a text of the manual in the reader's language, with the names of actions and buttons inserted. */
export const inWords = (chapter: Chapter, words: Bilingual, { text, kit }: Speech): string =>
  fillPlaceholders(
    text(words),
    (action) => {
      const label = chapter.label(action);
      return label && text(label);
    },
    kit,
  );

/** Returns everything that a part says as one text, for searching. */
function contentOf(chapter: Chapter, { title, part, actions, kind }: ShownPart, speech: Speech): string {
  const words = [title, ...(part?.about ?? []), ...(part?.steps ?? []), ...actions.flatMap(({ label, asks }) => [label, ...asks]), ...(kind?.statuses ?? [])];
  return words.map((each) => inWords(chapter, each, speech)).join(' ');
}

export interface FoundPart {
  chapter: Chapter;
  shown: ShownPart;
}

/** Returns the parts that contain every word of a text. Parts with a word in the title come first. */
export function searchManual(chapters: readonly Chapter[], asked: string, speech: Speech): FoundPart[] {
  const words = foldName(asked).split(' ').filter(Boolean);
  if (words.length === 0) return [];
  const has = (content: string): boolean => words.every((word) => foldName(content).includes(word));
  const found = chapters.flatMap((chapter) => chapter.parts.filter((shown) => has(contentOf(chapter, shown, speech))).map((shown) => ({ chapter, shown })));
  const inTitle = ({ shown }: FoundPart): number => (words.some((word) => foldName(speech.text(shown.title)).includes(word)) ? 0 : 1);
  return found.sort((one, other) => inTitle(one) - inTitle(other));
}
