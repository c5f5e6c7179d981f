/** What operators can decide about an area. Publishing is not among it: that is for the area's own team, which has the key. */
export const orderActions = ['canary', 'promote', 'abort', 'rollback', 'stop', 'resume'] as const;
export type OrderAction = (typeof orderActions)[number];

/** Who decided something, when and why. */
export interface Done {
  /** ISO 8601. */
  at: string;
  by: string;
  why: string;
}

/** A decision about an area. */
export interface Decision extends Done {
  action: OrderAction;
  /** Of a canary and of a rollback: a version that the area's team has published. */
  version?: string;
  /** Of a canary: how many of a hundred visitors get it. */
  share?: number;
  /** The digest of the account that decided. */
  person: string;
}

/**
 * What operators have decided about an area, as a whole: each order replaces the one before. It lies over the signed entries of the registry,
 * and chooses among versions that the area's team has signed. The gateways authenticate it with a key that they share.
 */
export interface Order {
  area: string;
  /** Grows with each order of the area. */
  sequence: number;
  /** The newest signed entry when the versions were chosen. What the team has signed since takes their place. */
  over: number;
  /** The version in place of the signed stable entry. */
  stable?: string;
  /** The canary in place of the signed one; null for none. */
  canary?: { version: string; share: number } | null;
  /** Nobody gets the area. It ends with an order alone, not with a new version. */
  stopped?: Done;
  /** A decision that another person must confirm. */
  request?: Decision;
  /** Authenticates all other members. */
  mac: string;
}
