import { randomUUID } from 'node:crypto';
import { places } from '@portal/service-kit/testing';
import { aForm } from '../rendering/testing/layouts.ts';
import { readPdf } from '../rendering/testing/read-pdf.ts';
import { aPhoto } from '../testing/files.ts';
import { TestMedia } from '../testing/portal.ts';

const internal = { 'x-internal-token': 'test-internal-token' };

describe.each(places())('prints on %s', (_engine, makePlace) => {
  let media: TestMedia;
  beforeAll(async () => {
    media = await TestMedia.start(makePlace);
  });
  afterAll(() => media.stop());

  const newKey = (documentId: string = randomUUID()) => `declarations/${documentId}/1/form`;
  const fetchPrint = (key: string, wait = '', headers: Record<string, string> = internal) =>
    media.call(`/internal/renders/${encodeURIComponent(key)}${wait}`, { headers });
  const order = (key: string, layout = aForm()) => media.announce('media.render', { key, layout });

  it('a form is drawn and kept under its key', async () => {
    const key = newKey();
    expect((await fetchPrint(key)).status).toBe(404);
    await order(key);
    const { status, headers, bytes } = await fetchPrint(key);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect((await readPdf(bytes)).texts.map(({ text }) => text)).toContain('DA SILVA');
  });

  it('who waits is answered as soon as it is drawn', async () => {
    const key = newKey();
    const waiting = fetchPrint(key, '?wait=8000');
    await new Promise((done) => setTimeout(done, 100));
    const started = Date.now();
    await order(key);
    expect((await waiting).status).toBe(200);
    expect(Date.now() - started).toBeLessThan(8_000);
  });

  it('who waits in vain is told after the wait', async () => {
    const started = Date.now();
    expect((await fetchPrint(newKey(), '?wait=600')).status).toBe(404);
    expect(Date.now() - started).toBeGreaterThanOrEqual(590);
    expect((await fetchPrint(newKey(), '?wait=long')).status).toBe(400);
  });

  it('a job that comes twice draws once', async () => {
    const key = newKey();
    await order(key);
    const first = await fetchPrint(key);
    await order(key, aForm({ title: 'Another title' }));
    expect((await fetchPrint(key)).headers.get('etag')).toBe(first.headers.get('etag'));
  });

  it('the holder stands on it', async () => {
    const { json } = await media.upload('/v1/image/photoUpload', { name: 'me.jpg', bytes: await aPhoto() });
    const [with_, without] = [newKey(), newKey()];
    await order(with_, aForm({ photoUid: json.uid }));
    await order(without, aForm({ photoUid: randomUUID() }));
    expect((await readPdf((await fetchPrint(with_)).bytes)).pages[0].content).toContain('/Photo Do');
    expect((await readPdf((await fetchPrint(without)).bytes)).pages[0].content).not.toContain('/Photo Do');
  });

  it('only services may fetch it', async () => {
    const key = newKey();
    await order(key);
    expect((await fetchPrint(key, '', {})).status).toBe(403);
    expect((await fetchPrint(key, '', { 'x-internal-token': 'guess' })).status).toBe(403);
  });

  it('goes with its document', async () => {
    const documentId = randomUUID();
    await order(newKey(documentId));
    await media.announce('media.released', { service: 'declarations', documentId });
    expect((await fetchPrint(newKey(documentId))).status).toBe(404);
  });

  it('is kept over a restart', async () => {
    const key = newKey();
    await order(key);
    await media.restart();
    expect((await fetchPrint(key)).status).toBe(200);
  });
});
