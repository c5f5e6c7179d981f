/** What the manual of staff says of a kind of document: made by its service from the workflow table, for one reader. */
import type { Bilingual } from './language.ts';

/** An action that the reader may do. */
export interface HelpAction {
  name: string;
  label: Bilingual;
  /** The statuses in which it is possible; null in any. Before registration there is none. */
  from: Bilingual[] | null;
  /** The statuses that it may lead to; empty where it changes none. */
  to: Bilingual[];
  /** It is how a document begins. */
  begins?: true;
  /** What it asks for. */
  asks: Bilingual[];
  comment?: 'always' | 'sometimes';
  /** The applicant may read the comment. */
  applicantReads?: true;
  /** Whoever did one of these actions may not do this one. */
  notBy: Bilingual[];
  /** What it undoes, and for how many minutes. */
  undoes?: { actions: Bilingual[]; minutes: number };
  /** In how many minutes of office time it should be done. */
  minutes?: number;
  /** Messages to the applicant that follow. */
  tells: Bilingual[];
  download?: true;
}

/** A step on the way of a document. */
export interface HelpStep {
  label: Bilingual;
  status: Bilingual;
  minutes?: number;
  /** The reader may do it. */
  mine?: true;
}

export interface HelpKind {
  kind: string;
  /** The path of its calls: what `kinds` of an area are known by. */
  path: string;
  title: Bilingual;
  /** Every way that a document can go. */
  ways: HelpStep[][];
  statuses: Bilingual[];
  actions: HelpAction[];
  /** What applicants are reminded of. */
  reminders: Bilingual[];
}
