import { jest } from '@jest/globals';
import { AuditRow, OneTimeCodeRow } from '../database/kit.entities.ts';
import { DocumentKit, type DocumentRow, systemCall } from '../index.ts';
import { MessageRow } from '../messages/message.entities.ts';
import { hiddenAddress } from '../messages/transport.ts';
import { sentFiles, testBackends, until } from '../testing/index.ts';
import { aPass, PassDesk, Passes } from '../testing/pass-desk.ts';

describe.each(testBackends())('a one-time code on %s', (_engine, makeBackend) => {
  let passes: PassDesk;
  beforeAll(async () => {
    passes = await PassDesk.open(makeBackend);
  });
  afterAll(() => passes?.close());

  let given: string[] = [];
  /** Returns the code that was sent last. */
  const code = async (): Promise<string> => {
    const sent = () => sentFiles(String(passes.backend.env.DATA_DIR)).filter(({ id, subject }) => subject.startsWith('Your code') && !given.includes(id));
    await until(() => sent().length > 0);
    const all = sent();
    given = [...given, ...all.map(({ id }) => id)];
    return /\b\d{6}\b/.exec(String(all.find(({ to }) => to === 'ana@example.org')?.text))?.[0] as string;
  };

  /** Registers a pass and finds it with the finder. Returns functions that send a code for it, and that open it with a code. */
  const aFoundPass = async () => {
    const name = passes.aName();
    await passes.register('nobody', { ...aPass, holderName: name });
    const key = await passes.find(name);
    const send = () => passes.call('nobody', 'POST', '/v1/pass/find/code', { id: key });
    const open = (entered: string) => passes.call('nobody', 'POST', '/v1/pass/find/open', { id: key, code: entered });
    return { send, open };
  };

  it('opens a document that a finder found, with the rights of the applicant', async () => {
    const name = passes.aName();
    const { id } = await passes.register('nobody', { ...aPass, holderName: name });
    const key = await passes.find(name);
    expect(key).not.toContain(id);
    const sent = await passes.call('nobody', 'POST', '/v1/pass/find/code', { id: key });
    expect([sent.status, sent.text]).toEqual([200, expect.not.stringContaining('ana@example')]);
    const opened = await passes.call('nobody', 'POST', '/v1/pass/find/open', { id: key, code: await code() });
    expect(opened.body.model).toMatchObject({ id, email: 'ana@example.org' });
    expect(opened.body.actions.map((a) => a.name)).toContain('update');
  });

  it('belongs to the key of the finder that it was asked for with, and to no other', async () => {
    const name = passes.aName();
    const { id } = await passes.register('nobody', { ...aPass, holderName: name });
    const [key, other] = [await passes.find(name), await passes.find(name)];
    await passes.call('nobody', 'POST', '/v1/pass/find/code', { id: key });
    const sent = await code();
    const open = (asked: string) => passes.call('nobody', 'POST', '/v1/pass/find/open', { id: asked, code: sent });
    expect((await open(other)).status).toBe(422);
    expect((await open(key)).body.model.id).toBe(id);
  });

  it('is sent once for each idempotency key, and a repeated call leaves it valid', async () => {
    const name = passes.aName();
    const { id } = await passes.register('nobody', { ...aPass, holderName: name });
    const key = await passes.find(name);
    const send = () => passes.call('nobody', 'POST', '/v1/pass/find/code', { id: key }, { 'idempotency-key': `code ${id}` });
    const first = await send();
    passes.clock.pass(60_000);
    expect([first.status, await send()]).toMatchObject([200, { status: 200, body: first.body }]);
    const recorded = { documentId: id, action: 'code-sent' };
    expect(await passes.service.app.get(DocumentKit).db.reader.countBy(AuditRow, recorded)).toBe(1);
    expect((await passes.call('nobody', 'POST', '/v1/pass/find/open', { id: key, code: await code() })).body.model.id).toBe(id);
  });

  it('opens a signed-in person’s document for one day', async () => {
    const name = passes.aName();
    const { id } = await passes.register('ana', { ...aPass, holderName: name });
    const key = await passes.find(name);
    await passes.call('nobody', 'POST', '/v1/pass/find/code', { id: key });
    const { model } = (await passes.call('nobody', 'POST', '/v1/pass/find/open', { id: key, code: await code() })).body;
    expect(model.id).not.toBe(id);
    expect((await passes.act('nobody', model.id, 'update', { ...aPass, version: 1 })).status).toBe(200);
    passes.clock.pass(25 * 3_600_000);
    expect((await passes.call('nobody', 'GET', `/v1/pass/${model.id}/document`)).status).toBe(403);
  });

  it('tells nowhere the id of a signed-in person’s document, which would outlive the day', async () => {
    const name = passes.aName();
    const { id } = await passes.register('ana', { ...aPass, holderName: name });
    const found = await passes.find(name);
    await passes.call('nobody', 'POST', '/v1/pass/find/code', { id: found });
    const key = (await passes.call('nobody', 'POST', '/v1/pass/find/open', { id: found, code: await code() })).body.model.id;
    const update = (asked = key) =>
      passes.call('nobody', 'POST', `/v1/pass/${asked}/actions/update`, { ...aPass, holderName: name, version: 1 }, { 'idempotency-key': `by code ${id}` });
    const [first, again] = [await update(), await update()];
    expect([first.status, first.body.model.id]).toEqual([200, key]);
    expect(again.body).toEqual(first.body);
    const reads = ['document', '1/version', 'thread', 'export'].map((read) => passes.call('nobody', 'GET', `/v1/pass/${key}/${read}`));
    for (const { status, text } of [first, again, ...(await Promise.all(reads))]) expect([status, text.includes(id)]).toEqual([200, false]);
    passes.clock.pass(25 * 3_600_000);
    expect((await update()).status).toBe(403);
  });

  it('opens an export that names the office, not the officer, who registered the document at the counter', async () => {
    const name = passes.aName();
    const { id } = await passes.register('verifier', { ...aPass, holderName: name });
    await passes.act('verifier', id, 'verification', { version: 1 });
    await passes.act('approver', id, 'approval', { version: 2 });
    const found = await passes.find(name);
    await passes.call('nobody', 'POST', '/v1/pass/find/code', { id: found });
    const key = (await passes.call('nobody', 'POST', '/v1/pass/find/open', { id: found, code: await code() })).body.model.id;
    const { status, text } = await passes.call('nobody', 'GET', `/v1/pass/${key}/export`);
    const { documents } = JSON.parse(text) as { documents: { earlierVersions: object[] }[] };
    expect([status, documents[0]?.earlierVersions.length, text.includes('verifier')]).toEqual([200, 2, false]);
  });

  it('is not sent for a document that is erased while it is made, nor to an address that is replaced meanwhile', async () => {
    const kit = passes.service.app.get(DocumentKit);
    const documents = passes.service.app.get(Passes);
    /** Sends a code for a new pass that is changed right after it was found. */
    const sendWhile = async (change: (row: DocumentRow) => Promise<unknown>) => {
      const { id } = await passes.register('nobody', { ...aPass, email: 'old@example.org' });
      const find = documents.find.bind(documents);
      jest.spyOn(documents, 'find').mockImplementationOnce(async (...asked) => {
        const found = await find(...asked);
        await change({ ...found.row });
        return found;
      });
      const { status, text } = await passes.call('nobody', 'POST', '/v1/pass/find/code', { id });
      return { id, status, text };
    };
    const replaced = await sendWhile(({ id }) => passes.act('nobody', id, 'update', { ...aPass, email: 'new@example.org', version: 1 }));
    expect([replaced.status, replaced.text]).toEqual([200, expect.stringContaining(hiddenAddress('new@example.org'))]);
    // The next tests look for the code that was sent last.
    await code();
    const erased = await sendWhile((row) => kit.db.write((tx) => kit.retention.eraseIn(tx, documents.definition, row, systemCall('test'), {})));
    const left = [OneTimeCodeRow, MessageRow].map((entity) => kit.db.reader.countBy<OneTimeCodeRow | MessageRow>(entity, { documentId: erased.id }));
    expect([erased.status, await Promise.all(left)]).toEqual([404, [0, 0]]);
  });

  it('is said to be replaced, not tried too often, where another one is sent while it is tried', async () => {
    const { send, open } = await aFoundPass();
    await send();
    const first = await code();
    const { reader } = passes.service.app.get(DocumentKit).db;
    const find = reader.findOneBy.bind(reader);
    const between = jest.spyOn(reader, 'findOneBy').mockImplementation(async (...asked) => {
      const found = await find(...asked);
      if (asked[0] !== OneTimeCodeRow) return found;
      between.mockRestore();
      await send();
      return found;
    });
    const tried = await open(first);
    expect([tried.status, tried.body.errors]).toMatchObject([422, [{ field: 'code', message: expect.stringContaining('sent last') }]]);
    expect((await open(await code())).status).toBe(200);
  });

  it('allows five tries, ten minutes, one use, and five codes a day', async () => {
    // Moves the clock to 02:00 UTC on the next day: codes are counted per day, and no new day may begin within this test.
    const now = passes.clock.now();
    passes.clock.pass(new Date(now).setUTCHours(26, 0, 0, 0) - now.getTime());
    const { send, open } = await aFoundPass();
    await send();
    const right = await code();
    const wrong = right === '000000' ? '000001' : '000000';
    const tries = await Promise.all(Array.from({ length: 8 }, () => open(wrong)));
    expect(tries.filter((t) => t.status === 422)).toHaveLength(5);
    expect((await open(right)).status).toBe(429);
    await send();
    const second = await code();
    expect((await open(second)).status).toBe(200);
    expect((await open(second)).status).toBe(422);
    await send();
    const third = await code();
    passes.clock.pass(10 * 60_000 + 1_000);
    expect((await open(third)).status).toBe(422);
    for (let i = 0; i < 2; i++) expect((await send()).status).toBe(200);
    await code();
    const last = await send();
    const midnight = new Date(passes.clock.now()).setUTCHours(24, 0, 0, 0);
    expect([last.status, Number(last.headers.get('retry-after'))]).toEqual([429, Math.ceil((midnight - passes.clock.now().getTime()) / 1000)]);
  });

  it('counts every code of the day, also those that are asked for at the same moment', async () => {
    const { send } = await aFoundPass();
    const sent = await Promise.all(Array.from({ length: 9 }, send));
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429]);
  });

  it('goes to one mailbox twenty times in a day, for all documents together, and a flood of registrations does not count', async () => {
    // Moves the clock to 02:00 UTC on the next day: codes are counted per day, and no new day may begin within this test.
    const now = passes.clock.now();
    passes.clock.pass(new Date(now).setUTCHours(26, 0, 0, 0) - now.getTime());
    const sentFor = async (email: string) => {
      const { id } = await passes.register('nobody', { ...aPass, email });
      return passes.call('nobody', 'POST', '/v1/pass/find/code', { id });
    };
    for (let i = 0; i < 100; i++) await passes.register('nobody', { ...aPass, email: 'victim@example.org' });
    const answers: Awaited<ReturnType<typeof sentFor>>[] = [];
    for (let i = 0; i < 30; i++) answers.push(await sentFor(i % 2 ? 'victim@example.org' : 'victim+tag@example.org'));
    expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(200), ...Array(10).fill(429)]);
    const codes = () => sentFiles(String(passes.backend.env.DATA_DIR)).filter(({ to, subject }) => to.startsWith('victim') && subject.startsWith('Your code'));
    await until(() => codes().length === 20);
    expect((await sentFor('somebody@example.org')).status).toBe(200);
    passes.clock.pass(Number(answers.at(-1)?.headers.get('retry-after')) * 1_000);
    expect((await sentFor('victim@example.org')).status).toBe(200);
  });
});
