/** The baselines of the benchmarks: the libraries alone (drivers, fastify, pdf-lib, sharp, a stream to a file). */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import fontkit from '@pdf-lib/fontkit';
import type { PrintLayout } from '@portal/contract-kit';
import type { Environment } from '@portal/service-kit';
import Fastify from 'fastify';
import { createPool, type RowDataPacket } from 'mysql2/promise';
import { PDFDocument } from 'pdf-lib';
import QRCode from 'qrcode';
import sharp from 'sharp';
import { measureDurations, quantile } from '../measure.ts';
import { serve } from '../part.ts';
import { listen } from '../server.ts';

const Libsql = createRequire(import.meta.url)('libsql');
// One table for each row that a registration writes: document, version, action, audit, outbox.
const tables = ['document', 'version', 'action', 'audit', 'outbox'];
const columns = '(id varchar(36) primary key, at varchar(30), body json)';

/** A database driver alone, without the code of the services. */
interface BareDatabase {
  /** Writes the rows of a registration in one durable transaction. */
  insertOnce(): Promise<void>;
  row(id: string): Promise<string>;
  seed(id: string): Promise<unknown>;
  close(): Promise<void>;
}

let database: BareDatabase;
let dataDir: string;
const closing: (() => unknown)[] = [];

const urlOf = ({ MYSQL_URL = '' }: Environment, name: string): string => `${MYSQL_URL.replace(/\/$/, '')}/${name}`;

async function mysqlLimit(env: Environment, body: string): Promise<BareDatabase> {
  const name = `${env.DATABASE_PREFIX}_bench`;
  const admin = createPool(env.MYSQL_URL ?? '');
  await admin.query(`create database \`${name}\``);
  await admin.end();
  const pool = createPool({ uri: urlOf(env, name), connectionLimit: 16 });
  for (const table of tables) await pool.query(`create table ${table} ${columns}`);
  return {
    async insertOnce() {
      const connection = await pool.getConnection();
      await connection.query('start transaction');
      for (const table of tables) await connection.execute(`insert into ${table} values (?, ?, ?)`, [randomUUID(), new Date().toISOString(), body]);
      await connection.query('commit');
      connection.release();
    },
    row: async (id) => (await pool.execute<RowDataPacket[]>('select body from document where id = ?', [id]))[0][0].body,
    seed: (id) => pool.execute('insert into document values (?, ?, ?)', [id, '', body]),
    close: () => pool.end(),
  };
}

function embeddedLimit(body: string): BareDatabase {
  const db = new Libsql(path.join(dataDir, 'limit.db'));
  db.exec('pragma journal_mode = wal; pragma synchronous = full');
  for (const table of tables) db.exec(`create table ${table} ${columns}`);
  const inserts = tables.map((table) => db.prepare(`insert into ${table} values (?, ?, ?)`));
  const select = db.prepare('select body from document where id = ?');
  return {
    async insertOnce() {
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

/** The bytes that a bare fastify sends for a path, and their type. */
export interface BarePage {
  type: string;
  bytes: Uint8Array;
}

/** Starts a bare fastify that serves a row, the given pages and a file. @returns its address */
async function start(env: Environment, document: object, pages: Record<string, BarePage>): Promise<string> {
  dataDir = env.DATA_DIR ?? '';
  const body = JSON.stringify(document);
  database = env.MYSQL_URL ? await mysqlLimit(env, body) : embeddedLimit(body);
  closing.push(() => database.close());
  const id = randomUUID();
  await database.seed(id);
  const app = Fastify();
  app.get('/row', async (_request, reply) => reply.type('application/json').send(await database.row(id)));
  for (const [name, { type, bytes }] of Object.entries(pages)) app.get(`/${name}`, (_request, reply) => reply.type(type).send(Buffer.from(bytes)));
  const file = path.join(dataDir, 'limit.pdf');
  await writeFile(file, Buffer.alloc(40_000, 'x'));
  app.get('/file', (_request, reply) => reply.type('application/pdf').send(createReadStream(file)));
  closing.unshift(() => app.close());
  return app.listen({ port: 0, host: '127.0.0.1' });
}

/** Measures durable transactions per second over the given number of connections. */
async function insert(connections: number, seconds: number): Promise<number> {
  const began = Date.now();
  const end = began + seconds * 1000;
  let count = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (Date.now() < end) {
        await database.insertOnce();
        count++;
      }
    }),
  );
  return count / ((Date.now() - began) / 1000);
}

/** Opens the database of the declarations with its driver alone. */
function openDeclarations(env: Environment): { query(sql: string, values: string[]): Promise<{ id: string; body: unknown }[]>; close(): unknown } {
  if (env.MYSQL_URL) {
    const pool = createPool({ uri: urlOf(env, `${env.DATABASE_PREFIX}_declarations`), connectionLimit: 4 });
    return { query: async (sql, values) => (await pool.query<(RowDataPacket & { id: string; body: unknown })[]>(sql, values))[0], close: () => pool.end() };
  }
  const db = new Libsql(path.join(env.DATA_DIR ?? '', 'declarations.db'));
  return { query: async (sql, values) => db.prepare(sql).all(values), close: () => db.close() };
}

interface HandWrittenList {
  table: string;
  where: string;
  values: string[];
  offset: number;
  count: number;
}

/** Runs the statements of a list as one would write them by hand: page of ids, count, rows. @returns the 95th percentile in milliseconds */
async function handWrittenList(env: Environment, { table, where, values, offset, count }: HandWrittenList): Promise<number> {
  const page = `select id from ${table} ${where} order by createdAt desc, id desc limit 25 offset ${offset}`;
  const total = `select count(*) as n from ${table} ${where}`;
  const rowsOf = (ids: { id: string }[]): string =>
    `select id, version, documentStatus, createdAt, body from ${table} where id in (${ids.map(() => '?').join(',') || 'null'})`;
  const declarations = openDeclarations(env);
  const all = await measureDurations(count, async () => {
    const [ids] = await Promise.all([declarations.query(page, values), declarations.query(total, values)]);
    const found = await declarations.query(
      rowsOf(ids),
      ids.map(({ id }) => id),
    );
    return found.map(({ body }) => (typeof body === 'string' ? JSON.parse(body) : body));
  });
  await declarations.close();
  return quantile(all, 0.95);
}

/** Reads every row of a table with the driver alone, in batches of 500. @returns rows per second */
async function readBodies(env: Environment, table: string): Promise<number> {
  const sql = `select id, body from ${table} where id > ? order by id limit 500`;
  const declarations = openDeclarations(env);
  const began = performance.now();
  let rows = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const found = await declarations.query(sql, [after]);
    for (const { body } of found) if (typeof body === 'string') JSON.parse(body);
    rows += found.length;
    after = found.length < 500 ? undefined : found.at(-1)?.id;
  }
  const rate = rows / ((performance.now() - began) / 1000);
  await declarations.close();
  return rate;
}

const texts = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(texts) : [];

/** Writes the words of a layout and its QR code to pages with pdf-lib alone, in the same fonts, subset. @returns milliseconds of each PDF */
async function barePdf(layout: PrintLayout, count: number): Promise<number[]> {
  const fontBytes = await Promise.all(['Regular', 'Bold'].map((weight) => readFile(`svc-media/src/rendering/fonts/NotoSans-${weight}.ttf`)));
  return measureDurations(count, async () => {
    const pdf = await PDFDocument.create();
    pdf.registerFontkit(fontkit);
    const [regular, bold] = await Promise.all(fontBytes.map((bytes) => pdf.embedFont(bytes, { subset: true })));
    let page = pdf.addPage([595, 842]);
    const { modules } = QRCode.create(layout.qr?.text ?? '', { errorCorrectionLevel: 'M' });
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

/** Draws the same layout as svc-media does, in this process, so that both run on the same thread. @returns milliseconds of each PDF */
async function ourPdf(layout: PrintLayout, count: number): Promise<number[]> {
  const { drawLayout } = await import(path.resolve('svc-media/dist/src/rendering/drawing.js'));
  return measureDurations(count, () => drawLayout(layout));
}

/** Starts a server that streams an upload durably into a file, and serves that file. @returns its address */
async function fileServer(): Promise<string> {
  const file = path.join(dataDir, 'limit.bin');
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return void pipeline(createReadStream(file), response);
    await pipeline(request, createWriteStream(file, { flush: true }));
    response.end('{}');
  });
  closing.unshift(() => server.close());
  return listen(server);
}

/** Rotates a photo upright, shrinks it and encodes it as JPEG, with sharp alone. @returns milliseconds of each photo */
const barePhoto = (bytes: Uint8Array, count: number): Promise<number[]> =>
  measureDurations(count, () =>
    sharp(Buffer.from(bytes)).rotate().resize({ width: 150, height: 150, fit: 'inside', withoutEnlargement: true }).jpeg().toBuffer(),
  );

const functions = {
  start,
  insert,
  handWrittenList,
  readBodies,
  barePdf,
  ourPdf,
  fileServer,
  barePhoto,
  async end() {
    for (const close of closing.splice(0)) await close();
  },
};
export type BaselinesPart = typeof functions;
serve(functions);
