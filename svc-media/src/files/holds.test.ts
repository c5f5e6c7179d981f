import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { MediaHeld } from '@portal/contract-kit';
import { Database } from '@portal/service-kit';
import { testBackends, untilLockWait } from '@portal/service-kit/testing';
import type { BlobStore } from '../storage/blob-store.ts';
import { BLOBS } from '../storage/storage.provider.ts';
import { aPdf } from '../testing/files.ts';
import { TestMedia } from '../testing/test-media.ts';
import { Cleaning } from './cleaning.service.ts';
import { MediaFileRow, MediaHoldRow } from './media-file.entity.ts';

const DAY = 86_400_000;

describe.each(testBackends())('who holds a file, on %s', (_engine, makeBackend) => {
  let media: TestMedia;
  beforeAll(async () => {
    media = await TestMedia.start(makeBackend);
  });
  afterAll(() => media.stop());

  const uploaded = async (): Promise<string> => (await media.upload('/v1/default', { name: 'a.pdf', bytes: await aPdf() })).json.uid;
  const held = (changes: Partial<MediaHeld>) =>
    media.announce('media.held', { service: 'licences', documentId: randomUUID(), version: 1, uids: [], submitted: true, ...changes });
  const there = async (uid: string) => (await media.call(`/v1/${uid}`)).status === 200;
  const clean = () => media.service.app.get(Cleaning).removeOrphans();
  const reserve = async (uids: string[]) =>
    media.call('/internal/media/describe', {
      method: 'POST',
      body: JSON.stringify({ uids, reserve: true }),
      headers: { 'content-type': 'application/json', ...(await media.asService()) },
    });
  const remove = (uid: string) => media.call(`/v1/${uid}`, { method: 'DELETE' });

  it('a submitted document keeps its file from being deleted or replaced', async () => {
    const uid = await uploaded();
    await held({ uids: [uid] });
    const { status, json } = await remove(uid);
    expect([status, json.errors]).toEqual([409, [expect.objectContaining({ code: 'IN_USE', message: 'A submitted document holds this file' })]]);
    expect((await media.upload(`/v1/${uid}`, { name: 'a.pdf', bytes: await aPdf() }, { method: 'PUT' })).status).toBe(409);
    expect(await there(uid)).toBe(true);
  });

  it('a draft does not', async () => {
    const uid = await uploaded();
    await held({ uids: [uid], submitted: false });
    expect((await remove(uid)).status).toBe(204);
  });

  it('a file without a document is deleted after a day, a file of a document is kept', async () => {
    const [free, kept] = [await uploaded(), await uploaded()];
    await held({ uids: [kept, randomUUID()], submitted: false });
    await clean();
    expect(await there(free)).toBe(true);
    media.clock.pass(DAY + 1);
    const young = await uploaded();
    expect(await clean()).toBeGreaterThanOrEqual(1);
    expect([await there(free), await there(kept), await there(young)]).toEqual([false, true, true]);
  });

  it('a file that a service asked about is kept for another day', async () => {
    const uid = await uploaded();
    media.clock.pass(DAY - 1);
    const { status, json } = await media.call('/internal/media/describe', {
      method: 'POST',
      body: JSON.stringify({ uids: [uid, randomUUID(), 'nonsense'] }),
      headers: { 'content-type': 'application/json', ...(await media.asService()) },
    });
    expect([status, json.records]).toEqual([200, [{ uid, name: 'a.pdf', size: expect.any(Number), type: 'application/pdf', scope: 'default' }]]);
    media.clock.pass(DAY - 1);
    await clean();
    expect(await there(uid)).toBe(true);
    media.clock.pass(2);
    await clean();
    expect(await there(uid)).toBe(false);
  });

  it('a file with which a document is being submitted is neither deleted nor replaced, from before the message arrives', async () => {
    const uid = await uploaded();
    expect((await reserve([uid])).json.records).toHaveLength(1);
    const said = { code: 'IN_USE', message: 'A document with this file was sent a short time ago. Try again in an hour' };
    expect(await remove(uid)).toMatchObject({ status: 409, json: { errors: [said] } });
    expect((await media.upload(`/v1/${uid}`, { name: 'a.pdf', bytes: await aPdf() }, { method: 'PUT' })).status).toBe(409);
    media.clock.pass(3_600_001);
    expect((await remove(uid)).status).toBe(204);
    expect((await reserve([uid])).json.records).toEqual([]);
  });

  it('only services may ask', async () => {
    expect(
      (await media.call('/internal/media/describe', { method: 'POST', body: '{"uids":[]}', headers: { 'content-type': 'application/json' } })).status,
    ).toBe(403);
  });

  it('a draft that names other files releases the former ones', async () => {
    const [first, second] = [await uploaded(), await uploaded()];
    const documentId = randomUUID();
    await held({ documentId, uids: [first], submitted: false });
    await held({ documentId, version: 2, uids: [second], submitted: false });
    media.clock.pass(DAY + 1);
    await clean();
    expect([await there(first), await there(second)]).toEqual([false, true]);
  });

  it('an old message that arrives late releases no file', async () => {
    const [first, second] = [await uploaded(), await uploaded()];
    const documentId = randomUUID();
    await held({ documentId, version: 2, uids: [first, second], submitted: false });
    await held({ documentId, version: 1, uids: [first], submitted: false });
    media.clock.pass(DAY + 1);
    await clean();
    expect([await there(first), await there(second)]).toEqual([true, true]);
  });

  it('a message that waits while a newer one is stored takes nothing back', async () => {
    const uid = await uploaded();
    const documentId = randomUUID();
    await held({ documentId, uids: [uid], submitted: false });
    const db = media.service.app.get(Database);
    let older = Promise.resolve();
    await db.write(async (tx) => {
      await tx.update(MediaFileRow, { id: uid }, { touchedAt: media.clock.now() });
      older = held({ documentId, version: 2, uids: [uid], submitted: false });
      await untilLockWait(db);
      await tx.update(MediaHoldRow, { fileId: uid }, { version: 3, submitted: true });
    });
    await older;
    expect(await db.reader.findBy(MediaHoldRow, { documentId })).toMatchObject([{ version: 3, submitted: true }]);
    expect((await remove(uid)).status).toBe(409);
  });

  it('a submitted document keeps the files of all its versions', async () => {
    const [first, second] = [await uploaded(), await uploaded()];
    const documentId = randomUUID();
    await held({ documentId, uids: [first] });
    await held({ documentId, version: 2, uids: [second] });
    media.clock.pass(DAY + 1);
    await clean();
    expect([await there(first), await there(second)]).toEqual([true, true]);
  });

  it('the files of a released document are deleted, except those of another document', async () => {
    const [own, shared] = [await uploaded(), await uploaded()];
    const documentId = randomUUID();
    await held({ documentId, uids: [own, shared] });
    await held({ uids: [shared] });
    await media.announce('media.released', { service: 'licences', documentId });
    expect([await there(own), await there(shared)]).toEqual([false, true]);
    expect((await remove(shared)).status).toBe(409);
  });

  it('a message that arrives after the release of its document holds no file of it', async () => {
    const [own, shared] = [await uploaded(), await uploaded()];
    const documentId = randomUUID();
    await media.announce('media.released', { service: 'licences', documentId });
    await held({ documentId, uids: [own, shared], submitted: false });
    await held({ uids: [shared] });
    media.clock.pass(DAY + 1);
    await clean();
    expect([await there(own), await there(shared)]).toEqual([false, true]);
  });

  it('the files of a released document that are reserved for another document are kept for it', async () => {
    const [own, shared, unused] = [await uploaded(), await uploaded(), await uploaded()];
    const documentId = randomUUID();
    await held({ documentId, uids: [own, shared, unused] });
    await reserve([shared, unused]);
    await media.announce('media.released', { service: 'licences', documentId });
    expect([await there(own), await there(shared), await there(unused)]).toEqual([false, true, true]);
    await held({ uids: [shared] });
    media.clock.pass(15 * DAY);
    await clean();
    expect([await there(shared), await there(unused)]).toEqual([true, false]);
  });

  it('a file of a submitted document whose message is late is kept for two weeks', async () => {
    const [late, unused] = [await uploaded(), await uploaded()];
    await reserve([late, unused]);
    media.clock.pass(14 * DAY);
    await clean();
    expect([await there(late), await there(unused)]).toEqual([true, true]);
    await held({ uids: [late] });
    media.clock.pass(DAY + 1);
    await clean();
    expect([await there(late), await there(unused)]).toEqual([true, false]);
  });

  it('stored bytes without a row are removed when they are old, those with a row never', async () => {
    const uid = await uploaded();
    const blobs = media.service.app.get<BlobStore>(BLOBS);
    const stray = randomUUID();
    await blobs.put(stray, Readable.from([Buffer.from('left by a crash')]), 'application/pdf');
    const cleaning = media.service.app.get(Cleaning);
    await cleaning.removeStrayBlobs();
    media.clock.pass(2 * DAY);
    await cleaning.removeStrayBlobs();
    expect(await blobs.stat(stray)).toBeUndefined();
    expect(await there(uid)).toBe(true);
  });

  it('leaves no bytes of a deleted or replaced file, or of a failed upload', async () => {
    const folder = join(media.backend.env.DATA_DIR as string, 'media');
    const bytesIn = (part: string) =>
      readdirSync(join(folder, part), { recursive: true }).filter((name) => statSync(join(folder, part, String(name))).isFile()).length;
    const before = bytesIn('blobs');
    const uid = await uploaded();
    await media.upload(`/v1/${uid}`, { name: 'b.pdf', bytes: await aPdf() }, { method: 'PUT' });
    expect(bytesIn('blobs')).toBe(before + 1);
    await remove(uid);
    await media.upload('/v1/default', { name: 'a.pdf', bytes: Buffer.from('%PDF-1.4 /JavaScript') });
    expect([bytesIn('blobs'), bytesIn('incoming'), bytesIn('writing')]).toEqual([before, 0, 0]);
  });
});
