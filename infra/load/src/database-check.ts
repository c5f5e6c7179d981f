import { execFile } from 'node:child_process';
import { at } from '@portal/build/paths';
import type { Environment } from '@portal/service-kit';
import { arrivals, trips } from './calls.ts';
import type { Ledger } from './ledger.ts';
import { type Findings, noFindings } from './report.ts';
import { rowsOf } from './service-database.ts';

const documentTables = [
  { service: 'declarations', table: 'arrival_declaration', kind: 'arrival-declaration', path: arrivals },
  { service: 'trips', table: 'triptic_trip', kind: 'triptic-trip', path: trips },
];

/** Queries on the database of each document service. Each names a fault and must return no rows. */
const mustBeEmpty = (table: string, kind: string, written = table): Record<string, string> => ({
  'a serial reference was given twice': `select reference as what from ${table} where reference is not null group by reference having count(*) > 1`,
  'versions are missing': `select d.id as what from ${written} d left join (select documentId, count(*) n, max(version) m from document_version group by documentId) v
     on v.documentId = d.id where v.n is null or v.n <> d.version or v.m <> d.version`,
  'the history is not complete': `select d.id as what from ${written} d left join (select documentId, count(*) n from document_action group by documentId) a
     on a.documentId = d.id where a.n is null or a.n <> d.version`,
  'an action is not in the audit record once': `select a.documentId as what from (select documentId, action, count(*) n from document_action group by documentId, action) a
     left join (select documentId, action, count(*) n from audit_record group by documentId, action) r on r.documentId = a.documentId and r.action = a.action
     where r.n is null or r.n <> a.n`,
  'documents are counted wrongly': `select documentStatus as what from (select documentStatus, count(*) as n from ${table} group by documentStatus
     union all select documentStatus, -number from document_tally where kind = '${kind}') x group by documentStatus having sum(n) <> 0`,
  'documents were written without being counted': 'select generation as what from document_count_check where generation > 0',
  'the applicant was not told of a registration once': `select d.id as what from ${written} d left join (select documentId, count(*) n from message where event = 'registered'
     group by documentId) m on m.documentId = d.id where d.reference is not null and (m.n is null or m.n <> 1)`,
  'a job was given up': 'select id as what from outbox where state = 2',
});

const idsOf = async (env: Environment, service: string, sql: string): Promise<Set<string>> =>
  new Set((await rowsOf<{ id: string }>(env, service, sql)).map(({ id }) => id));

const firstThree = (ids: string[]): string => `${ids.slice(0, 3)}${ids.length > 3 ? ` and ${ids.length - 3} more` : ''}`;

/**
 * Compares what the databases contain with what was acknowledged.
 * @param ledger of a portal that had no documents before, unless `since` is given
 * @param since when the first document of the ledger was registered, if the portal had others before
 */
export async function checkStored(ledger: Ledger, env: Environment, since?: Date): Promise<Findings> {
  const found = noFindings();
  for (const { service, table, kind, path } of documentTables) {
    const expected = [...ledger.documents].filter(([, document]) => document.path === path).map(([id]) => id);
    const written = since ? `(select * from ${table} where createdAt >= '${since.toISOString().slice(0, 23).replace('T', ' ')}')` : table;
    const stored = await idsOf(env, service, `select id from ${written} w`);
    for (const id of expected) if (!stored.has(id)) found.lost.push(`${table} ${id}`);
    // A registration that the client gave up may have happened, but only once. Every other registration was answered.
    const known = new Set(expected);
    const unacknowledged = [...stored].filter((id) => !known.has(id));
    if (unacknowledged.length > ledger.unknown)
      found.duplicates.push(`${unacknowledged.length} documents of ${table} that nobody was told of: ${firstThree(unacknowledged)}`);
    for (const [what, sql] of Object.entries(mustBeEmpty(table, kind, written))) {
      const rows = await rowsOf<{ what: string }>(env, service, sql);
      const list = what.includes('twice') || what.includes('once') ? found.duplicates : found.faults;
      if (rows.length) list.push(`svc-${service}: ${what}: ${firstThree(rows.map((row) => row.what))}`);
    }
    // A registration draws a print; prints of later versions are drawn on request. Prints that are still to be drawn are open messages.
    const [{ open }] = await rowsOf<{ open: number | string }>(env, service, "select count(*) open from outbox where topic = 'media.render' and state = 0");
    const drawn = await idsOf(env, 'media', `select distinct documentId as id from print_file where service = '${service}'`);
    const without = [...stored].filter((id) => !drawn.has(id));
    if (without.length > Number(open)) found.lost.push(`the prints of ${without.length} documents of ${table}: ${firstThree(without)}`);
  }
  await checkReceipts(ledger, env, found);
  const audit = await verifyAudit(env);
  if (!audit.whole) found.faults.push(`the audit chain is broken: ${audit.output}`);
  return found;
}

async function checkReceipts(ledger: Ledger, env: Environment, found: Findings): Promise<void> {
  const stored = await idsOf(env, 'reference', 'select id from receipt');
  for (const id of ledger.receipts.keys()) if (!stored.has(id)) found.lost.push(`receipt ${id}`);
  const twice = await idsOf(env, 'reference', 'select reference as id from receipt group by reference having count(*) > 1');
  for (const reference of twice) found.duplicates.push(`receipt ${reference}`);
  const moved = "select documentId as id from document_action where action in ('payment', 'receipt') group by documentId having count(*) > 1";
  for (const id of await idsOf(env, 'trips', moved)) found.duplicates.push(`a receipt moved the trip ${id} twice`);
}

/** Returns the number of messages that are not yet delivered. */
export async function openMessages(env: Environment): Promise<number> {
  let open = 0;
  for (const service of ['declarations', 'licences', 'trips', 'reference', 'media']) {
    for (const table of ['outbox', 'message']) {
      const [{ n }] = await rowsOf<{ n: number | string }>(env, service, `select count(*) n from ${table} where state = 0`);
      open += Number(n);
    }
  }
  return open;
}

/** Runs `npm run audit:verify` for the portal with these settings. */
const verifyAudit = (env: Environment): Promise<{ whole: boolean; output: string }> =>
  new Promise((resolve) =>
    execFile(process.execPath, [at('infra/backup/audit-verify.mjs')], { env: { ...process.env, ...env } }, (error, out, err) =>
      resolve({ whole: !error, output: `${out}${err}`.trim() }),
    ),
  );
