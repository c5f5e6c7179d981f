/** The structure of a workflow table. `workflow-evaluator.ts` decides what a table offers and accepts. */
import type { ActionKind, Bilingual, ContractClass, OfferedAction } from '@portal/contract-kit';
import type { Actor } from '../auth/actor.ts';
import type { CatalogueClient } from '../catalogue/catalogue-client.ts';
import type { Fault, ProblemError } from '../http/problems.ts';
import type { DocumentEvent } from '../messages/message-events.ts';
import type { ServiceSettings } from '../settings/settings.ts';

/** The status of a document before its registration. */
export const NEW = 'NEW';

/** What a change may use in addition to the document and the input. */
export interface ChangeContext {
  actor: Actor;
  now: Date;
  settings: ServiceSettings;
}

type Input = Readonly<Record<string, unknown>>;

/** A second document that an action creates, such as the application for a renewal. */
export interface SecondDocument<Status extends string, Model> {
  /** Its first status. The document is registered under its own reference. */
  status: Status;
  /**
   * Returns its fields. They are then completed and checked as in a registration.
   * @param before the document on which the action is done
   * @param input the input of the action, read from the body; in a partial action missing fields have their stored values
   */
  fields(before: Model, input: Input, context: { body: Input; blank: Partial<Model>; catalogues: CatalogueClient }): Promise<Partial<Model>>;
  /** Returns the faults of the input. @param fields what `fields` has returned */
  errors?(before: Model, input: Input, fields: Partial<Model>): Fault[];
  /** Returns what the first document stores about the new one. */
  link(made: Model): Partial<Model>;
  /** Prints of the new document that are drawn at once. */
  render?: readonly string[];
}

export interface ActionRule<Status extends string, Model> {
  label: Bilingual;
  /** Statuses in which the action is possible; `NEW` before registration; `'*'` any except NEW. */
  from: readonly (Status | typeof NEW)[] | '*';
  /**
   * The next status. `unchanged` keeps the status (the action still writes a new version, unless `kind` is download or navigate); `previous` is for an action
   * that undoes.
   */
  to: Status | 'unchanged' | 'previous' | ((model: Model, input: Readonly<Record<string, unknown>>, actor: Actor) => Status);
  /** The values that the input's `decision` may have, where the action is a choice between several decisions. */
  decisions?: readonly string[];
  /** The statuses that `to` may return where it is a function, for WORKFLOWS.md. */
  outcomes?: readonly Status[];
  /**
   * Who may do the action. Any one of these is enough:
   * - `role`: staff of the document's agency with this role (`true` means `<prefix>-<action>`); before registration anyone with the role
   * - `owner`: the applicant (see access.ts); before registration signed-in people who are not staff
   * - `public`: everyone who may see the document; `'new'`: everyone, before registration only
   * - `finder`: together with `public`, also a caller with a finder's key
   */
  who: { role?: true | string | readonly string[]; owner?: true; public?: true | 'new'; finder?: true };
  /** Four-eyes rule: a person who was the last to do one of these actions on the document may not do this one. */
  differentFrom?: readonly string[];
  /**
   * The action undoes the last action if that is one of these, within ten minutes, by the officer who did it or by a supervisor. Words in the thread do not
   * count as actions.
   */
  undoes?: readonly string[];
  /** Screen modes that show the action; `'*'` means all. */
  modes: readonly string[];
  kind?: ActionKind;
  hideOnSubmit?: boolean;
  /** The action leaves the document a draft: it gets no serial reference and is not registered yet. */
  draft?: true;
  /** Whether a comment is required; a function decides from the model, the action's input and the day. */
  comment?: boolean | ((model: Model, input: Readonly<Record<string, unknown>>, today: string) => boolean);
  /** Whether the applicant may read the comment: always, or only if the action led to one of these statuses. Other comments are for staff only. */
  toApplicant?: boolean | readonly Status[];
  /**
   * The event about which the applicant is notified: always the same, or depending on the status to which the action led. A registration is notified without
   * this. See messages.
   */
  tells?: DocumentEvent | Readonly<Partial<Record<Status, DocumentEvent>>>;
  /** The comment becomes part of the conversation with the applicant: a question, with `requirementCode`, or an answer, with `files`. See thread.ts. */
  thread?: 'question' | 'answer';
  /** The fields that the action's body may change; other fields of the body are dropped. */
  input?: ContractClass;
  /** Fields that are missing in the body keep their stored value; without this flag they are emptied. */
  partial?: true;
  /** Further condition on the document. While it is false, the action is not offered and is refused with 409. */
  available?: (model: Model) => boolean;
  /** Further condition on the caller: returns the refusal, or null. A refused action is not offered. */
  refuse?: (model: Model, actor: Actor) => ProblemError | null;
  /** Applies the input to the model. Default: the input's fields replace the model's. */
  change?: (model: Model, input: Readonly<Record<string, unknown>>, context: ChangeContext) => Model;
  /** Returns what is stored instead of the checked change while it waits for a second officer; the applicant is then not told. Otherwise returns `after`. */
  hold?: (before: Model, after: Model, context: ChangeContext & { action: string }) => Model;
  /** The action also creates a second document, in the same transaction, and the response contains that document. `change` is not used then. */
  makes?: SecondDocument<Status, Model>;
  /** Rules that the model must meet after the change (422); they also get the input and its comment. `contract` checks the contract of the whole document. */
  require?: readonly ('contract' | ((model: Model, input: Readonly<Record<string, unknown>>, comment: string) => Fault[]))[];
  /** Planned duration in minutes, for the timeline. */
  estimatedMinutes?: number;
  /** Prints that are drawn as soon as the action is done. */
  render?: readonly string[];
  /**
   * URL, if it differs from the default: `<path>/<id>/actions/<action>`, `<path>/<id>/<action>` for a download, or `<path>/<id>/document` for a navigation.
   * `{id}` is replaced.
   */
  url?: string;
  method?: OfferedAction['method'];
}

export interface Workflow<Status extends string, Model> {
  statuses: readonly Status[];
  actions: Readonly<Record<string, ActionRule<Status, Model>>>;
  /** The main path: actions in order, each with the status in which it ends. */
  mainPath: readonly { action: string; status: Status }[];
  /** Statuses in which a document waits for nobody, such as a suspension: actions may lead on, but none of them is due. */
  resting?: readonly Status[];
  /**
   * Actions by which a second officer decides on a change that waits (`hold`). While one of them is available, the document waits for it, and not for the next
   * step of its main path. The row of the kind has the column `heldStep` for it.
   */
  secondOfficer?: readonly string[];
  /** Returns the main path of one document, if its kind has several. */
  pathOf?(model: Model): readonly { action: string; status: Status }[];
  /** The workflow of each path, if there are several, for WORKFLOWS.md. */
  paths?: Readonly<Record<string, Workflow<Status, Model>>>;
}

export interface WorkflowPlace {
  /** Path of the kind's calls: `/v1/traveller/declaration`. */
  path: string;
  /** Prefix of the kind's roles: `traveller-declaration`. */
  rolePrefix: string;
  /** The action that a POST on the collection performs; default `register`. */
  registerAction?: string;
  /** Display name of each status. */
  statusLabels?: Readonly<Record<string, Bilingual>>;
}

/** Whether the applicant may read the comment of an action that led to a status. */
export const isToApplicant = ({ toApplicant }: { toApplicant?: boolean | readonly string[] }, status: string): boolean =>
  typeof toApplicant === 'object' ? toApplicant.includes(status) : toApplicant === true;
