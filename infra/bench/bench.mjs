/**
 * Measures the services beside the limit they stand on, in one run, interleaved: the same rows written by a bare driver, the same bytes
 * served by a bare fastify. Prints a table and writes docs/benchmarks.md. `npm run bench [-- --seconds 3 --rounds 5]`.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { createPool } from 'mysql2/promise';
import { startLimits } from './limits.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const option = (name, fallback) => Number(process.argv[process.argv.indexOf(`--${name}`) + 1] || fallback) || fallback;
const seconds = process.argv.includes('--seconds') ? option('seconds', 3) : 3;
const rounds = process.argv.includes('--rounds') ? option('rounds', 5) : 5;

const mysqlUrl = process.env.MYSQL_URL ?? 'mysql://root@127.0.0.1:3306';
const redisUrl = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';

async function reachable() {
  try {
    const pool = createPool(mysqlUrl);
    await pool.query('select 1');
    await pool.end();
    return true;
  } catch {
    return false;
  }
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Requests a second that were answered well. */
async function rate(options, connections) {
  const result = await autocannon({ ...options, connections, duration: seconds, timeout: 30 });
  const bad = result.non2xx + result.errors;
  if (bad > 0) throw new Error(`${options.url}: ${bad} answers were not 2xx`);
  return result.requests.total / result.duration;
}

async function engine(name, env, rows) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'portal-bench-'));
  const prefix = `portal_b${randomUUID().slice(0, 6)}`;
  const common = { ...env, DATA_DIR: dataDir, DATABASE_PREFIX: prefix, QUEUE_PREFIX: prefix, LOG_LEVEL: 'fatal', PORT: '0', INTERNAL_TOKEN: 'bench' };
  const { createService: createReference } = await import('svc-reference');
  const { createService: createDeclarations } = await import('svc-declarations');
  const { anArrival } = await import(path.join(root, 'svc-declarations/dist/src/testing/bodies.js'));
  const reference = await createReference(common);
  const declarations = await createDeclarations({ ...common, REFERENCE_URL: reference.url });
  const body = JSON.stringify(anArrival());
  const first = await (
    await fetch(`${declarations.url}/v1/traveller/declaration/`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  ).json();
  if (!first.model) throw new Error(JSON.stringify(first));
  const load = `${declarations.url}/v1/traveller/declaration/${first.model.id}/document`;
  const page = `${reference.url}/v1/catalogue/countries/search`;
  const info = `${declarations.url}/v1/traveller/declaration/info`;
  const qr = `${declarations.url}/v1/traveller/declaration/${first.model.id}/qr`;
  const bytes = async (url) => Buffer.from(await (await fetch(url)).arrayBuffer());
  const limits = await startLimits({
    dataDir,
    mysqlUrl: env.MYSQL_URL,
    database: `${prefix}_bench`,
    document: first.model,
    pages: { load: await bytes(load), page: await bytes(page), info: await bytes(info), qr: await bytes(qr) },
  });
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const pairs = [
    ...[1, 16, 64].map((c) => [
      `register an arrival, ${c} connections`,
      { url: `${declarations.url}/v1/traveller/declaration/`, ...post },
      { rate: () => limits.insert(c, seconds) },
      c,
    ]),
    ['load a document', { url: load }, { url: `${limits.url}/row` }, 16],
    ['blank form (info)', { url: info }, { url: `${limits.url}/info` }, 16],
    ['catalogue page', { url: page }, { url: `${limits.url}/page` }, 16],
    ['QR image', { url: qr }, { url: `${limits.url}/qr` }, 16],
  ];
  try {
    for (const [what, ours, limit, connections] of pairs) {
      const a = [];
      const b = [];
      for (let round = 0; round < rounds; round++) {
        a.push(await rate(ours, connections));
        b.push(limit.rate ? await limit.rate() : await rate(limit, connections));
      }
      const row = { what, engine: name, ours: Math.round(median(a)), limit: Math.round(median(b)), ratio: (median(a) / median(b)).toFixed(2) };
      rows.push(row);
      console.log(`${row.engine.padEnd(10)} ${row.what.padEnd(40)} ${String(row.ours).padStart(7)}/s of ${String(row.limit).padStart(7)}/s  ${row.ratio}`);
    }
  } finally {
    await limits.close();
    await declarations.close();
    await reference.close();
    rmSync(dataDir, { recursive: true, force: true });
    if (env.MYSQL_URL) {
      const pool = createPool(env.MYSQL_URL);
      for (const db of ['declarations', 'reference', 'bench']) await pool.query(`drop database if exists \`${prefix}_${db}\``);
      await pool.end();
    }
  }
}

const rows = [];
execFileSync('node', [path.join(root, 'infra/build/build.mjs'), 'backend'], { stdio: 'inherit' });
if (await reachable()) await engine('MariaDB', { MYSQL_URL: mysqlUrl, REDIS_URL: redisUrl }, rows);
else console.log('MySQL is not reachable: only the embedded database is measured');
await engine('embedded', {}, rows);

const version = (name) => JSON.parse(readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8')).version;
const text = `# Benchmarks

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}; Node ${process.version}, ${os.cpus().length} cores (${os.cpus()[0].model.trim()}), ${Math.round(os.totalmem() / 2 ** 30)} GiB, fastify ${version('fastify')}, mysql2 ${version('mysql2')}, libsql ${version('libsql')}.
Client, service and database share the machine. Each figure is the median of ${rounds} rounds of ${seconds} s, ours and the limit in turn.
The limit of a registration is the same rows in one durable transaction by the bare driver; of a document, a primary-key read by a bare fastify; of the others, a bare fastify with the same bytes.

| what | database | ours, per second | limit, per second | ratio |
|---|---|---|---|---|
${rows.map((r) => `| ${r.what} | ${r.engine} | ${r.ours} | ${r.limit} | ${r.ratio} |`).join('\n')}
`;
writeFileSync(path.join(root, 'docs', 'benchmarks.md'), text);
process.exit(0);
