import { randomUUID } from 'node:crypto';
import { Database, type RunningService } from '@portal/service-kit';
import { testBackends, until } from '@portal/service-kit/testing';
import { aForm } from '../rendering/testing/layouts.ts';
import { readPdf } from '../rendering/testing/read-pdf.ts';
import { aPhoto } from '../testing/files.ts';
import { AT_ONCE, PausedRenderer } from '../testing/paused-renderer.ts';
import { TestMedia } from '../testing/test-media.ts';
import { OutdatedPrintsRow } from './outdated-prints.entity.ts';
import { PrintFileRow } from './print-file.entity.ts';
import { Prints, RENDERER } from './prints.service.ts';

interface Ask {
  wait?: string;
  headers?: Record<string, string>;
  at?: RunningService;
}

describe.each(testBackends())('prints on %s', (_engine, makeBackend) => {
  let media: TestMedia;
  beforeAll(async () => {
    media = await TestMedia.start(makeBackend);
  });
  afterAll(() => media.stop());

  const newKey = (documentId: string = randomUUID(), version = '1') => `declarations/${documentId}/${version}/form`;
  const fetchPrint = async (key: string, headers?: Record<string, string>) =>
    media.call(`/internal/renders/${encodeURIComponent(key)}`, { headers: headers ?? (await media.asService()) });
  /** Sends the request of a service whose caller waits. */
  const ask = async (key: string, layout = aForm(), { wait = '10000', headers, at = media.service }: Ask = {}) =>
    media.call(`/internal/renders/${encodeURIComponent(key)}?wait=${wait}`, {
      method: 'POST',
      headers: { ...(headers ?? (await media.asService())), 'content-type': 'application/json' },
      body: JSON.stringify(layout),
      at,
    });
  /** Sends the request of a service for a form that is not stored. */
  const draw = async ({ wait = '10000', headers }: Ask = {}, layout = aForm()) =>
    media.call(`/internal/renders?wait=${wait}`, {
      method: 'POST',
      headers: { ...(headers ?? (await media.asService())), 'content-type': 'application/json' },
      body: JSON.stringify(layout),
    });
  const order = (key: string, layout = aForm()) => media.announce('media.render', { key, layout });

  it('a form is drawn and kept under its key', async () => {
    const key = newKey();
    expect((await fetchPrint(key)).status).toBe(404);
    await order(key);
    const { status, headers, bytes } = await fetchPrint(key);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect((await readPdf(bytes)).texts.map(({ text }) => text)).toContain('DA SILVA');
  });

  it('a form that shows several documents is drawn without being stored', async () => {
    const stored = () => media.service.app.get(Database).reader.count(PrintFileRow);
    const before = await stored();
    const { status, headers, bytes } = await draw();
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect((await readPdf(bytes)).texts.map(({ text }) => text)).toContain('DA SILVA');
    expect(await stored()).toBe(before);
    expect([(await draw({ wait: 'long' })).status, (await draw({ headers: {} })).status]).toEqual([400, 403]);
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
    for (const headers of [{}, { 'x-internal-token': 'guess' }] as Record<string, string>[]) {
      expect((await fetchPrint(key, headers)).status).toBe(403);
      expect((await ask(key, aForm(), { headers })).status).toBe(403);
    }
  });

  it('is deleted with its document', async () => {
    const documentId = randomUUID();
    await order(newKey(documentId));
    await media.announce('media.released', { service: 'declarations', documentId });
    expect((await fetchPrint(newKey(documentId))).status).toBe(404);
  });

  it('is not kept where its message arrives after its document was released', async () => {
    const documentId = randomUUID();
    await media.announce('media.released', { service: 'declarations', documentId });
    await order(newKey(documentId));
    expect((await fetchPrint(newKey(documentId))).status).toBe(404);
    expect(await media.service.app.get(Database).reader.countBy(PrintFileRow, { documentId })).toBe(0);
  });

  it.each([
    ['before', true],
    ['after', false],
  ])(
    'is not kept where its message arrives after data was erased from its document, but that of a newer version is, if it was asked for %s that',
    async (_when, isEarly) => {
      const documentId = randomUUID();
      const keys = ['2', '3', '10'].map((version) => newKey(documentId, version));
      if (isEarly) for (const key of keys) await order(key);
      await media.announce('media.prints-outdated', { service: 'declarations', documentId, version: 3 });
      // Messages may arrive twice, and out of order.
      await media.announce('media.prints-outdated', { service: 'declarations', documentId, version: 2 });
      for (const key of keys) await order(key);
      const found = [];
      for (const key of keys) found.push((await fetchPrint(key)).status, (await ask(key)).status);
      expect(found).toEqual([404, 404, 200, 200, 200, 200]);
      await media.announce('media.released', { service: 'declarations', documentId });
      const { reader } = media.service.app.get(Database);
      expect([await reader.countBy(PrintFileRow, { documentId }), await reader.countBy(OutdatedPrintsRow, { documentId })]).toEqual([0, 0]);
    },
  );

  it('of a group is kept for those who ask for it after one of its members was erased', async () => {
    const groupId = randomUUID();
    await media.announce('media.released', { service: 'declarations', documentId: groupId });
    media.clock.pass(1);
    expect((await ask(newKey(groupId))).status).toBe(200);
    expect((await fetchPrint(newKey(groupId))).status).toBe(200);
  });

  it('is deleted where data was erased from its document, whose files stay', async () => {
    const documentId = randomUUID();
    const { json } = await media.upload('/v1/image/photoUpload', { name: 'me.jpg', bytes: await aPhoto() });
    await media.announce('media.held', { service: 'declarations', documentId, version: 1, uids: [json.uid], submitted: true });
    const [own, other] = [newKey(documentId), newKey()];
    await order(own, aForm({ photoUid: json.uid }));
    await order(other);
    await media.announce('media.prints-outdated', { service: 'declarations', documentId });
    expect([(await fetchPrint(own)).status, (await fetchPrint(other)).status]).toEqual([404, 200]);
    expect((await media.call(`/v1/${json.uid}`, { method: 'DELETE' })).status).toBe(409);
  });

  it('survives a restart', async () => {
    const key = newKey();
    await order(key);
    await media.restart();
    expect((await fetchPrint(key)).status).toBe(200);
  });

  describe('that somebody waits for', () => {
    /** Makes the instance use a renderer that the test can pause, until the test is over. */
    let renderer: PausedRenderer;
    const hold = (service: RunningService): PausedRenderer => {
      const held = new PausedRenderer();
      for (const name of ['draw', 'drawLarge'] as const) jest.spyOn(service.app.get(RENDERER), name).mockImplementation(held[name].bind(held) as never);
      return held;
    };
    beforeEach(() => {
      renderer = hold(media.service);
    });
    afterEach(async () => {
      await renderer.close();
      jest.restoreAllMocks();
    });
    const rowsOf = (key: string) => media.service.app.get(Database).reader.countBy(PrintFileRow, { documentId: key.split('/')[1] });

    it('are drawn next, before those that nobody has asked for, which follow', async () => {
      const forms = Array.from({ length: 6 }, (_, n) => ({ key: newKey(), layout: aForm({ title: `form ${n}` }) }));
      const messages: string[] = [];
      for (const form of forms) messages.push(await media.send('media.render', form));
      // One form is being drawn and one is loaded; the others are in the queue.
      await until(() => renderer.asked.length === 2);
      const wanted = forms.find(({ layout }) => !renderer.asked.includes(layout.title)) as (typeof forms)[number];
      const answer = ask(wanted.key, wanted.layout);
      await until(() => renderer.asked.length === 3);
      renderer.release();
      expect((await answer).bytes.toString()).toBe(`%PDF-${wanted.layout.title}`);
      for (const id of messages) await media.delivered('media.render', id);
      expect(renderer.drawn[1]).toBe(wanted.layout.title);
      expect([...renderer.drawn].sort()).toEqual(forms.map(({ layout }) => layout.title));
    });

    it('are drawn once, however many ask and whether the queue has begun or not', async () => {
      const key = newKey();
      const message = await media.send('media.render', { key, layout: aForm() });
      const asking = [ask(key), ask(key)];
      await until(() => renderer.asked.length === 1);
      asking.push(ask(key));
      renderer.release();
      const answers = await Promise.all(asking);
      await media.delivered('media.render', message);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(renderer.drawn).toHaveLength(1);
      expect(await rowsOf(key)).toBe(1);
    });

    it('are drawn before their message has come, which then finds them done', async () => {
      const key = newKey();
      renderer.release();
      expect((await ask(key)).status).toBe(200);
      await order(key);
      expect((await ask(key)).status).toBe(200);
      expect(renderer.asked).toHaveLength(1);
    });

    it('go on being drawn when the wait is over, and are given to who asks again', async () => {
      const key = newKey();
      expect((await ask(key, aForm(), { wait: '1' })).status).toBe(404);
      const again = ask(key);
      renderer.release();
      expect((await again).status).toBe(200);
      expect(renderer.asked).toHaveLength(1);
      expect((await ask(key, aForm(), { wait: 'long' })).status).toBe(400);
    });

    it('go on being drawn when the wait is over, if they are not to be stored, and are given to who asks again soon', async () => {
      const stored = () => media.service.app.get(Database).reader.count(PrintFileRow);
      const before = await stored();
      const layout = aForm({ title: 'copy that comes late' });
      expect((await draw({ wait: '1' }, layout)).status).toBe(404);
      renderer.release();
      await until(() => renderer.drawn.length === 1);
      const again = await draw({}, layout);
      expect([again.status, again.bytes.toString(), renderer.asked.length]).toEqual([200, '%PDF-copy that comes late', 1]);
      expect(await stored()).toBe(before);
    });

    it('are drawn once for equal calls of one service, if they are not to be stored', async () => {
      const calls = jest.spyOn(media.service.app.get(Prints), 'drawUnstored');
      const layout = aForm({ title: 'copy for two' });
      const asking = [draw({}, layout), draw({}, layout), draw({ headers: await media.asService('svc-licences') }, layout)];
      await until(() => calls.mock.calls.length === 3 && renderer.asked.length > 0);
      renderer.release();
      expect((await Promise.all(asking)).map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(renderer.drawn).toHaveLength(2);
    });

    it('are not drawn if they are not to be stored and the wait is over before their turn', async () => {
      const first = draw({}, aForm({ title: 'first copy' }));
      await until(() => renderer.asked.length === 1);
      expect((await draw({ wait: '1' }, aForm({ title: 'copy that nobody waits for' }))).status).toBe(404);
      const last = draw({}, aForm({ title: 'last copy' }));
      renderer.release();
      expect([(await first).status, (await last).status]).toEqual([200, 200]);
      expect(renderer.drawn).toEqual(['first copy', 'last copy']);
    });

    it('are drawn next, before those that are not to be stored, which follow one by one', async () => {
      const calls = jest.spyOn(media.service.app.get(Prints), 'drawUnstored');
      const copies = ['copy 1', 'copy 2', 'copy 3'].map((title) => draw({}, aForm({ title })));
      await until(() => calls.mock.calls.length === 3 && renderer.asked.length > 0);
      const single = ask(newKey(), aForm({ title: 'single form' }));
      await until(() => renderer.asked.includes('single form'));
      renderer.release();
      expect((await Promise.all([single, ...copies])).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(renderer.drawn[1]).toBe('single form');
      expect([...renderer.drawn].sort()).toEqual(['copy 1', 'copy 2', 'copy 3', 'single form']);
    });

    it('do not wait for large ones that are not to be stored, nor do small ones', async () => {
      const calls = jest.spyOn(media.service.app.get(Prints), 'drawUnstored');
      const text = 'x'.repeat(200_000);
      const copies = ['copy 1', 'copy 2', 'copy 3'].map((title) => draw({}, aForm({ title, blocks: [{ kind: 'paragraph', text }] })));
      await until(() => calls.mock.calls.length === 3 && renderer.asked.length > 0);
      expect((await ask(newKey(), aForm({ title: AT_ONCE }))).status).toBe(200);
      expect((await draw({}, aForm({ title: AT_ONCE }))).status).toBe(200);
      expect([renderer.asked.length, renderer.drawn]).toEqual([3, [AT_ONCE, AT_ONCE]]);
      renderer.release();
      expect((await Promise.all(copies)).map(({ status }) => status)).toEqual([200, 200, 200]);
      expect([...renderer.drawn].sort()).toEqual([AT_ONCE, AT_ONCE, 'copy 1', 'copy 2', 'copy 3']);
    });

    it('come by the queue when the thread that drew them has died', async () => {
      const key = newKey();
      let die: (reason: Error) => void = () => undefined;
      const died = new Promise<never>((_resolve, reject) => {
        die = reject;
      });
      const draw = jest.spyOn(media.service.app.get(RENDERER), 'draw').mockReturnValueOnce(died as never);
      const answer = ask(key);
      await until(() => draw.mock.calls.length === 1);
      const message = await media.send('media.render', { key, layout: aForm() });
      renderer.release();
      die(new Error('The render thread ended.'));
      expect((await answer).status).toBe(404);
      await media.delivered('media.render', message);
      expect((await fetchPrint(key)).status).toBe(200);
      expect(await rowsOf(key)).toBe(1);
    });

    it.each([
      ['is', false],
      ['of a group, and one of its members had been before, is', true],
    ])('are not kept where their document %s released meanwhile', async (_which, isAgain) => {
      const documentId = randomUUID();
      if (isAgain) await media.announce('media.released', { service: 'declarations', documentId });
      media.clock.pass(1);
      const asked = ask(newKey(documentId), aForm({ title: 'asked' }));
      await until(() => renderer.asked.includes('asked'));
      await media.announce('media.released', { service: 'declarations', documentId });
      renderer.release();
      expect((await asked).status).toBe(404);
      expect(await rowsOf(newKey(documentId))).toBe(0);
    });

    it.each([
      ['of a group', '3-0123abcd', undefined],
      ['of a document, of which an earlier release sends no version', '2', undefined],
      ['of a document', '2', 3],
    ])('are not kept where data is erased from their document meanwhile: %s', async (_of, version, erasure) => {
      const documentId = randomUUID();
      const outdated = { service: 'declarations', documentId, version: erasure };
      const asked = ask(newKey(documentId, version), aForm({ title: 'asked' }));
      await until(() => renderer.asked.includes('asked'));
      await media.announce('media.prints-outdated', outdated);
      renderer.release();
      expect((await asked).status).toBe(404);
      expect(await rowsOf(newKey(documentId))).toBe(0);
      media.clock.pass(1);
      expect((await ask(newKey(documentId, `${erasure ?? version}`))).status).toBe(200);
    });

    it('are kept once when two instances are asked at once', async () => {
      const second = await media.another();
      const other = hold(second);
      const key = newKey();
      const asking = [ask(key), ask(key, aForm(), { at: second })];
      await until(() => renderer.asked.length === 1 && other.asked.length === 1);
      renderer.release();
      other.release();
      const [one, two] = await Promise.all(asking);
      expect([one?.status, two?.status, two?.headers.get('etag')]).toEqual([200, 200, one?.headers.get('etag')]);
      expect(await rowsOf(key)).toBe(1);
      await second.close();
      await other.close();
      // With the embedded database, closing the second instance also stopped the queue's consumer.
      await media.restart();
    });
  });
});
