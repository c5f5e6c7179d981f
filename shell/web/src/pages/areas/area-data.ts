/** What the gateway tells operators of areas (`shell/server/src/control/area-routes.ts`). */
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

/** What operators decide about an area. */
export type Decision = 'canary' | 'promote' | 'abort' | 'rollback' | 'stop' | 'resume';

export interface Waiting {
  action: Decision;
  version?: string;
  share?: number;
  why: string;
  by: string;
  at: string;
  /** Whether the reader has asked for it. */
  own: boolean;
}

/** What is in force of an area. */
export interface AreaState {
  name: string;
  title: Title;
  version: string;
  since: string | null;
  by: string | null;
  why: string | null;
  canary: { version: string; share: number } | null;
  /** What the area's team has published, where an operator has chosen another version. */
  published: string | null;
  stopped: { at: string; by: string; why: string } | null;
  request: Waiting | null;
  /** Goes with each decision: it counts only for what its maker has seen. */
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

/** The shares of visitors that a canary may have, of a hundred. */
export const shares = [1, 10, 50] as const;
