/** What a service says of a kind of document; `DocumentService` does the rest. */
import type { Bilingual, ContractClass, DocumentActionEntry, FieldError, PrintLayout, SearchDataType, SerialReference } from '@portal/contract-kit';
import type { EntityManager } from 'typeorm';
import type { Call } from '../auth/actor.ts';
import type { Statement } from '../qr/signing.ts';
import type { DocumentKind } from './document-kind.ts';
import type { DocumentRow } from './document-row.ts';
import type { Workflow, WorkflowPlace } from './workflow.ts';

/** What the server adds to every document. */
export interface ServerFields {
  id: string;
  version: number;
  documentStatus: string;
  /** Missing while the document is a draft. */
  serialReference: SerialReference;
  applicantUser: { name: string };
  documentCreatedAt: string;
  actions: DocumentActionEntry[];
}

export interface PrintDefinition<Model> {
  fileName(model: Model): string;
  /** @param qrUrl public address the QR code opens; empty for a draft */
  layout(model: Model, context: { qrUrl: string; productName: string; portalName: string }): PrintLayout;
}

export interface FinderField {
  column: string;
  type: SearchDataType;
  operation: 'EQ' | 'CONTAINS';
  /** Said when the criterion is missing. */
  message: string;
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
  csv: readonly { title: string; path: string }[];
  /** Without it there is nothing for the public to find. */
  finder?: { fields: Record<string, FinderField>; listFields: readonly string[] /** Rows the public may find. */; statuses?: readonly Status[] };
  prints: Record<string, PrintDefinition<Model>>;
  /** Screen that shows a document to staff, without the id: `/other/traveller/declaration/view`. */
  staffScreen: string;
  /** Where the comment of an action is reported: `comment` or `action.details`. */
  commentField: 'comment' | 'action.details';
  /** A blank document for this caller. */
  blank(call: Call): Promise<Partial<Model>>;
  /** Derives fields before the codes are looked up (entryPointCode from flightDetails). Changes the model in place. */
  prepare?(model: Model, call: Call): void | Promise<void>;
  /** Derives fields after the codes are known (lane). Changes the model in place. */
  derive?(model: Model): void | Promise<void>;
  /** Rules only the server can check. */
  check?(model: Model, action: string, call: Call): Promise<FieldError[]>;
  /** Public standing on the verification page; without it only that the document is genuine is said. */
  standing?(model: Model, now: Date): { code: string; label: string };
  /** Validity dates of the QR statement. */
  validity?(model: Model): Pick<Statement, 'nbf' | 'exp'>;
  /** Messages to other services, written in the transaction of the action. `messages.add(topic, payload)`. */
  announce?(messages: { add(topic: string, payload: object): Promise<void>; tx: EntityManager }, model: Model, action: string, call: Call): Promise<void>;
}
