/** Compares what svc-reference received with what the document services count as paid, in the databases themselves. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Database, type Environment, kitEntities, loadSettings, ServiceSettings } from '@portal/service-kit';

const documents = [
  { service: 'licences', table: 'professional_licence' },
  { service: 'trips', table: 'triptic_trip' },
] as const;

const page = 500;

interface Paid {
  reference: string;
  receiptIds: string[];
}

/** A row whose JSON column may come as text or as an object, depending on the database. */
const read = <T>(value: T | string): T => (typeof value === 'string' ? (JSON.parse(value) as T) : value);

export interface Reconciliation {
  receiptsWithoutDocument: { receipt: string; service: string; document: string }[];
  paidWithoutReceipt: { service: string; document: string }[];
}

/** What two lists of facts say of each other; the rule of the reconciliation by itself. */
export function compare(
  receipts: readonly { id: string; reference: string; documentId: string; documentReference: string }[],
  paid: ReadonlyMap<string, Paid & { service: string }>,
): Reconciliation {
  const known = new Set(receipts.map((r) => r.id));
  return {
    receiptsWithoutDocument: receipts
      .filter((r) => !paid.get(r.documentId)?.receiptIds.includes(r.id))
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

/** The documents of which at least one fee counts as paid. */
async function paidOf(database: Database, service: string, table: string, into: Map<string, Paid & { service: string }>): Promise<void> {
  for (const row of await rowsOf<{ id: string; reference: string; body: string | object }>(database, table, 'id, reference, body')) {
    const body = read(row.body) as { fees?: { status?: string }[]; receipts?: { receiptId: string }[] };
    const receiptIds = (body.receipts ?? []).map((r) => r.receiptId);
    if (receiptIds.length || body.fees?.some((f) => f.status === 'PAID')) into.set(row.id, { service, reference: row.reference, receiptIds });
  }
}

/**
 * Prints receipts that no document knows and documents that are paid without a receipt.
 * @returns false when there is any
 */
export async function reconcile(environment: Environment, root: string): Promise<boolean> {
  const settings = loadSettings(ServiceSettings, { ...environment, DATA_DIR: resolve(root, environment.DATA_DIR || '.data') });
  const open = async (service: string): Promise<Database | null> =>
    !settings.mysqlUrl && !existsSync(join(settings.dataDir, `${service}.db`))
      ? null
      : Database.open(settings, { service, entities: kitEntities, migrations: [] });
  const paid = new Map<string, Paid & { service: string }>();
  for (const { service, table } of documents) {
    const database = await open(service);
    if (database) await paidOf(database, service, table, paid).finally(() => database.close());
  }
  const reference = await open('reference');
  const receipts = reference
    ? await rowsOf<{ id: string; reference: string; documentId: string; documentReference: string }>(
        reference,
        'receipt',
        'id, reference, documentId, documentReference',
      ).finally(() => reference.close())
    : [];
  const found = compare(receipts, paid);
  process.stdout.write(`${receipts.length} receipts, ${paid.size} paid documents\n`);
  for (const r of found.receiptsWithoutDocument) process.stdout.write(`receipt ${r.receipt} for ${r.document}: its document does not know it\n`);
  for (const p of found.paidWithoutReceipt) process.stdout.write(`svc-${p.service} ${p.document}: paid without a receipt\n`);
  return found.receiptsWithoutDocument.length + found.paidWithoutReceipt.length === 0;
}
