/** A text in both languages, as area.json holds them. */
export interface Title {
  en: string;
  pt: string;
}

/** Content of a service's tile on the home page. */
export interface Tile {
  /** Size of the tile. The services that most visitors come for have large tiles at the top. */
  size: 'large' | 'small';
  icon: string;
  name: Title;
  about: Title;
  /** How long it takes and what to have ready. */
  needs?: Title;
}

export interface MenuEntry {
  path: string;
  title: Title;
  description?: Title;
  audience: 'public' | 'staff';
  /** Staff with any one of these roles can open the screen. */
  roles?: string[];
  /** Tile on the home page, if the entry has one. */
  tile?: Tile;
  /** Whether the entry finds a registered document again. The home page shows all such entries behind one link. */
  finds?: boolean;
  /** API path of these documents, if the form of this screen also works without scripts, at `<path>/plain`. */
  plain?: string;
  /** Letter that opens this screen for officers after the key for "go to". */
  key?: string;
  /** Path below the area's API that returns how many documents are in each queue of the caller. */
  queues?: string;
}

/** A kind of document that people own, with its paths in the service. */
export interface DocumentKind {
  /** Path below the area's API, such as `/v1/triptic/trip`. */
  path: string;
  title: Title;
  /** Prefix of the roles for these documents, such as `triptic-trip`. */
  roles: string;
  /** Fields of a list that name the person or thing of a document. The officers' overview shows them. */
  names?: string[];
  /** Address of the officers' page of a document, without the id. */
  screen: string;
  /** Form that takes over the person's data from such a document: its address, to which the id is added, and the text of the link. */
  takenOverBy?: { path: string; title: Title };
  /** Name of the kind in the statistics of the area's service. Without it the board does not show the kind. */
  statistics?: string;
  /** Address of the officers' list of all these documents. Numbers on the board open it. */
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
  /** Name of the global variable under which the entry script registers itself in the page. */
  global: string;
  entry: string;
  /** Hash of every script and stylesheet, by path. */
  integrity: Record<string, string>;
  preload?: string[];
  /** Time since when operators have stopped the area. A stopped area is not loaded. */
  stopped?: string;
}

export interface Registry {
  generation: number;
  areas: Area[];
  /** Reason why this is not the newest state; undefined if it is the newest. */
  notice?: string;
}
