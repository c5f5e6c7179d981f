/** What the staff manual says about a kind of document. The kind's service derives it from the workflow table, for one reader. */
import type { Bilingual } from './language.ts';

/** An action that the reader's roles allow. */
export interface HelpAction {
  name: string;
  label: Bilingual;
  /**
   * The statuses in which the action is possible; null if it is possible in every status. Empty for an action that only creates documents, because a document
   * has no status before its registration.
   */
  from: Bilingual[] | null;
  /** The statuses that the action may lead to; empty if it does not change the status. */
  to: Bilingual[];
  /** Set if the action creates a document. */
  begins?: true;
  /** The labels of the values that the action asks for. */
  asks: Bilingual[];
  comment?: 'always' | 'sometimes';
  /** Set if the applicant may read the comment. */
  applicantReads?: true;
  /** Actions that exclude this one: a person who performed one of them may not perform this action on the same document. */
  notBy: Bilingual[];
  /** The actions that it undoes, and for how many minutes after them this is possible. */
  undoes?: { actions: Bilingual[]; minutes: number };
  /** The planned duration in minutes of office time. */
  minutes?: number;
  /** The messages that the applicant receives after the action. */
  tells: Bilingual[];
  download?: true;
}

/** A step in the normal course of a document. */
export interface HelpStep {
  label: Bilingual;
  status: Bilingual;
  minutes?: number;
  /** Set if the reader may perform the step. */
  mine?: true;
}

export interface HelpKind {
  kind: string;
  /** The path of the kind in its service's API. It identifies the kind in the `kinds` of an area. */
  path: string;
  title: Bilingual;
  /** Every course that a document of this kind can take, as a sequence of steps. */
  ways: HelpStep[][];
  statuses: Bilingual[];
  actions: HelpAction[];
  /** The reminders that applicants receive. */
  reminders: Bilingual[];
}
