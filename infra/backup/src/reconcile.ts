/** Compares the receipts of svc-reference with the paid documents of the other services, in their databases. It reads both page by page. */
import { type Database, type Environment, projectServices, type ServiceOptions, withDatabase } from '@portal/service-kit';
import { noData } from './services.ts';

/** The table of documents that have a fee, by service. */
const documentTables: Record<string, string | undefined> = { licences: 'professional_licence', trips: 'triptic_trip' };

interface Receipt {
  id: string;
  reference: string;
  documentId: string;
  documentReference: string;
}

/** A document that has a receipt or a paid fee. */
interface Paid {
  reference: string;
  receiptIds: string[];
}

/** How many rows are read and compared at a time: there may be more of them than fit in memory. */
const page = 500;

/** Parses a JSON column, which the driver returns as text or as an object, depending on the database. */
const read = <T>(value: T | string): T => (typeof value === 'string' ? (JSON.parse(value) as T) : value);

/** Returns the receipts that their document does not know. @param erased ids of erased documents, whose receipts are kept */
export const receiptsWithoutDocument = <R extends Receipt>(receipts: readonly R[], paid: ReadonlyMap<string, Paid>, erased: ReadonlySet<string>): R[] =>
  receipts.filter(({ id, documentId }) => !erased.has(documentId) && !paid.get(documentId)?.receiptIds.includes(id));

/** Returns the paid documents that none of these receipts belongs to. */
export const paidWithoutReceipt = <P extends Paid>(paid: readonly P[], receipts: ReadonlySet<string>): P[] =>
  paid.filter(({ receiptIds }) => !receiptIds.some((id) => receipts.has(id)));

async function* pagesOf<Row extends { id: string }>(database: Database, table: string, columns: string): AsyncGenerator<Row[]> {
  for (let after = ''; ; ) {
    const rows = (await database.reading.query(`select ${columns} from ${table} where id > ? order by id limit ${page}`, [after])) as Row[];
    if (rows.length) yield rows;
    if (rows.length < page) return;
    after = (rows.at(-1) as Row).id;
  }
}

async function rowsWithIds<Row>(database: Database, table: string, columns: string, ids: readonly string[]): Promise<Row[]> {
  if (!ids.length) return [];
  return database.reading.query(`select ${columns} from ${table} where id in (${ids.map(() => '?').join(', ')})`, [...ids]);
}

/** The columns of a document from which its payment is read. */
interface DocumentRow {
  id: string;
  reference: string;
  body: string | object;
}
const documentColumns = 'id, reference, body';

/** Returns those documents that have a receipt or a paid fee, by their ids. */
function paidOf(rows: readonly DocumentRow[]): Map<string, Paid> {
  const paid = new Map<string, Paid>();
  for (const { id, reference, body } of rows) {
    const { fees, receipts } = read(body) as { fees?: { status?: string }[]; receipts?: { receiptId: string }[] };
    const receiptIds = (receipts ?? []).map((r) => r.receiptId);
    if (receiptIds.length || fees?.some((f) => f.status === 'PAID')) paid.set(id, { reference, receiptIds });
  }
  return paid;
}

/** A database whose documents have fees. */
interface Documents {
  service: string;
  database: Database;
  table: string;
}

/** Prints the receipts that their document does not know. @returns the number of receipts, and of those that were printed */
async function checkReceipts(reference: Database | undefined, services: readonly Documents[]): Promise<{ all: number; wrong: number }> {
  let [all, wrong] = [0, 0];
  if (!reference) return { all, wrong };
  for await (const receipts of pagesOf<Receipt>(reference, 'receipt', 'id, reference, documentId, documentReference')) {
    const ids = [...new Set(receipts.map(({ documentId }) => documentId))];
    const documents: DocumentRow[] = [];
    const erased = new Set<string>();
    for (const { database, table } of services) {
      documents.push(...(await rowsWithIds<DocumentRow>(database, table, documentColumns, ids)));
      for (const { id } of await rowsWithIds<{ id: string }>(database, 'erased_document', 'id', ids)) erased.add(id);
    }
    all += receipts.length;
    for (const { reference: receipt, documentReference } of receiptsWithoutDocument(receipts, paidOf(documents), erased)) {
      wrong++;
      console.log(`receipt ${receipt} for ${documentReference}: its document does not know it`);
    }
  }
  return { all, wrong };
}

/** Prints the paid documents of a service that have no receipt. @returns the number of paid documents, and of those that were printed */
async function checkDocuments({ service, database, table }: Documents, reference: Database | undefined): Promise<{ all: number; wrong: number }> {
  let [all, wrong] = [0, 0];
  for await (const documents of pagesOf<DocumentRow>(database, table, documentColumns)) {
    const paid = [...paidOf(documents).values()];
    const named = paid.flatMap(({ receiptIds }) => receiptIds);
    const known = new Set<string>();
    for (let at = 0; reference && at < named.length; at += page)
      for (const { id } of await rowsWithIds<{ id: string }>(reference, 'receipt', 'id', named.slice(at, at + page))) known.add(id);
    all += paid.length;
    for (const { reference: document } of paidWithoutReceipt(paid, known)) {
      wrong++;
      console.log(`svc-${service} ${document}: paid without a receipt`);
    }
  }
  return { all, wrong };
}

async function compare(databases: ReadonlyMap<string, Database>): Promise<boolean> {
  const reference = databases.get('reference');
  const documents = [...databases].flatMap(([service, database]) => {
    const table = documentTables[service];
    return table ? [{ service, database, table }] : [];
  });
  const receipts = await checkReceipts(reference, documents);
  const paid = { all: 0, wrong: 0 };
  for (const of of documents) {
    const { all, wrong } = await checkDocuments(of, reference);
    paid.all += all;
    paid.wrong += wrong;
  }
  console.log(`${receipts.all} receipts, ${paid.all} paid documents`);
  return receipts.wrong + paid.wrong === 0;
}

/**
 * Prints receipts that belong to no document, and paid documents that have no receipt.
 * @returns false if there are any
 * @throws Error if no service has any data
 */
export async function reconcile(environment: Environment, root: string): Promise<boolean> {
  const databases = new Map<string, Database>();
  /** Opens the databases of these services, and compares them while all are open. */
  const open = async ([next, ...others]: ServiceOptions[]): Promise<boolean> => {
    if (!next) {
      if (!databases.size) throw noData('compare');
      return compare(databases);
    }
    const found = await withDatabase(next, (database) => {
      databases.set(next.service, database);
      return open(others);
    });
    return found ?? open(others);
  };
  return open(await projectServices(root, environment));
}
