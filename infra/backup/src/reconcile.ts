/** Compares the receipts of svc-reference with the paid documents of the other services, in their databases. */
import { type Database, type Environment, projectServices, withDatabase } from '@portal/service-kit';
import { noData } from './services.ts';

/** The table of documents that have a fee, by service. */
const documentTables: Record<string, string | undefined> = { licences: 'professional_licence', trips: 'triptic_trip' };

interface Receipt {
  id: string;
  reference: string;
  documentId: string;
  documentReference: string;
}

const page = 500;

interface Paid {
  reference: string;
  receiptIds: string[];
}

/** Parses a JSON column, which the driver returns as text or as an object, depending on the database. */
const read = <T>(value: T | string): T => (typeof value === 'string' ? (JSON.parse(value) as T) : value);

export interface Reconciliation {
  receiptsWithoutDocument: { receipt: string; service: string; document: string }[];
  paidWithoutReceipt: { service: string; document: string }[];
}

/** Compares receipts and paid documents. @param erased ids of erased documents, whose receipts are kept */
export function compare(
  receipts: readonly Receipt[],
  paid: ReadonlyMap<string, Paid & { service: string }>,
  erased: ReadonlySet<string> = new Set(),
): Reconciliation {
  const known = new Set(receipts.map((r) => r.id));
  return {
    receiptsWithoutDocument: receipts
      .filter((r) => !erased.has(r.documentId) && !paid.get(r.documentId)?.receiptIds.includes(r.id))
      .map((r) => ({ receipt: r.reference, service: paid.get(r.documentId)?.service ?? '', document: r.documentReference })),
    paidWithoutReceipt: [...paid.values()]
      .filter((p) => !p.receiptIds.some((id) => known.has(id)))
      .map(({ service, reference }) => ({ service, document: reference })),
  };
}

async function rowsOf<Row extends { id: string }>(database: Database, table: string, columns: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after = ''; ; ) {
    const next = (await database.reading.query(`select ${columns} from ${table} where id > ? order by id limit ${page}`, [after])) as Row[];
    rows.push(...next);
    if (next.length < page) return rows;
    after = (next.at(-1) as Row).id;
  }
}

/** Adds the documents that have a receipt or a paid fee to `into`. */
async function paidOf(database: Database, service: string, table: string, into: Map<string, Paid & { service: string }>): Promise<void> {
  for (const row of await rowsOf<{ id: string; reference: string; body: string | object }>(database, table, 'id, reference, body')) {
    const body = read(row.body) as { fees?: { status?: string }[]; receipts?: { receiptId: string }[] };
    const receiptIds = (body.receipts ?? []).map((r) => r.receiptId);
    if (receiptIds.length || body.fees?.some((f) => f.status === 'PAID')) into.set(row.id, { service, reference: row.reference, receiptIds });
  }
}

/**
 * Prints receipts that belong to no document, and paid documents that have no receipt.
 * @returns false if there are any
 * @throws Error if no service has any data
 */
export async function reconcile(environment: Environment, root: string): Promise<boolean> {
  const services = await projectServices(root, environment);
  const paid = new Map<string, Paid & { service: string }>();
  const erased = new Set<string>();
  let receipts: Receipt[] = [];
  let anyData = false;
  for (const options of services) {
    const table = documentTables[options.service];
    await withDatabase(options, async (database) => {
      anyData = true;
      if (table) {
        await paidOf(database, options.service, table, paid);
        for (const { id } of await rowsOf(database, 'erased_document', 'id')) erased.add(id);
      } else if (options.service === 'reference') receipts = await rowsOf<Receipt>(database, 'receipt', 'id, reference, documentId, documentReference');
    });
  }
  if (!anyData) throw noData('compare');
  const found = compare(receipts, paid, erased);
  console.log(`${receipts.length} receipts, ${paid.size} paid documents`);
  for (const { receipt, document } of found.receiptsWithoutDocument) console.log(`receipt ${receipt} for ${document}: its document does not know it`);
  for (const { service, document } of found.paidWithoutReceipt) console.log(`svc-${service} ${document}: paid without a receipt`);
  return found.receiptsWithoutDocument.length + found.paidWithoutReceipt.length === 0;
}
