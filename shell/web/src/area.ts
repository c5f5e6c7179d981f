/** A text in both languages, as area.json holds them. */
export interface Title {
  en: string;
  pt: string;
}

export interface MenuEntry {
  path: string;
  title: Title;
  description?: Title;
  audience: 'public' | 'staff';
  /** Any one of them opens the screen; staff only. */
  roles?: string[];
  /** Path below the area's api that answers `{ count }`. */
  waiting?: string;
}

/** A kind of documents that people own, as the area's service answers for it. */
export interface DocumentKind {
  /** Path below the area's api: `/v1/triptic/trip`. */
  path: string;
  title: Title;
  /** What the roles of these documents begin with: `triptic-trip`. */
  roles: string;
  /** The officers' page of a document, without its id. */
  screen: string;
}

/** A deployed remote as the registry describes it. */
export interface Area {
  name: string;
  title: Title;
  description?: Title;
  prefixes: string[];
  api: string;
  kit: number;
  menu: MenuEntry[];
  verification?: string[];
  kinds: DocumentKind[];
  version: string;
  /** Name under which the entry registers itself in the page. */
  global: string;
  entry: string;
  /** Hash of every script and stylesheet by its path. */
  integrity: Record<string, string>;
  preload?: string[];
}

export interface Registry {
  generation: number;
  areas: Area[];
  /** Says that this is not the newest state, and why. */
  notice?: string;
}
