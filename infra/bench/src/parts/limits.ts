/** The baselines of the benchmarks: the libraries alone (drivers, fastify, pdf-lib, sharp, a stream to a file). */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import fontkit from '@pdf-lib/fontkit';
import Fastify from 'fastify';
import { createPool } from 'mysql2/promise';
import { PDFDocument } from 'pdf-lib';
import QRCode from 'qrcode';
import sharp from 'sharp';
import { serve } from '../lib/child.mjs';
import { quantile, times } from '../lib/measure.mjs';
import { root } from '../lib/root.mjs';

const Libsql = createRequire(import.meta.url)('libsql');
// The rows of one registration: document, version, action, audit, outbox.
const tables = ['document', 'version', 'action', 'audit', 'outbox'];
const columns = '(id varchar(36) primary key, at varchar(30), body json)';

let database;
let dataDir;
const closing = [];

async function mysqlLimit(url, name, body) {
  const admin = createPool(url);
  await admin.query(`create database \`${name}\``);
  await admin.end();
  const pool = createPool({ uri: `${url.replace(/\/$/, '')}/${name}`, connectionLimit: 16 });
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

function embeddedLimit(body) {
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

/** @param {{ env: object, dataDir: string, prefix: string, document: object, pages: Record<string, { type: string, bytes: Uint8Array }> }} options */
async function start(options) {
  dataDir = options.dataDir;
  const body = JSON.stringify(options.document);
  database = options.env.MYSQL_URL ? await mysqlLimit(options.env.MYSQL_URL, `${options.prefix}_bench`, body) : embeddedLimit(body);
  closing.push(database.close);
  const id = randomUUID();
  await database.seed(id);
  const app = Fastify();
  app.get('/row', async (_request, reply) => reply.type('application/json').send(await database.row(id)));
  for (const [name, { type, bytes }] of Object.entries(options.pages)) app.get(`/${name}`, (_request, reply) => reply.type(type).send(Buffer.from(bytes)));
  const file = path.join(dataDir, 'limit.pdf');
  await writeFile(file, Buffer.alloc(40_000, 'x'));
  app.get('/file', (_request, reply) => reply.type('application/pdf').send(createReadStream(file)));
  closing.unshift(() => app.close());
  return app.listen({ port: 0, host: '127.0.0.1' });
}

/** Durable transactions a second on so many connections. */
async function insert(connections, seconds) {
  const began = Date.now();
  const end = began + seconds * 1000;
  let count = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (Date.now() < end) {
        await database.once();
        count++;
      }
    }),
  );
  return count / ((Date.now() - began) / 1000);
}

/** The statements of a list as one would write them by hand: page of ids, count, rows. @returns milliseconds: median and p95 */
async function handWrittenList({ env, dataDir: folder, prefix, table, where, values, offset = 0, count }) {
  const page = `select id from ${table} ${where} order by createdAt desc, id desc limit 25 offset ${offset}`;
  const total = `select count(*) as n from ${table} ${where}`;
  const rows = (ids) => `select id, version, documentStatus, createdAt, body from ${table} where id in (${ids.map(() => '?').join(',') || 'null'})`;
  let once;
  let close;
  if (env.MYSQL_URL) {
    const pool = createPool({ uri: `${env.MYSQL_URL.replace(/\/$/, '')}/${prefix}_declarations`, connectionLimit: 4 });
    close = () => pool.end();
    once = async () => {
      const [[ids]] = await Promise.all([pool.query(page, values), pool.query(total, values)]);
      const [found] = await pool.query(
        rows(ids),
        ids.map(({ id }) => id),
      );
      return found.map(({ body }) => (typeof body === 'string' ? JSON.parse(body) : body));
    };
  } else {
    const db = new Libsql(path.join(folder, 'declarations.db'));
    close = async () => db.close();
    once = async () => {
      const ids = db.prepare(page).all(values);
      db.prepare(total).get(values);
      return db
        .prepare(rows(ids))
        .all(ids.map(({ id }) => id))
        .map(({ body }) => JSON.parse(body));
    };
  }
  const all = await times(count, once);
  await close();
  return { median: quantile(all, 0.5), p95: quantile(all, 0.95) };
}

const texts = (value) => (typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(texts) : []);

/** The words of a layout and its QR code, put on pages by pdf-lib with the same fonts, embedded in the parts that are used. @returns milliseconds of each */
async function barePdf(layout, count) {
  const fontBytes = await Promise.all(['Regular', 'Bold'].map((weight) => readFile(path.join(root, `svc-media/src/rendering/fonts/NotoSans-${weight}.ttf`))));
  return times(count, async () => {
    const pdf = await PDFDocument.create();
    pdf.registerFontkit(fontkit);
    const [regular, bold] = await Promise.all(fontBytes.map((bytes) => pdf.embedFont(bytes, { subset: true })));
    let page = pdf.addPage([595, 842]);
    const { modules } = QRCode.create(layout.qr.text, { errorCorrectionLevel: 'M' });
    let svg = '';
    for (let y = 0; y < modules.size; y++) for (let x = 0; x < modules.size; x++) if (modules.get(y, x)) svg += `M${x} ${y}h1v1h-1z`;
    page.drawSvgPath(svg, { x: 450, y: 800, scale: 2 });
    let y = 800;
    for (const [i, text] of texts(layout.blocks).entries()) {
      if (y < 60) {
        page = pdf.addPage([595, 842]);
        y = 800;
      }
      page.drawText(text.replace(/\s+/g, ' ').slice(0, 90), { x: 40 + (i % 2) * 260, y, size: 9, font: i % 2 ? regular : bold });
      if (i % 2) y -= 14;
    }
    await pdf.save();
  });
}

/** Our own drawing of the same layout, in this process, so that both have the same thread. @returns milliseconds of each */
async function ourPdf(layout, count) {
  const { drawLayout } = await import(path.join(root, 'svc-media/dist/src/rendering/drawing.js'));
  return times(count, () => drawLayout(layout));
}

/** A server that streams what it is sent into a file, durably, and gives it back. */
async function fileServer() {
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return void pipeline(createReadStream(path.join(dataDir, 'limit.bin')), response);
    const file = path.join(dataDir, 'limit.bin');
    await pipeline(request, createWriteStream(file));
    const handle = await open(file);
    await handle.sync();
    await handle.close();
    response.end('{}');
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  closing.unshift(async () => server.close());
  return `http://127.0.0.1:${server.address().port}`;
}

/** sharp alone: upright, small, JPEG. @returns milliseconds of each */
const barePhoto = (bytes, count) =>
  times(count, () => sharp(Buffer.from(bytes)).rotate().resize({ width: 150, height: 150, fit: 'inside', withoutEnlargement: true }).jpeg().toBuffer());

serve({
  start,
  insert,
  handWrittenList,
  barePdf,
  ourPdf,
  fileServer,
  barePhoto,
  end: async () => {
    for (const close of closing.splice(0)) await close();
  },
});
