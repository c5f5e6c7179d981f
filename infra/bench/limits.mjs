/** The bare drivers and the bare fastify that the services are measured beside. */
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';
import Fastify from 'fastify';
import { createPool } from 'mysql2/promise';

const Libsql = createRequire(import.meta.url)('libsql');
// The rows of one registration: document, version, action, audit, outbox.
const tables = ['document', 'version', 'action', 'audit', 'outbox'];
const columns = '(id varchar(36) primary key, at varchar(30), body json)';

/** How long one loop of inserts runs on each of several connections, and how many it managed in a second. */
async function loop(connections, seconds, once) {
  const end = Date.now() + seconds * 1000;
  let count = 0;
  const began = Date.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (Date.now() < end) {
        await once();
        count++;
      }
    }),
  );
  return count / ((Date.now() - began) / 1000);
}

async function mysqlLimit(url, database, body) {
  const admin = createPool(url);
  await admin.query(`create database \`${database}\``);
  await admin.end();
  const pool = createPool({ uri: `${url.replace(/\/$/, '')}/${database}`, connectionLimit: 16 });
  for (const t of tables) await pool.query(`create table ${t} ${columns}`);
  return {
    async once() {
      const c = await pool.getConnection();
      await c.query('start transaction');
      for (const t of tables) await c.execute(`insert into ${t} values (?, ?, ?)`, [randomUUID(), new Date().toISOString(), body]);
      await c.query('commit');
      c.release();
    },
    async row(id) {
      const [rows] = await pool.execute('select body from document where id = ?', [id]);
      return rows[0].body;
    },
    seed: (id) => pool.execute('insert into document values (?, ?, ?)', [id, '', body]),
    close: () => pool.end(),
  };
}

function embeddedLimit(dataDir, body) {
  const db = new Libsql(path.join(dataDir, 'limit.db'));
  db.exec('pragma journal_mode = wal; pragma synchronous = full');
  for (const t of tables) db.exec(`create table ${t} ${columns}`);
  const inserts = tables.map((t) => db.prepare(`insert into ${t} values (?, ?, ?)`));
  const select = db.prepare('select body from document where id = ?');
  return {
    async once() {
      db.exec('begin immediate');
      for (const insert of inserts) insert.run([randomUUID(), new Date().toISOString(), body]);
      db.exec('commit');
      await new Promise(setImmediate);
    },
    row: async (id) => select.get([id]).body,
    seed: async (id) => inserts[0].run([id, '', body]),
    close: async () => db.close(),
  };
}

export async function startLimits({ dataDir, mysqlUrl, database, document, pages }) {
  const body = JSON.stringify(document);
  const limit = mysqlUrl ? await mysqlLimit(mysqlUrl, database, body) : embeddedLimit(dataDir, body);
  const id = randomUUID();
  await limit.seed(id);
  const app = Fastify();
  app.get('/row', async (_request, reply) => reply.type('application/json').send(await limit.row(id)));
  for (const [name, bytes] of Object.entries(pages))
    app.get(`/${name}`, (_request, reply) => reply.type(name === 'qr' ? 'image/png' : 'application/json').send(bytes));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, insert: (connections, seconds) => loop(connections, seconds, limit.once), close: () => app.close().then(() => limit.close()) };
}
