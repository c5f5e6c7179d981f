/** What a service defines for a kind of document; `DocumentService` implements the rest. */
import type { Bilingual, ContractClass, Language, PrintLayout, ServerFields as PublishedFields, ReceiptRecorded, SearchDataType } from '@portal/contract-kit';
import type { EntityManager } from 'typeorm';
import type { Call } from '../auth/actor.ts';
import type { Fault, LocalisableText } from '../http/problems.ts';
import type { Reminder, TravelDays } from '../messages/reminder.ts';
import type { FactsToSeal, Statement } from '../qr/statements.ts';
import type { DocumentKind, DocumentMark, MarkNumber } from './document-kind.ts';
import type { DocumentRow } from './document-row.ts';
import type { Invoice } from './invoice.ts';
import type { Workflow, WorkflowPlace } from './workflow.ts';

/** The fields that the server adds to every document, including one that never leaves the service. */
export interface ServerFields extends PublishedFields {
  /** Digest of the user who last did each action, by action; used for the four-eyes rule. */
  doneBy?: Record<string, string>;
}

/** How often a lane rule has decided the lane of a document. */
export interface LaneRuleNumbers {
  /** Value of the search field `laneRule` in the documents to which the rule applied. */
  rule: string;
  name: Bilingual;
  hits: number;
  /** Number of these documents that an official has moved to the other lane (`laneOverridden` is YES). */
  overridden: number;
}

export interface PrintDefinition<Model> {
  fileName(model: Model): string;
  /** Returns what the form shows, in the requested language. Fields that the reader may not see are missing from the model. */
  layout(model: Model, context: PrintContext): PrintLayout;
  /** Set where the content of the form depends on the day on which it is printed, such as whether a licence is valid. The form is then drawn anew each day. */
  daily?: true;
  /** Number of the layout, above 1, to raise where it shows something else than before: stored prints of the earlier layout are then not served again. */
  layoutNumber?: number;
}

export interface PrintContext {
  language: Language;
  /** Public address that the QR code opens; empty for a draft. */
  qrUrl: string;
  productName: string;
  portalName: string;
  /** Day of the print, `YYYY-MM-DD` (UTC). */
  today: string;
}

/** The fields of a document that not every reader may see, as dotted paths. All other fields are public facts of the document. See access.ts. */
export interface GuardedFields {
  /** Fields that tell how to reach a person or where to find them. */
  contact: readonly string[];
  /** Fields that name files in svc-media. */
  files: readonly string[];
  /** Fields for staff only. */
  office: readonly string[];
  /**
   * Fields that give lasting access to more than this document, such as the id of a group. Only callers who name the document by its own id get them, not those
   * who use a key from a finder or a code.
   */
  byId?: readonly string[];
}

export interface FinderField {
  column: string;
  type: SearchDataType;
  operation: 'EQ' | 'CONTAINS';
  /** Error message for a missing criterion. */
  message: LocalisableText;
  /** Whether the value is compared in upper case, as it is stored. */
  upper?: boolean;
}

export interface DocumentDefinition<Body extends object, Model extends Body & ServerFields, Status extends string, Row extends DocumentRow>
  extends WorkflowPlace,
    Omit<DocumentKind, 'row' | 'contract'> {
  /** Short name of the service; the storage keys of prints begin with it. */
  service: string;
  title: Bilingual;
  /** What is registered, where that is only an application for the document. */
  applicationTitle?: Bilingual;
  contract: ContractClass<Body>;
  row: new () => Row;
  workflow: Workflow<Status, Model>;
  documentCode(model: Body): string;
  /** Series of the serial reference; default `A`. */
  series?(model: Body): string;
  /** Returns the values of the row's own columns, derived only from the model. */
  project(model: Model): Partial<Row>;
  /** Dotted paths of the model that a list row contains; `id` and `version` are always included. */
  listFields: readonly string[];
  /** Columns of the CSV export. */
  csv: readonly { title: LocalisableText; path: string }[];
  /** The fields that not every reader may see. */
  access: GuardedFields;
  /** Where a document holds the contact addresses of its applicant, as dotted paths. One-time codes are sent there. */
  reachedBy: { email?: string; phone?: string };
  /**
   * Returns further contact addresses of the applicant in a body, and further places of all these, as dotted paths. An erasure of the contact addresses removes
   * them too.
   */
  erases?(body: Body): readonly string[];
  /** Set where documents are for a day of travel. People may then ask for a message when that day can be declared. */
  travelDays?: TravelDays;
  /** Dates about which applicants are reminded, once each. */
  reminders?: readonly Reminder<Model>[];
  /** Returns what the applicant has to do next, where the workflow does not say it: `Pay the permit fee`. */
  nextStep?(model: Model): { text: Bilingual; waitsForApplicant: boolean } | undefined;
  /**
   * Returns the day before which the office cannot do a step, `YYYY-MM-DD`: an arrival is not due before its traveller arrives. The time for the step starts on
   * that day.
   */
  notBefore?(model: Model, action: string): string | undefined;
  /** Search fields by which the search across all kinds finds a document, and which relate documents of the same person or vehicle. */
  lookup?: {
    /** `person` lists numbers of passports and identity papers, `vehicle` those of vehicles, `numbers` all others. */
    person?: readonly (keyof Model & string)[];
    vehicle?: readonly (keyof Model & string)[];
    numbers?: readonly string[];
    /** The field with the whole name, or the fields with the first names and the last names. */
    names?: readonly string[];
    phones?: readonly string[];
    /** The column with which the indices of these fields begin, and all its values. */
    within?: { column: string; values: readonly string[] };
    /** Returns the text beside the title, such as the flight; a day (`YYYY-MM-DD`) is shown in words. */
    subtitle?(model: Model): string;
  };
  /** Decisions that differ from what the lane suggests; the statistics count them. */
  overrides?: readonly { lane: string; status: Status }[];
  /** Returns how often each rule has decided a lane, for the statistics. @param marks how many documents have each mark (`marks`) */
  laneRules?(marks: readonly MarkNumber[]): Promise<LaneRuleNumbers[]>;
  /** The status of a draft. Only its author may see a draft. */
  draftStatus?: Status;
  /** Display name of each status. */
  statusLabels: Readonly<Record<Status, Bilingual>>;
  /** Display names of the codes of other fields, by dotted path, where no catalogue has them; the exports write these names. */
  codeNames?: Readonly<Record<string, Readonly<Record<string, Bilingual>>>>;
  /** Dotted paths of amounts in minor units of the currency of the invoice. */
  amounts?: readonly string[];
  /** Fields that the server adds to the contract's own, with their labels, for the PDF of what is held on a person. */
  heldFields?: readonly { path: string; label: Bilingual }[];
  /** Returns the name of the traveller, holder or vehicle of a document, as the list of a person's own documents shows it. */
  nameOf(model: Model): string;
  /** Returns the marks that are written for a document into the table of marks (`marks`). */
  marksOf?(model: Model): readonly DocumentMark[];
  /** Screen on which the applicant sees a document, without the id: `/eservice/traveller/declaration/qr`. */
  publicScreen: string;
  /** The public finder. Without it the public cannot search for documents of this kind. */
  finder?: {
    fields: Record<string, FinderField>;
    listFields: readonly string[];
    /** Statuses of the documents that the public may find; all if omitted. */
    statuses?: readonly Status[];
  };
  prints: Record<string, PrintDefinition<Model>>;
  /** Screen that shows a document to staff, without the id: `/other/traveller/declaration/view`. */
  staffScreen: string;
  /** Screen that lists all documents of the kind to staff: `/other/traveller/declaration`. */
  staffList: string;
  /** Field under which faults of an action's comment are reported. */
  commentField: 'comment' | 'action.details';
  /** Returns a blank document for this caller. */
  blank(call: Call): Promise<Partial<Model>>;
  /** Derives fields before the codes are looked up (entryPointCode from flightDetails). Changes the model in place. */
  prepare?(model: Model, call: Call, before?: Model): void | Fault[] | Promise<void> | Promise<Fault[]>;
  /**
   * Derives fields after the codes have been looked up (lane). Changes the model in place. @param whole whether the document is written as a whole, or an
   * action changes only a part of it
   */
  derive?(model: Model, whole: boolean): void | Promise<void>;
  /** Checks the rules that only the server can check. */
  check?(model: Model, action: string, call: Call, before?: Model): Promise<Fault[]>;
  /** Returns the public status shown on the verification page. Without it the page says only that the document is genuine, as long as it is in the register. */
  standing?(model: Model, now: Date): { code: string; label: Bilingual };
  /** Returns further facts for the verification page, to compare with the paper: the holder's name. */
  shownOnVerification?(model: Model): object | Promise<object>;
  /** Screen for everybody who has the QR code, without the token in the address: `/eservice/triptic/validity`. */
  verificationScreen?: string;
  /** Returns the validity dates for the statement in the QR code. */
  validity?(model: Model): Pick<Statement, 'nbf' | 'exp'>;
  /** Returns what the seal in the QR code states. Without it the QR code contains a token. */
  sealed?(model: Model): FactsToSeal | undefined;
  /** Returns the files that a document refers to, as uids of svc-media. If it is defined, svc-media gets a message about every version. */
  filesOf?(model: Model): (string | undefined)[];
  /** Returns the amount due for a document in its current status. If it is defined, svc-reference gets a message about every version. */
  invoice?(model: Model): Invoice;
  /** Returns the action that a receipt triggers on a document in its current status. See payments/receipt.consumer.ts. */
  receiptAction?(model: Model, receipt: ReceiptRecorded): string;
  /**
   * Returns another document of the same kind from which an action removes fields in its own transaction, and these fields. None of the fields may be personal.
   * It is called only if the action changes the status, because the fields may have new values by the time of a later action, such as a late receipt.
   */
  takesOut?(model: Model): { id: string; fields: readonly (keyof Model & string)[] } | undefined;
  /**
   * Sends messages to other services; they are written in the transaction of the action (`messages.add(topic, payload)`). `before` is the document before the
   * action.
   */
  announce?(
    messages: { add(topic: string, payload: object): Promise<void>; tx: EntityManager },
    model: Model,
    action: string,
    call: Call,
    before?: Model,
  ): Promise<void>;
}

/** The definition of any kind of document, or of any kind with this model. */
// biome-ignore lint/suspicious/noExplicitAny: any kind of document
export type AnyDefinition<Model extends ServerFields = any> = DocumentDefinition<any, Model, any, any>;
