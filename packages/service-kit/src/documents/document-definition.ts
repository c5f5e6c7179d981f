/** What a service defines for a kind of document; `DocumentService` does the rest. */
import type { Bilingual, ContractClass, Language, PrintLayout, ServerFields as PublishedFields, ReceiptRecorded, SearchDataType } from '@portal/contract-kit';
import type { EntityManager } from 'typeorm';
import type { Call } from '../auth/actor.ts';
import type { Fault, Words } from '../http/problems.ts';
import type { Reminder, TravelDays } from '../messages/reminder.ts';
import type { Statement, ToSeal } from '../qr/statements.ts';
import type { DocumentKind, DocumentMark, MarkNumber } from './document-kind.ts';
import type { DocumentRow } from './document-row.ts';
import type { Invoice } from './invoice.ts';
import type { Workflow, WorkflowPlace } from './workflow.ts';

/** The fields that the server adds to every document, and one that never leaves the service. */
export interface ServerFields extends PublishedFields {
  /** Who last did each action, as a digest: for the four-eyes rule. */
  doneBy?: Record<string, string>;
}

/** How often a rule has decided a lane. */
export interface LaneRuleNumbers {
  /** The value of the search field `laneRule` of the documents to which it applied. */
  rule: string;
  name: Bilingual;
  hits: number;
  /** Of these, how many an official has moved to the other lane: those with `laneOverridden` YES. */
  overridden: number;
}

export interface PrintDefinition<Model> {
  fileName(model: Model): string;
  /** What the form shows, in the language asked for. Fields that the reader may not see are missing from the model. */
  layout(model: Model, context: PrintContext): PrintLayout;
  /** The form says something of the day it is printed on, such as whether a licence is valid: it is drawn anew each day. */
  daily?: true;
}

export interface PrintContext {
  language: Language;
  /** Public address the QR code opens; empty for a draft. */
  qrUrl: string;
  productName: string;
  portalName: string;
  /** Day of the print, `YYYY-MM-DD` (UTC). */
  today: string;
}

/** The fields of a document that not everybody sees, as dotted paths; all others are facts. See access.ts. */
export interface GuardedFields {
  /** Tells how to reach a person, or where to find them. */
  contact: readonly string[];
  /** Names files in svc-media. */
  files: readonly string[];
  /** For staff alone. */
  office: readonly string[];
  /** Those of them that open more than the document itself, for ever: for whoever names it by its own id, and not by a key that a finder or a code gave. */
  byId?: readonly string[];
}

export interface FinderField {
  column: string;
  type: SearchDataType;
  operation: 'EQ' | 'CONTAINS';
  /** Said when the criterion is missing. */
  message: Words;
  /** Compared in upper case, as it is stored. */
  upper?: boolean;
}

export interface DocumentDefinition<Body extends object, Model extends Body & ServerFields, Status extends string, Row extends DocumentRow>
  extends WorkflowPlace,
    Omit<DocumentKind, 'row' | 'contract'> {
  /** Short name of the service; begins the keys of prints. */
  service: string;
  title: Bilingual;
  contract: ContractClass<Body>;
  row: new () => Row;
  workflow: Workflow<Status, Model>;
  documentCode(model: Body): string;
  /** Series of the serial reference; default `A`. */
  series?(model: Body): string;
  /** Values of the row's own columns, from the model alone. */
  project(model: Model): Partial<Row>;
  /** Dotted paths of the model that a list row holds; `id` and `version` always. */
  listFields: readonly string[];
  /** Columns of the CSV export. */
  csv: readonly { title: Words; path: string }[];
  /** Which of its fields not everybody sees. */
  access: GuardedFields;
  /** Where a document says how its applicant is reached, as dotted paths: one-time codes go there. */
  reachedBy: { email?: string; phone?: string };
  /** Set where documents are for a day of travel: people may ask for a message when that day can be declared. */
  travelDays?: TravelDays;
  /** The days of which applicants are reminded, once each. */
  reminders?: readonly Reminder<Model>[];
  /** What the applicant has to do next, where the workflow does not say it: `Pay the permit fee`. */
  nextStep?(model: Model): { text: Bilingual; waitsForApplicant: boolean } | undefined;
  /** The day before which the office cannot do a step, `YYYY-MM-DD`: an arrival is not due before its traveller arrives. Its time begins then. */
  notBefore?(model: Model, action: string): string | undefined;
  /** Search fields by which the search over everything finds a document, and by which documents of the same person or vehicle are related. */
  lookup?: {
    /** Numbers of passports and identity papers; of vehicles; and others. */
    person?: readonly (keyof Model & string)[];
    vehicle?: readonly (keyof Model & string)[];
    numbers?: readonly string[];
    /** The whole name, or the first names and the last ones. */
    names?: readonly string[];
    phones?: readonly string[];
    /** The column with which the indices of these fields begin, and its values. */
    within?: { column: string; values: readonly string[] };
    /** Text beside the title, such as the flight; a day, `YYYY-MM-DD`, is shown in words. */
    subtitle?(model: Model): string;
  };
  /** Decisions that differ from what the lane leads to; the statistics count them. */
  overrides?: readonly { lane: string; status: Status }[];
  /** How often each rule has decided a lane, for the statistics. @param marks how many documents have each mark (`marks`) */
  laneRules?(marks: readonly MarkNumber[]): Promise<LaneRuleNumbers[]>;
  /** The status of a draft: only its author may see it. */
  draftStatus?: Status;
  /** What a status is called. */
  statusLabels: Readonly<Record<Status, Bilingual>>;
  /** What the codes of other fields are called, by dotted path, where no catalogue says it: the export writes these words. */
  codeNames?: Readonly<Record<string, Readonly<Record<string, Bilingual>>>>;
  /** The traveller, holder or vehicle of a document, as a person's own list shows it. */
  nameOf(model: Model): string;
  /** The marks that are written for a document into the table of marks (`marks`). */
  marksOf?(model: Model): readonly DocumentMark[];
  /** Screen on which the applicant sees a document, without the id: `/eservice/traveller/declaration/qr`. */
  publicScreen: string;
  /** The public finder; without it the public cannot search. */
  finder?: { fields: Record<string, FinderField>; listFields: readonly string[] /** Rows the public may find. */; statuses?: readonly Status[] };
  prints: Record<string, PrintDefinition<Model>>;
  /** Screen that shows a document to staff, without the id: `/other/traveller/declaration/view`. */
  staffScreen: string;
  /** Where the comment of an action is reported: `comment` or `action.details`. */
  commentField: 'comment' | 'action.details';
  /** A blank document for this caller. */
  blank(call: Call): Promise<Partial<Model>>;
  /** Derives fields before the codes are looked up (entryPointCode from flightDetails). Changes the model in place. */
  prepare?(model: Model, call: Call, before?: Model): void | Fault[] | Promise<void> | Promise<Fault[]>;
  /** Derives fields after the codes are known (lane). Changes the model in place. @param whole whether the document is written as a whole, or an action changes a part */
  derive?(model: Model, whole: boolean): void | Promise<void>;
  /** Rules only the server can check. */
  check?(model: Model, action: string, call: Call, before?: Model): Promise<Fault[]>;
  /** Public standing on the verification page; without it only that the document is genuine is said. */
  standing?(model: Model, now: Date): { code: string; label: Bilingual };
  /** What the verification page shows beside it, to hold against the paper: the holder's name. */
  shownOnVerification?(model: Model): object | Promise<object>;
  /** Screen for everybody who has the QR code, without the token: `/eservice/triptic/validity`. */
  verificationScreen?: string;
  /** Validity dates of the QR statement. */
  validity?(model: Model): Pick<Statement, 'nbf' | 'exp'>;
  /** What the seal of the code states. Without it the code is a token. */
  sealed?(model: Model): ToSeal | undefined;
  /** The files that a document names, as uids of svc-media. With it svc-media gets a message about every version. */
  filesOf?(model: Model): (string | undefined)[];
  /** The amount due for a document in its current status. With it svc-reference gets a message about every version. */
  invoice?(model: Model): Invoice;
  /** The action that a receipt performs on a document in its current status. See payments/receipt.consumer.ts. */
  receiptAction?(model: Model, receipt: ReceiptRecorded): string;
  /** Another document of the kind that an action changes too, in its transaction, and the fields that it takes out of that one. None of them is personal. */
  takesOut?(model: Model): { id: string; fields: readonly (keyof Model & string)[] } | undefined;
  /** Messages to other services, written in the transaction of the action. `messages.add(topic, payload)`. `before` is the document before it. */
  announce?(
    messages: { add(topic: string, payload: object): Promise<void>; tx: EntityManager },
    model: Model,
    action: string,
    call: Call,
    before?: Model,
  ): Promise<void>;
}

/** The definition of any kind of document, or of any with this model. */
// biome-ignore lint/suspicious/noExplicitAny: any kind of document
export type AnyDefinition<Model extends ServerFields = any> = DocumentDefinition<any, Model, any, any>;
