/** Types of the gateway's answers to operators about areas (`shell/server/src/control/area-routes.ts`). */
import type { Title } from '../../area.ts';
import type { Stage } from '../../telemetry/notes.ts';

export interface Hour {
  errors: number;
  vitals: Partial<Record<'LCP' | 'INP' | 'CLS' | 'TTFB', number>>;
}

export interface VersionHour extends Hour {
  version: string;
  loads: number;
  failures: number;
  stages: Partial<Record<Stage, number>>;
}

/** A decision of an operator about an area. */
export type Decision = 'canary' | 'promote' | 'abort' | 'rollback' | 'stop' | 'resume';

export interface Waiting {
  action: Decision;
  version?: string;
  share?: number;
  why: string;
  by: string;
  at: string;
  /** Whether the reader has made this request. */
  own: boolean;
}

/** The current state of an area: which version is in force, and why. */
export interface AreaState {
  name: string;
  title: Title;
  version: string;
  since: string | null;
  by: string | null;
  why: string | null;
  canary: { version: string; share: number } | null;
  /** The version that the area's team has published, if an operator has chosen another one. */
  published: string | null;
  stopped: { at: string; by: string; why: string } | null;
  request: Waiting | null;
  /** State token that is sent with each decision. The decision is refused if the state has changed since the operator saw it. */
  state: string;
}

export interface Operations {
  notice: string | null;
  /** Decisions that another person must confirm. */
  secondPerson: Decision[];
  shell: Hour | null;
  areas: (AreaState & { versions: VersionHour[] })[];
}

export interface Change {
  at: string;
  generation: number;
  action: 'publish' | Decision | 'request' | 'refusal' | 'restore';
  version: string;
  from: string | null;
  share?: number;
  why: string;
  by: string;
  asked?: Decision;
  confirmedBy?: string;
}

export interface StoredVersion {
  version: string;
  publishedAt: string | null;
  publishedBy: string | null;
  inForce: { from: string; until: string | null }[];
}

export interface AreaDetails extends AreaState {
  secondPerson: Decision[];
  versions: StoredVersion[];
  history: Change[];
}

interface Differences<T> {
  added: T[];
  removed: T[];
  changed: T[];
}

export interface VersionDiff {
  from: string;
  to: string;
  size: { before: number; after: number };
  files: Differences<{ file: string; before?: number; after?: number }>;
  contract: Differences<{ description: string; method: string; path: string }>;
  prefixes: Differences<string>;
  menu: Differences<{ path: string; roles: string[] }>;
  roles: Differences<string>;
  kit: { before: number; after: number };
}

/** Shares of visitors, in per cent, that a canary can have. */
export const shares = [1, 10, 50] as const;
