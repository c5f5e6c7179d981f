import type { Order, OrderAction } from './order.ts';

/** A text in the portal's languages. */
export interface Title {
  en: string;
  pt: string;
}

/** A menu entry that leads to a screen of an area. */
export interface MenuItem {
  path: string;
  title: Title;
  audience: 'public' | 'staff';
  /** Roles that see the entry; one of them is sufficient. */
  roles?: string[];
  /** Content of the tile on the home page. Without it the home page shows the entry as a line in a list. */
  tile?: { size: 'large' | 'small'; icon: string; name: Title; about: Title; needs?: Title };
  /** The second key of the officers' keyboard shortcut: they press the key for "go to", then this letter. */
  key?: string;
  /** Whether the screen finds an existing document. The home page lists such entries separately. */
  finds?: boolean;
  /**
   * Set when the form of this screen also works without script, at `<path>/plain`. The value is the path of these documents in the service, such as
   * `/v1/triptic/trip`.
   */
  plain?: string;
}

/** A kind of document of an area that a person can own. */
export interface OwnedKind {
  /** Path of these documents in the service, such as `/v1/triptic/trip`. */
  path: string;
  title: Title;
  /** Common prefix of the roles for these documents, such as `triptic-trip`. */
  roles: string;
  /** Address of the officers' page for a document, without the document's id. */
  screen: string;
}

/** The HTML of a screen, pre-rendered by the build for certain settings. */
export interface ScreenRendering {
  /** Addresses of the files that hold the title and the HTML, by language. */
  html: Record<string, string>;
  /** Settings of the deployment for which the HTML was rendered. The HTML is not used where the settings differ. */
  settings?: Record<string, string>;
  /**
   * Set for a screen whose address ends in `/:id`: path of the document kind that it shows, such as `/v1/triptic/trip`. Its HTML has placeholders ("holes") for
   * the values of the document.
   */
  document?: string;
}

/** A screen that the build has pre-rendered as HTML, so that a visitor sees it before any script has run. */
export interface PrerenderedScreen extends ScreenRendering {
  /** Addresses of the files that the screen needs besides those of `preload`. */
  files: string[];
  /** The same screen rendered for other settings of the deployment. */
  variants?: ScreenRendering[];
}

/** Returns all renderings of a screen, the one for the usual settings first. */
export const renderingsOf = (screen: PrerenderedScreen): ScreenRendering[] => [screen, ...(Array.isArray(screen?.variants) ? screen.variants : [])];

/** The parts of an area that work on a device without a network connection. */
export interface OfflineParts {
  /** Addresses of screens that are kept on the device with their HTML. */
  screens: string[];
  /** Address prefixes. Every address below them also opens offline; the area's scripts draw it. */
  under: string[];
  /** Paths of the area's own service whose response is the same for everybody, such as the blank form. */
  calls: string[];
  /** Names of the catalogues that the area's forms use. */
  catalogues: string[];
}

/** Content of `remote.json`: the area's description of itself (`area.json`) together with the fields that the build adds. */
export interface RemoteJson {
  name: string;
  title: Title;
  /** Address prefixes that the area serves. */
  prefixes: string[];
  /** Address prefix of the area's service, such as `/api/trips`. */
  api: string;
  /** Major version of web-kit that the area is written for. */
  kit: number;
  menu: MenuItem[];
  /** Document kinds whose verification page the area shows. */
  verification?: string[];
  kinds?: OwnedKind[];
  version: string;
  /** Global name under which the build registers itself in the page. */
  global: string;
  /** Address of the script that starts the area. */
  entry: string;
  /** Addresses of the files that every screen of the area needs. */
  preload?: string[];
  /** Pre-rendered screens, by address. */
  screens?: Record<string, PrerenderedScreen>;
  /** What works offline. Without it nothing of the area works offline. */
  offline?: OfflineParts;
  /** Hashes of all scripts, stylesheets and pre-rendered screens, by address. */
  integrity: Record<string, string>;
  /** Hash of the bill of materials. Missing in builds of earlier releases. */
  sbom?: string;
}

/** A deployed version of an area: the fields of `remote.json` that the gateway reads, and the fields that publishing adds. */
export interface Entry {
  name: string;
  version: string;
  prefixes: string[];
  verification?: string[];
  entry: string;
  preload?: string[];
  screens?: Record<string, PrerenderedScreen>;
  /** What works offline. Without it nothing of the area works offline. */
  offline?: OfflineParts;
  integrity: Record<string, string>;
  /** Hash of the bill of materials. Missing in builds of earlier releases. */
  sbom?: string;
  /** Sequence number; it increases with each signature of the area. It is the time of signing in milliseconds, or one more than the previous number. */
  sequence: number;
  /** For a canary: the percentage of visitors who get it. */
  share?: number;
  signature: string;
}

/** An area in the registry: its stable entry, and possibly a canary beside it. */
export type Area = Entry & { canary?: Entry };

/** One line of the history. */
export interface Change {
  /** Time of the change, in ISO 8601. */
  at: string;
  generation: number;
  /** `restore` means that a gateway has put back an order that was missing from the registry. */
  action: 'publish' | OrderAction | 'request' | 'refusal' | 'restore';
  area: string;
  version: string;
  /** The version that was replaced; null for the first. */
  from: string | null;
  share?: number;
  why: string;
  by: string;
  /** For a request and its refusal: the action that was requested. */
  asked?: OrderAction;
  /** The second person, where the decision needed one. */
  confirmedBy?: string;
}

export interface Registry {
  /** Number of changes so far. */
  generation: number;
  areas: Area[];
  /** The decisions of operators, one order for each area. */
  orders?: Order[];
  /** The last change. It belongs to the history even if its writer died before it wrote the line there. */
  change?: Change;
}

/** A change of the registry: the parts that it replaces, and the line for the history. */
export interface NextRegistry {
  areas?: Area[];
  orders?: Order[];
  entry: Omit<Change, 'at' | 'generation'>;
}

/**
 * Parses the text of a registry. Without text the registry is empty.
 * @param where the place from which the text was read, for the error message
 * @throws Error when the text is not a registry
 */
export function parseRegistry(text: string | undefined, where: string): Registry {
  if (text === undefined) return { generation: 0, areas: [] };
  try {
    const registry = JSON.parse(text);
    if (!Array.isArray(registry?.areas)) throw new Error('it lists no areas');
    return registry;
  } catch (error) {
    throw new Error(`${where} cannot be read (${(error as Error).message}). Restore it from a backup, or delete it and publish the areas again.`);
  }
}

/** Applies a change to the registry: increments the generation and sorts the areas by name. */
export function registryAfter(before: Registry, { areas = before.areas, orders = before.orders, entry }: NextRegistry): Registry & { change: Change } {
  const generation = before.generation + 1;
  return {
    generation,
    ...(orders ? { orders } : {}),
    areas: areas.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    change: { at: new Date().toISOString(), generation, ...entry },
  };
}

/** Replaces or adds the entry of one area. */
export const withArea = (areas: Area[], area: Area): Area[] => [...areas.filter(({ name }) => name !== area.name), area];
