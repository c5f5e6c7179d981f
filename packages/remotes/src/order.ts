/**
 * The decisions that operators can make about an area. Publishing is not one of them: only the area's own team can publish, because only that team has the key.
 */
export const orderActions = ['canary', 'promote', 'abort', 'rollback', 'stop', 'resume'] as const;
export type OrderAction = (typeof orderActions)[number];

/** Who decided something, when and why. */
export interface Attribution {
  /** Time in ISO 8601. */
  at: string;
  by: string;
  why: string;
}

/** A decision about an area. */
export interface Decision extends Attribution {
  action: OrderAction;
  /** For a canary and a rollback: a version that the area's team has published. */
  version?: string;
  /** For a canary: the percentage of visitors who get it. */
  share?: number;
  /** Digest of the account of the person who decided. */
  person: string;
}

/**
 * The operators' current decisions about one area. Each new order replaces the previous one completely. An order overrides the signed entries of the registry,
 * but it can only choose among versions that the area's team has signed. The gateways authenticate it with a shared key.
 */
export interface Order {
  area: string;
  /** Sequence number; it increases with each order of the area. */
  sequence: number;
  /** Sequence number of the newest signed entry at the time when the versions were chosen. Entries that the team signs later override the choice. */
  over: number;
  /** The version that replaces the signed stable entry. */
  stable?: string;
  /** The canary that replaces the signed one; null when there is to be no canary. */
  canary?: { version: string; share: number } | null;
  /** Set when the area is stopped, so that no visitor gets it. Only another order ends this; a new version does not. */
  stopped?: Attribution;
  /** A decision that another person must confirm. */
  request?: Decision;
  /** Message authentication code (HMAC) over all other members. */
  mac: string;
}
