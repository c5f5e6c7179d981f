import { execFile } from 'node:child_process';
import { at, root } from '../../dev/lib/root.mjs';
import { openDatabase } from './databases.mjs';
import { arrivals, trips } from './kinds.mjs';

const documentTables = [
  { service: 'declarations', table: 'arrival_declaration', kind: 'arrival-declaration', path: arrivals },
  { service: 'trips', table: 'triptic_trip', kind: 'triptic-trip', path: trips },
];

/** What must give no row, in the database of each document service. */
const empty = (table, kind) => ({
  'a serial reference was given twice': `select reference as what from ${table} where reference is not null group by reference having count(*) > 1`,
  'versions are missing': `select d.id as what from ${table} d left join (select documentId, count(*) n, max(version) m from document_version group by documentId) v
     on v.documentId = d.id where v.n is null or v.n <> d.version or v.m <> d.version`,
  'the history is not complete': `select d.id as what from ${table} d left join (select documentId, count(*) n from document_action group by documentId) a
     on a.documentId = d.id where a.n is null or a.n <> d.version`,
  'an action is not in the audit record once': `select a.documentId as what from (select documentId, action, count(*) n from document_action group by documentId, action) a
     left join (select documentId, action, count(*) n from audit_record group by documentId, action) r on r.documentId = a.documentId and r.action = a.action
     where r.n is null or r.n <> a.n`,
  'documents are counted wrongly': `select documentStatus as what from (select documentStatus, count(*) as n from ${table} group by documentStatus
     union all select documentStatus, -number from document_tally where kind = '${kind}') x group by documentStatus having sum(n) <> 0`,
  'documents were written without being counted': 'select generation as what from document_count_check where generation > 0',
  'a job was given up': 'select id as what from outbox where state = 2',
});

/**
 * Compares what the databases hold with what was acknowledged.
 * @param {import('./ledger.mjs').Ledger} ledger of a portal that had no documents before
 * @param {Record<string, string | undefined>} env the portal's settings
 * @returns {Promise<{ lost: string[], duplicates: string[], faults: string[] }>}
 */
export async function checkStored(ledger, env) {
  const found = { lost: [], duplicates: [], faults: [] };
  const media = await openDatabase(env, 'media');
  try {
    for (const { service, table, kind, path } of documentTables) {
      const db = await openDatabase(env, service);
      try {
        const expected = new Set([...ledger.documents].filter(([, d]) => d.path === path).map(([id]) => id));
        const stored = new Set((await db.rows(`select id from ${table}`)).map(({ id }) => id));
        for (const id of expected) if (!stored.has(id)) found.lost.push(`${table} ${id}`);
        // A registration that the client gave up may have happened, once; every other has been answered.
        const more = [...stored].filter((id) => !expected.has(id));
        if (more.length > ledger.unknown) found.duplicates.push(`${more.length} documents of ${table} that nobody was told of: ${more.slice(0, 3)}`);
        for (const [what, sql] of Object.entries(empty(table, kind))) {
          const rows = await db.rows(sql);
          const list = what.includes('twice') || what.includes('once') ? found.duplicates : found.faults;
          if (rows.length) list.push(`svc-${service}: ${what}: ${rows.slice(0, 3).map((r) => r.what)}${rows.length > 3 ? ` and ${rows.length - 3} more` : ''}`);
        }
        // The form of its registration; those of later versions are drawn when somebody asks for them.
        const drawn = new Set((await media.rows(`select distinct documentId as id from print_file where service = '${service}'`)).map(({ id }) => id));
        const without = [...stored].filter((id) => !drawn.has(id));
        if (without.length) found.lost.push(`the prints of ${without.length} documents of ${table}: ${without.slice(0, 3)}`);
      } finally {
        await db.close();
      }
    }
    await checkReceipts(ledger, env, found);
  } finally {
    await media.close();
  }
  const audit = await verifyAudit(env);
  if (!audit.whole) found.faults.push(`the audit chain is broken: ${audit.says}`);
  return found;
}

async function checkReceipts(ledger, env, found) {
  const [reference, desk] = [await openDatabase(env, 'reference'), await openDatabase(env, 'trips')];
  try {
    const stored = new Set((await reference.rows('select id from receipt')).map(({ id }) => id));
    for (const id of ledger.receipts.keys()) if (!stored.has(id)) found.lost.push(`receipt ${id}`);
    for (const { what } of await reference.rows('select reference as what from receipt group by reference having count(*) > 1'))
      found.duplicates.push(`receipt ${what}`);
    const moved = "select documentId as what from document_action where action in ('payment', 'receipt') group by documentId having count(*) > 1";
    for (const { what } of await desk.rows(moved)) found.duplicates.push(`a receipt moved the trip ${what} twice`);
  } finally {
    await reference.close();
    await desk.close();
  }
}

/** Messages that are still on their way. */
export async function openMessages(env) {
  let open = 0;
  for (const service of ['declarations', 'licences', 'trips', 'reference', 'media']) {
    const db = await openDatabase(env, service);
    try {
      const [{ n }] = await db.rows('select count(*) n from outbox where state = 0');
      open += Number(n);
    } finally {
      await db.close();
    }
  }
  return open;
}

/** What `npm run audit:verify` does for the portal of these settings. */
function verifyAudit(env) {
  const script = at('infra/dev/dist/src/audit-verify.js');
  const code = `process.exit((await (await import(${JSON.stringify(script)})).verifyAudits(process.env, ${JSON.stringify(root)})) ? 0 : 1)`;
  return new Promise((resolve) =>
    execFile(process.execPath, ['--input-type=module', '-e', code], { env: { ...process.env, ...env } }, (error, out, err) =>
      resolve({ whole: !error, says: `${out}${err}`.trim() }),
    ),
  );
}
