import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { callHeaders, until } from '@portal/service-kit/testing';
import { BuiltService } from './testing/built-service.ts';
import { aPdf, aPdfOf } from './testing/files.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'media-'));
const filesIn = (part: string) =>
  readdirSync(join(dataDir, 'media', part), { recursive: true })
    .map((name) => join(dataDir, 'media', part, String(name)))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());

let service: BuiltService;
const start = async () => {
  service = await BuiltService.start({ DATA_DIR: dataDir });
};
const send = (bytes: Buffer) => {
  const form = new FormData();
  form.append('file', new Blob([bytes as BlobPart]), 'a.pdf');
  return fetch(`${service.url}/v1/default`, { method: 'POST', body: form });
};

beforeAll(async () => {
  BuiltService.build();
  await start();
});
afterAll(async () => {
  await service.end();
  rmSync(dataDir, { recursive: true });
});

/** Starts an upload and leaves it unfinished. */
function beginUpload(bytes: Buffer) {
  const upload = request(`${service.url}/v1/default`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=edge', 'content-length': 9_000_000 },
  });
  upload.on('error', () => undefined);
  upload.write('--edge\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n');
  upload.write(bytes);
  return upload;
}

it('keeps nothing of an upload that is cut off', async () => {
  const upload = beginUpload(await aPdfOf(500_000));
  await until(() => filesIn('incoming').length === 1);
  upload.destroy();
  await until(() => filesIn('incoming').length === 0);
  expect(filesIn('blobs')).toEqual([]);
});

it('killed in the middle of an upload, it has no half file after the next start, and all whole ones', async () => {
  const bytes = await aPdf();
  const { uid } = (await (await send(bytes)).json()) as { uid: string };
  beginUpload(await aPdfOf(500_000));
  await until(() => filesIn('incoming').some((path) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0));
  await service.end('SIGKILL');
  expect(filesIn('incoming')).toHaveLength(1);
  await start();
  expect([filesIn('incoming'), filesIn('writing'), filesIn('blobs').length]).toEqual([[], [], 1]);
  expect(Buffer.from(await (await fetch(`${service.url}/v1/${uid}`)).arrayBuffer()).equals(bytes)).toBe(true);
});

it('killed while it draws a form that somebody waits for, it draws it whole for who asks again', async () => {
  const { aForm } = await import('./rendering/testing/layouts.ts');
  const ask = async () =>
    fetch(`${service.url}/internal/renders/${encodeURIComponent('declarations/a-document/1/form')}?wait=10000`, {
      method: 'POST',
      headers: { ...(await callHeaders({ DATA_DIR: dataDir }, 'svc-trips', 'svc-media')), 'content-type': 'application/json' },
      body: JSON.stringify(long),
    });
  const rows = Array.from({ length: 5_000 }, (_, n) => [`item ${n}`, 'a word']);
  const long = aForm({
    blocks: [
      {
        kind: 'table',
        title: 'Goods',
        columns: [
          { title: 'Item', width: 1 },
          { title: 'Value', width: 1 },
        ],
        rows,
      },
    ],
  });
  const answer = ask().catch(() => undefined);
  // A form with this many rows takes longer to draw than the health call takes to answer, so the service is killed during the drawing.
  await fetch(`${service.url}/health/live`);
  await service.end('SIGKILL');
  await answer;
  await start();
  // On a slow machine the drawing takes longer than one call waits, so the call is repeated.
  let again = await ask();
  for (let tries = 1; again.status === 404 && tries < 10; tries++) again = await ask();
  expect([again.status, again.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(
    Buffer.from(await again.arrayBuffer())
      .subarray(-6)
      .toString(),
  ).toContain('%%EOF');
});

it('draws forms on a thread that leaves the processor to calls', () => {
  const tasks = `/proc/${service.process.pid}/task`;
  // The name of a thread is in parentheses and may hold spaces; its niceness is the 17th number after it.
  const niceness = (task: string) =>
    Number(
      readFileSync(join(tasks, task, 'stat'), 'utf8')
        .split(') ')[1]
        ?.split(' ')[16],
    );
  expect(niceness(String(service.process.pid))).toBeLessThan(10);
  expect(readdirSync(tasks).filter((task) => niceness(task) === 10)).toHaveLength(1);
});

it('inspects files on threads with limits: decompression bombs are refused, the uploads beside them are kept and the service lives', async () => {
  const { deflateSync } = await import('node:zlib');
  const { default: sharp } = await import('sharp');
  const page =
    '%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R>>endobj\n';
  const stream = (content: Buffer) =>
    Buffer.concat([
      Buffer.from(`${page}5 0 obj<</Type/ObjStm/N 1/First 5/Filter/FlateDecode/Length ${content.length}>>stream\n`),
      content,
      Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
    ]);
  const bombs = [
    stream(deflateSync(Buffer.alloc(200_000_000, ' '))),
    stream(deflateSync(`10 0 [${'0 '.repeat(700_000)}]`)),
    Buffer.from(`${page}4 0 obj[${'[] '.repeat(3_000_000)}]endobj\ntrailer<</Root 1 0 R>>\n%%EOF`),
    Buffer.from(`${page}4 0 obj(${'a'.repeat(9_000_000)})endobj\ntrailer<</Root 1 0 R>>\n%%EOF`),
    await sharp({ create: { width: 7_000, height: 7_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  ];
  const sent = bombs.map(async (bomb) => (await send(bomb)).status);
  const small = await aPdf();
  // That the small file is inspected before the large ones is proved without a clock in inspection/fair-scheduler.test.ts.
  for (let n = 0; n < 3; n++) expect((await send(small)).status).toBe(201);
  const answers = new Set(await Promise.all(sent));
  expect([...answers].every((status) => status === 415 || status === 201)).toBe(true);
  expect(answers.has(415)).toBe(true);
  expect((await send(small)).status).toBe(201);
});

it('answers who sends far too much without reading it all', async () => {
  const size = 400 * 1024 * 1024;
  let sent = 0;
  const status = await new Promise<number>((resolve, reject) => {
    const upload = request(`${service.url}/v1/default`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=edge', 'content-length': size },
    });
    upload.on('response', (response) => {
      upload.destroy();
      resolve(response.statusCode ?? 0);
    });
    upload.on('error', reject);
    upload.write('--edge\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4\n');
    const chunk = Buffer.alloc(1024 * 1024, ' ');
    // The rest is never sent. Of more than 64 MB the service closes the connection, maybe before its answer is read.
    const more = () => {
      if (upload.destroyed || sent >= size / 8) return;
      sent += chunk.length;
      upload.write(chunk, () => setImmediate(more));
    };
    more();
  });
  expect(status).toBe(413);
  await until(() => filesIn('incoming').length === 0);
});

it('draws on threads of its own', async () => {
  const { RenderPool } = (await import('./rendering/renderer.ts')) as typeof import('./rendering/renderer.ts');
  const { aForm } = await import('./rendering/testing/layouts.ts');
  const { drawLayout } = await import('./rendering/drawing.ts');
  const script = new URL('../dist/src/rendering/render.worker.js', pathToFileURL(__filename));
  const pool = new RenderPool({ threads: 2, idleMs: 50 }, script);
  const expected = await drawLayout(aForm());
  const drawn = await Promise.all(Array.from({ length: 8 }, () => pool.draw(aForm())));
  for (const pdf of drawn) expect(Buffer.compare(pdf, expected)).toBe(0);
  await expect(pool.draw({ ...aForm(), blocks: null as never })).rejects.toThrow();
  // The idle time is over, so the threads have ended; they start again for this form.
  await new Promise((done) => setTimeout(done, 120));
  expect(Buffer.compare(await pool.draw(aForm()), expected)).toBe(0);
  await pool.close();
  const slow = new RenderPool({ threads: 1, timeoutMs: 1 }, script);
  await expect(slow.draw(aForm())).rejects.toThrow('not done within');
  await slow.close();
});
