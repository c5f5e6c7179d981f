/** The form of a workflow table. `workflow-evaluator.ts` says what a table offers and accepts. */
import type { ActionKind, Bilingual, ContractClass, OfferedAction } from '@portal/contract-kit';
import type { Actor } from '../auth/actor.ts';
import type { CatalogueClient } from '../catalogue/catalogue-client.ts';
import type { Fault, ProblemError } from '../http/problems.ts';
import type { DocumentEvent } from '../messages/message-events.ts';
import type { ServiceSettings } from '../settings/settings.ts';

/** The status of a document before its registration. */
export const NEW = 'NEW';

/** What a change may look at besides the document and the input. */
export interface ChangeContext {
  actor: Actor;
  now: Date;
  settings: ServiceSettings;
}

type Input = Readonly<Record<string, unknown>>;

/** A second document that an action creates, such as the application for a renewal. */
export interface MadeDocument<Status extends string, Model> {
  /** Its first status. It is registered under its own reference. */
  status: Status;
  /**
   * Its fields. They are then completed and checked as at a registration.
   * @param before the document that the action is done on
   * @param input the document as the body would have it
   */
  fields(before: Model, input: Input, context: { body: Input; blank: Partial<Model>; catalogues: CatalogueClient }): Promise<Partial<Model>>;
  /** The faults of the input. */
  errors?(before: Model, input: Input): Fault[];
  /** What the first document stores about the new one. */
  link(made: Model): Partial<Model>;
  /** Prints of the new document to draw at once. */
  render?: readonly string[];
}

export interface ActionRule<Status extends string, Model> {
  label: Bilingual;
  /** Statuses in which it is possible; `NEW` before registration; `'*'` any but NEW. */
  from: readonly (Status | typeof NEW)[] | '*';
  /** The next status; `unchanged` keeps it (still a new version, unless `kind` is download or navigate); `previous` for an action that undoes. */
  to: Status | 'unchanged' | 'previous' | ((model: Model, input: Readonly<Record<string, unknown>>, actor: Actor) => Status);
  /** The values that the input's `decision` may have, where the action is one of several choices. */
  decisions?: readonly string[];
  /** The statuses that `to` may give, where it is a function: for WORKFLOWS.md. */
  outcomes?: readonly Status[];
  /**
   * Any one of these is enough:
   * - `role`: staff of the document's agency with this role (`true` means `<prefix>-<action>`); before registration anyone with the role
   * - `owner`: the applicant (see access.ts); before registration signed-in people who are not staff
   * - `public`: everyone who may see the document; `'new'`: everyone, before registration only
   * - `finder`: together with `public`, also a caller with a finder's key
   */
  who: { role?: true | string | readonly string[]; owner?: true; public?: true | 'new'; finder?: true };
  /** Two officers: a person who last did one of these actions on the document may not do this one. */
  differentFrom?: readonly string[];
  /** Undoes the last action if it is one of these: within ten minutes, by the officer who did it or a supervisor. Words in the thread do not count. */
  undoes?: readonly string[];
  /** Screen modes that show it; `'*'` all. */
  modes: readonly string[];
  kind?: ActionKind;
  hideOnSubmit?: boolean;
  /** Gives the document no serial reference: it is not registered yet. */
  draft?: true;
  /** A comment is required; a function asks the model, the action's input and the day. */
  comment?: boolean | ((model: Model, input: Readonly<Record<string, unknown>>, today: string) => boolean);
  /** The applicant may read the comment: always, or only if the action led to one of these statuses. Other comments are for staff. */
  toApplicant?: boolean | readonly Status[];
  /** The event that it is for the applicant, who is told of it: always, or by the status that it led to. A registration is told by itself. See messages. */
  tells?: DocumentEvent | Readonly<Partial<Record<Status, DocumentEvent>>>;
  /** Its comment is part of the words with the applicant: a question, with `requirementCode`, or an answer, with `files`. See thread.ts. */
  thread?: 'question' | 'answer';
  /** What the action's body may change; other fields of the body are dropped. */
  input?: ContractClass;
  /** Fields missing from the body keep their stored value. Without it they are emptied. */
  partial?: true;
  /** Further conditions on the document (409 when false); not offered while false. */
  available?: (model: Model) => boolean;
  /** Further conditions on the caller: the refusal, or null. Not offered while refused. */
  refuse?: (model: Model, actor: Actor) => ProblemError | null;
  /** Applies the input to the model. Default: the input's fields replace the model's. */
  change?: (model: Model, input: Readonly<Record<string, unknown>>, context: ChangeContext) => Model;
  /** What is stored instead of the checked change while it waits for a second officer. */
  hold?: (before: Model, after: Model, context: ChangeContext & { action: string }) => Model;
  /** The action also creates a second document, in the same transaction, and answers with it. `change` does not apply. */
  makes?: MadeDocument<Status, Model>;
  /** Rules that the model must meet after the change (422), with the input and its comment. `contract` checks the whole document's contract too. */
  require?: readonly ('contract' | ((model: Model, input: Readonly<Record<string, unknown>>, comment: string) => Fault[]))[];
  /** Planned minutes, for the timeline. */
  estimatedMinutes?: number;
  /** Prints to draw as soon as the action is done. */
  render?: readonly string[];
  /**
   * URL if it differs from `<path>/<id>/actions/<action>`, `<path>/<id>/<action>` of a download, or `<path>/<id>/document` of a navigation;
   * `{id}` is replaced.
   */
  url?: string;
  method?: OfferedAction['method'];
}

export interface Workflow<Status extends string, Model> {
  statuses: readonly Status[];
  actions: Readonly<Record<string, ActionRule<Status, Model>>>;
  /** The main path: actions in order, each with the status it ends in. */
  mainPath: readonly { action: string; status: Status }[];
  /** The main path of one document, if its kind has several. */
  pathOf?(model: Model): readonly { action: string; status: Status }[];
  /** The workflow of each path, if there are several: for WORKFLOWS.md. */
  paths?: Readonly<Record<string, Workflow<Status, Model>>>;
}

export interface WorkflowPlace {
  /** `/v1/traveller/declaration` */
  path: string;
  /** `traveller-declaration` */
  rolePrefix: string;
  /** The action of a POST on the collection; default `register`. */
  registerAction?: string;
}

/** Whether the applicant may read the comment of an action that led to a status. */
export const isToApplicant = ({ toApplicant }: { toApplicant?: boolean | readonly string[] }, status: string): boolean =>
  typeof toApplicant === 'object' ? toApplicant.includes(status) : toApplicant === true;
