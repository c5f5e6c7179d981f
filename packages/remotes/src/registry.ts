import type { Order, OrderAction } from './order.ts';

/** A text in the portal's languages. */
export interface Title {
  en: string;
  pt: string;
}

/** An entry of the menu that leads to a screen of an area. */
export interface MenuItem {
  path: string;
  title: Title;
  audience: 'public' | 'staff';
  /** Roles that see the entry. */
  roles?: string[];
  /** What the home page says of it in a tile; without it the entry is a line of the list. */
  tile?: { size: 'large' | 'small'; icon: string; name: Title; about: Title; needs?: Title };
  /** The letter that leads officers there after the key for "go to". */
  key?: string;
  /** It finds a document again. */
  finds?: boolean;
  /** The form of this screen also works without script, at `<path>/plain`: where the service has these documents, such as `/v1/triptic/trip`. */
  plain?: string;
}

/** A kind of documents that people own in an area. */
export interface OwnedKind {
  /** Where the service answers for these documents, such as `/v1/triptic/trip`. */
  path: string;
  title: Title;
  /** How the roles of these documents begin, such as `triptic-trip`. */
  roles: string;
  /** The officers' page of a document, without its id. */
  screen: string;
}

/** The HTML of a screen. */
export interface Drawing {
  /** Address of the file with its title and HTML, by language. */
  html: Record<string, string>;
  /** Settings of the deployment that the HTML assumes; it is not used where they differ. */
  settings?: Record<string, string>;
  /** Set where its address ends in `/:id`: the kind of document that it shows, as `/v1/triptic/trip`. Its file has HTML with holes. */
  document?: string;
}

/** A screen that the build has drawn as HTML, so that a visitor sees it before a script has run. */
export interface DrawnScreen extends Drawing {
  /** Addresses of the files that the screen needs besides those of `preload`. */
  files: string[];
  /** The same screen for other settings of the deployment. */
  variants?: Drawing[];
}

/** All drawings of a screen, the one for the usual settings first. */
export const drawingsOf = (screen: DrawnScreen): Drawing[] => [screen, ...(Array.isArray(screen?.variants) ? screen.variants : [])];

/** What of an area works on a device without network. */
export interface OfflineParts {
  /** Screens that are kept with their HTML. */
  screens: string[];
  /** Every address below these opens without network too, with the area's scripts alone. */
  under: string[];
  /** Paths of the area's own service that give everybody the same answer, such as the blank form. */
  calls: string[];
  /** Catalogues that its forms offer. */
  catalogues: string[];
}

/** `remote.json` of a build: what the area says of itself (`area.json`) and what the build adds. */
export interface RemoteJson {
  name: string;
  title: Title;
  /** Addresses that the area serves. */
  prefixes: string[];
  /** The prefix of its service, such as `/api/trips`. */
  api: string;
  /** Major version of web-kit that it is written for. */
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
  /** Screens drawn by the build, by their address. */
  screens?: Record<string, DrawnScreen>;
  /** What of it works without network. Nothing without it. */
  offline?: OfflineParts;
  /** Hash of every script, stylesheet and drawn screen by its address. */
  integrity: Record<string, string>;
  /** Hash of the bill of materials. Builds of earlier releases have none. */
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
  screens?: Record<string, DrawnScreen>;
  /** What of it works without network. Nothing without it. */
  offline?: OfflineParts;
  integrity: Record<string, string>;
  /** Hash of the bill of materials. Builds of earlier releases have none. */
  sbom?: string;
  /** Grows with each signature of the area: the time of signing in milliseconds, or one more than before. */
  sequence: number;
  /** Of a canary: how many of a hundred visitors get it. */
  share?: number;
  signature: string;
}

/** An area in the registry: its stable entry, and a canary beside it. */
export type Area = Entry & { canary?: Entry };

/** One line of the history. */
export interface Change {
  /** When, ISO 8601. */
  at: string;
  generation: number;
  /** `restore`: a gateway has put back an order that was gone from the registry. */
  action: 'publish' | OrderAction | 'request' | 'refusal' | 'restore';
  area: string;
  version: string;
  /** The version that was replaced; null for the first. */
  from: string | null;
  share?: number;
  why: string;
  by: string;
  /** Of a request and its refusal: what was asked for. */
  asked?: OrderAction;
  /** The second person, where the decision needed one. */
  confirmedBy?: string;
}

export interface Registry {
  /** Counts the changes. */
  generation: number;
  areas: Area[];
  /** What operators have decided, one order for each area. */
  orders?: Order[];
  /** The last change. The history has it even if its writer died before writing the line. */
  change?: Change;
}

/** What a change makes of the registry: what it replaces, and the line for the history. */
export interface NextRegistry {
  areas?: Area[];
  orders?: Order[];
  entry: Omit<Change, 'at' | 'generation'>;
}

/**
 * Reads the text of a registry. No text is the empty registry.
 * @param where the place it was read from, for the message
 * @throws Error when the text is no registry
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

/** The registry after a change: one generation more, areas sorted by name. */
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
