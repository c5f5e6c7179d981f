import type { Bilingual, Language } from './language.ts';
/** The published response formats (envelopes): what every service returns and every screen reads. */

/** One broken rule or one reason for a refusal. `field` is a dotted path into the body, or `''` if the error concerns no particular field. */
export interface FieldError {
  code: string;
  field: string;
  message: string;
}

/** An error response in the format of RFC 9457 (`application/problem+json`), which every error uses. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  /** The message of the first error. */
  detail?: string;
  requestId?: string;
  errors: FieldError[];
  /** With `STALE_VERSION`: who has changed the document since the caller read it, what they did and when. */
  current?: { version: number; changedBy: string; changedAt: string; action: string; documentStatus: string };
  /** With `CLAIMED`: the officer who is working on the case, and since when. */
  claim?: { assignee: { name: string }; since: string };
}

export type ActionKind = 'submit' | 'navigate' | 'download' | 'delete';

/** An action that the server offers on a document. The screen shows the actions whose `modes` contain its own mode or `'*'`. */
export interface OfferedAction {
  name: string;
  label: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The address of the action, relative to the service's prefix. */
  url: string;
  modes: string[];
  kind: ActionKind;
  hideOnSubmit: boolean;
  commentRequired: boolean;
  /** The options of the action's decision that require a comment, if not all of them do. */
  commentRequiredFor?: string[];
  /** Whether the applicant can read the comment. Without this flag only staff can read it. */
  toApplicant?: boolean;
  /** Set if the action asks the applicant something, or answers the office: its comment becomes an entry of the thread. */
  thread?: 'question' | 'answer';
  /** Whether the person who performs the action may undo it for a while. */
  canBeUndone?: true;
}

/**
 * An action that the caller's role allows, but that is blocked now: because of what the caller did before (four-eyes principle), or because another officer is
 * working on the case.
 */
export interface BlockedAction {
  name: string;
  label: string;
  modes: string[];
  code: 'FOUR_EYES' | 'CLAIMED';
  /** The reason, in the reader's language. */
  message: string;
  /** With `CLAIMED`: the officer who is working on the case, and since when. */
  claim?: Problem['claim'];
}

/** The response to every load, registration and action of a document. */
export interface DocumentEnvelope<Model> {
  model: Model & { id: string; version: number };
  actions: OfferedAction[];
  /** Missing if no action is blocked. */
  blocked?: BlockedAction[];
  /** Only in the answer to a call that began this claim. */
  claim?: Problem['claim'];
}

/**
 * In which role a person acted: as the applicant, as an officer on behalf of an applicant at the counter, as an officer for the office, or as the portal
 * itself.
 */
export type Capacity = 'applicant' | 'counter' | 'office' | 'system';

/** One document of a signed-in person, as listed by `GET v1/<kind>/mine`. */
export interface OwnDocument {
  id: string;
  kind: string;
  /** The kind of document, in the reader's language. */
  title: string;
  /** The serial reference. Missing while the document is a draft. */
  reference?: string;
  /** The person or thing that the document is about: a traveller, a holder, a vehicle. */
  name: string;
  documentStatus: string;
  /** The status in the reader's language. */
  statusLabel: string;
  createdAt: string;
  updatedAt: string;
  /** What happens next, in the reader's language. Missing if the document is closed. */
  nextStep?: string;
  /** Whether the applicant has to take the next step. */
  waitsForApplicant: boolean;
  /** Number of messages between the office and the applicant. Missing if there are none. */
  words?: number;
  /** Address of the document's screen. */
  screen: string;
  /** The applicant's last request to erase the document, with the office's answer. */
  erasure?: ErasureRequest;
}

/** A request to erase personal data, as the applicant and the office see it. */
export interface ErasureRequest {
  id: string;
  documentId?: string;
  reference?: string;
  state: 'OPEN' | 'GRANTED' | 'REFUSED';
  requestedAt: string;
  /** The day by which the office must answer. */
  dueAt: string;
  reason?: string;
  comment?: string;
  /** What was erased immediately, in the reader's language. */
  erasedNow: string[];
  /** What must be kept by law, until which day, and why; the texts are in the reader's language. */
  kept: { what: string; until?: string; why: string }[];
}

/** The response of every search, find, catalogue and lookup. */
export interface ListResult<Row> {
  records: Row[];
  totalRecords: number;
}

/** Returns the response for a list that is sent whole, without pages. */
export const listResult = <T>(records: T[]): ListResult<T> => ({ records, totalRecords: records.length });

/** The fields that every record of an enum or a catalogue has. `label` holds the name in the other languages. */
export interface CatalogueRecord {
  code: string;
  name: string;
  names?: Record<string, string>;
  [extra: string]: unknown;
}

/** Returns the catalogue record of a fixed value with its name. */
export const recordOf = <Code extends string>(code: Code, { en, pt }: Bilingual) => ({ code, name: en, names: { en, pt } });

export interface SerialReference {
  year: number;
  number: number;
  date: string;
  dateTime: string;
  reference: string;
  serial: string;
}

/** The fields that the server adds to every document. */
export interface ServerFields<Status extends string = string> {
  id: string;
  version: number;
  documentStatus: Status;
  /** Missing while the document is a draft. */
  serialReference: SerialReference;
  applicantUser: { name: string };
  documentCreatedAt: string;
  actions: DocumentActionEntry[];
}

/** All operators of a search criterion. `EMPTY` and `ANY` take no value, `BETWEEN` takes two, `IN` up to 200, and the others one. */
export const searchOperations = ['EQ', 'NEQ', 'IN', 'CONTAINS', 'GTE', 'LTE', 'BETWEEN', 'EMPTY', 'ANY'] as const;
export type SearchOperation = (typeof searchOperations)[number];
export type SearchDataType = 'TEXT' | 'INTEGER' | 'DATE';

export interface SearchCriterion {
  expressionType: 'SearchCriterion';
  operation: SearchOperation;
  dataType: SearchDataType;
  fieldName: string;
  values: (string | number)[];
}

export type SearchDirection = 'ASC' | 'DESC';

/** A field by which the whole list is sorted. Rows without a value come last in both directions. */
export interface SearchSorting {
  fieldName: string;
  direction: SearchDirection;
}

/** The query parameter `q` of every search. `page` counts from 1, `size` is at most 200. Without `sorting` the newest rows come first. */
export interface SearchQuery {
  criteria: SearchCriterion[];
  paging: { page: number; size: number };
  sorting?: SearchSorting[];
  viewColumns?: string[];
  /** The server need not count the total beyond this number; the response then has `atLeast`. */
  totalUpTo?: number;
}

/** A field by which a list can be searched, as returned by `search/fields`. */
export interface SearchFieldInfo {
  fieldName: string;
  dataType: SearchDataType;
  operations: SearchOperation[];
  sortable: boolean;
}

export interface HistoryEntry {
  documentActionId: string;
  documentAction: string;
  documentStatus: string;
  documentUpdatedAt: string | null;
  documentUserName: string | null;
  documentVersion: number | null;
  /** Planned duration of the step in minutes, from the workflow table. */
  estimatedTimeMinutes: number;
  /** Actual duration in minutes; -1 for a step that was not reached. */
  actualTimeMinutes: number;
  details?: string;
}

export interface HistoryRequest {
  isTimeline: boolean;
  isAscending: boolean;
  fillMissingTimelineStatuses: boolean;
  useDynamicPaths: boolean;
}

export interface HistoryResponse {
  order: 'ASC' | 'DES';
  type: 'HISTORY' | 'TIMELINE';
  documentActions: HistoryEntry[];
}

/** An action that is stored with a document, as an entry of its `actions[]`. */
export interface DocumentActionEntry {
  id: string;
  /** Name of the action in the workflow. Entries of earlier releases have none. */
  action?: string;
  /** The document version that the action created. */
  version?: number;
  capacity?: Capacity;
  /** The action's label in the reader's language. */
  operation: string;
  dateTime: string;
  details: string;
  status: string;
  user: { name: string; mobile: string; email: string };
  /** The language in which the applicant performed the action. It is not returned to any caller. */
  language?: Language;
  /** The requirement that a question to the applicant is about. */
  requirementCode?: string;
  /** The files that the applicant attached to an answer. */
  files?: ThreadFile[];
}

/** A file attached to an answer; `uid` is its id in svc-media. */
export interface ThreadFile {
  uid: string;
  name: string;
  size: number;
}

/** One message of the thread between the office and the applicant. */
export interface ThreadEntry {
  id: string;
  at: string;
  /** The name of the sender. Officials see the officer's name, the applicant sees the name of the office. */
  by: string;
  from: 'office' | 'applicant';
  /** The label of the action that the message belongs to. */
  operation: string;
  text: string;
  requirementCode?: string;
  /** The description of the requirement that the message is about, in the reader's language. */
  requirement?: string;
  files: ThreadFile[];
}

/** A record of the audit log as auditors see it: who did or read what. */
export interface AuditRecord {
  id: string;
  /** `YYYY-MM-DDTHH:mm:ss` in UTC. */
  at: string;
  userSub: string | null;
  userName: string;
  action: string;
  kind: string;
  documentId: string | null;
  reference: string | null;
  requestId: string;
  details: object | null;
  /** The reason that was given for an action. Available only while its document exists. */
  reason?: string;
}

/** A document of a person, for auditors: what is needed to find its audit records, without any of its content. */
export interface AuditedDocument {
  kind: string;
  title: Bilingual;
  documentId: string;
  reference: string | null;
  /** Further ids under which events of this document are recorded: its group and its files. */
  others: string[];
}

/** The documents of a person in one service. */
export interface AuditedPerson extends ListResult<AuditedDocument> {
  /** Set if there are older documents that are not in the list. */
  incomplete?: true;
}
