/** A text in both languages, as area.json holds them. */
export interface Title {
  en: string;
  pt: string;
}

/** What a tile of the home page says of a service. */
export interface Tile {
  /** What most visitors come for has the large tiles at the top. */
  size: 'large' | 'small';
  icon: string;
  name: Title;
  about: Title;
  /** The time it takes and what to have ready. */
  needs?: Title;
}

export interface MenuEntry {
  path: string;
  title: Title;
  description?: Title;
  audience: 'public' | 'staff';
  /** Staff with any one of these roles can open the screen. */
  roles?: string[];
  /** Shown as a tile on the home page, in few words. */
  tile?: Tile;
  /** It finds a document again: the home page keeps all such entries behind one link. */
  finds?: boolean;
  /** The form of this screen also works without script, at `<path>/plain`: where the service has these documents. */
  plain?: string;
  /** The letter that leads officers here after the key for "go to". */
  key?: string;
  /** Path below the area's API that tells how many documents are in each queue of the caller. */
  queues?: string;
}

/** A kind of document that people own, with the paths of its service. */
export interface DocumentKind {
  /** Path below the area's API: `/v1/triptic/trip`. */
  path: string;
  title: Title;
  /** The prefix of the roles for these documents: `triptic-trip`. */
  roles: string;
  /** The fields of a list that say of whom or what a document is, for the overview of officers. */
  names?: string[];
  /** The address of the officers' page of a document, without its id. */
  screen: string;
  /** The form that takes over from such a document who it is about: its address, to which the id is added, and the words of the link. */
  takenOverBy?: { path: string; title: Title };
  /** How statistics of the area's service name the kind. Without it the board does not show it. */
  statistics?: string;
  /** The officers' list of all these documents: numbers on the board open it. */
  list?: string;
  /** The field of the lists that holds the entry point. */
  entryPoint?: string;
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
  /** Hash of every script and stylesheet, by path. */
  integrity: Record<string, string>;
  preload?: string[];
  /** Since when operators have stopped it. Nothing of it is loaded then. */
  stopped?: string;
}

export interface Registry {
  generation: number;
  areas: Area[];
  /** Set where this is not the newest state, with the reason. */
  notice?: string;
}
