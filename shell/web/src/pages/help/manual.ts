/** The manual as chapters and parts: what the shell, each area's screens and each area's service say, for one reader. Nothing here knows an area. */
import { type AreaHelp, type Bilingual, foldName, type HelpAction, type HelpKind, type HelpPart, nameWords } from '@portal/contract-kit';
import type { MenuEntry } from '../../area.ts';

/** Where a chapter comes from. */
export interface ChapterSource {
  name: string;
  title: Bilingual | string;
  menu: readonly MenuEntry[];
  /** Where its pictures are. */
  pictures: string;
  /** What its screens say; undefined where they do not answer. */
  help: AreaHelp | undefined;
  /** What its service says; undefined where it does not answer. */
  kinds: readonly HelpKind[] | undefined;
}

/** A part that the reader sees. */
export interface ShownPart {
  /** `mf-licences/verify`: its address below `/staff/help`. */
  id: string;
  title: Bilingual;
  part?: HelpPart;
  /** What the workflow says of the actions that it explains. */
  actions: HelpAction[];
  /** It is about a whole kind of document. */
  kind?: HelpKind;
}

export interface Chapter {
  name: string;
  title: Bilingual | string;
  pictures: string;
  parts: ShownPart[];
  /** Something of it is missing. */
  incomplete: boolean;
  /** What an action of its kinds is called. */
  label(action: string): Bilingual | undefined;
}

/** What may stand in an address in place of a parameter of a route. */
const within = (route: string, address: string): number => {
  const [wanted, given] = [route, address].map((path) => path.split('/').filter(Boolean));
  if (!wanted || !given || wanted.length !== given.length) return -1;
  return wanted.every((each, i) => each.startsWith(':') || each === given[i]) ? wanted.filter((each) => !each.startsWith(':')).length : -1;
};

/** How well a part explains a screen; -1 where it does not. */
const fit = ({ screens = [] }: HelpPart, address: string): number => Math.max(-1, ...screens.map((route) => within(route, address)));

/** The menu entry that a screen belongs to: the longest beginning of its address. */
const entryOf = (menu: readonly MenuEntry[], screen: string | undefined): MenuEntry | undefined =>
  menu
    .filter(({ audience, path }) => audience === 'staff' && screen !== undefined && (screen === path || screen.startsWith(`${path}/`)))
    .sort((one, other) => other.path.length - one.path.length)[0];

function isFor(part: HelpPart, { menu, kinds }: ChapterSource, hasAnyRole: (roles: readonly string[]) => boolean): boolean {
  if (part.roles) return part.roles.length === 0 || hasAnyRole(part.roles);
  const { actions } = part;
  // A service that is down does not tell who may do what: then the part is shown.
  if (actions)
    return kinds === undefined || kinds.some(({ kind, actions: theirs }) => kind === actions.kind && theirs.some(({ name }) => actions.names.includes(name)));
  return hasAnyRole(entryOf(menu, part.screens?.[0])?.roles ?? []);
}

/** A chapter, as far as the reader's roles go. */
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

/** The part that explains a screen, the best of those that the reader sees. */
export function partOfScreen(chapters: readonly Chapter[], address: string): ShownPart | undefined {
  let best: { part: ShownPart; fit: number } | undefined;
  for (const shown of chapters.flatMap(({ parts }) => parts)) {
    const fits = shown.part ? fit(shown.part, address) : -1;
    if (fits > (best?.fit ?? -1)) best = { part: shown, fit: fits };
  }
  return best?.part;
}

/** How texts are said to the reader. */
export interface Speech {
  text(words: Bilingual): string;
  /** A word of the kit. */
  kit(key: string): string;
}

/** What a text of the manual says, with the names of actions and buttons in place. */
export const inWords = (chapter: Chapter, words: Bilingual, { text, kit }: Speech): string =>
  nameWords(
    text(words),
    (action) => {
      const label = chapter.label(action);
      return label && text(label);
    },
    kit,
  );

/** Everything that a part says, as one text to search in. */
function contentOf(chapter: Chapter, { title, part, actions, kind }: ShownPart, speech: Speech): string {
  const words = [title, ...(part?.about ?? []), ...(part?.steps ?? []), ...actions.flatMap(({ label, asks }) => [label, ...asks]), ...(kind?.statuses ?? [])];
  return words.map((each) => inWords(chapter, each, speech)).join(' ');
}

export interface Found {
  chapter: Chapter;
  shown: ShownPart;
}

/** The parts that have every word of a text, those with a word in their title first. */
export function searchManual(chapters: readonly Chapter[], asked: string, speech: Speech): Found[] {
  const words = foldName(asked).split(' ').filter(Boolean);
  if (words.length === 0) return [];
  const has = (content: string): boolean => words.every((word) => foldName(content).includes(word));
  const found = chapters.flatMap((chapter) => chapter.parts.filter((shown) => has(contentOf(chapter, shown, speech))).map((shown) => ({ chapter, shown })));
  const inTitle = ({ shown }: Found): number => (words.some((word) => foldName(speech.text(shown.title)).includes(word)) ? 0 : 1);
  return found.sort((one, other) => inTitle(one) - inTitle(other));
}
