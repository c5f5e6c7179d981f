import { Database, DocumentVersionRow, IdempotencyRow } from '../index.ts';
import { testBackends } from '../testing/index.ts';
import { aPass, PassDesk } from '../testing/pass-desk.ts';

describe.each(testBackends())('actions on %s', (_engine, makeBackend) => {
  let passes: PassDesk;
  beforeAll(async () => {
    passes = await PassDesk.open(makeBackend);
  });
  afterAll(() => passes?.close());

  it('undo a decision within ten minutes, by the officer who made it or a supervisor, with a reason', async () => {
    const { id } = await passes.register('nobody');
    await passes.act('verifier', id, 'verification', { version: 1, confirmed: true });
    expect((await passes.act('approver', id, 'undo', { version: 2, comment: 'mistake' })).status).toBe(403);
    expect((await passes.act('verifier', id, 'undo', { version: 2 })).body.errors[0]).toMatchObject({ code: 'REQUIRED', field: 'comment' });
    const undone = await passes.act('verifier', id, 'undo', { version: 2, comment: 'mistake' });
    expect(undone.body.model).toMatchObject({ documentStatus: 'CREATED', version: 3, holderName: 'ANA', email: 'ana@example.org' });
    expect(undone.body.model).not.toHaveProperty('confirmed');
    expect(undone.body.model.actions.map((a) => a.action)).toEqual(['register', 'verification', 'undo']);
    await passes.act('verifier', id, 'verification', { version: 3 });
    expect((await passes.act('supervisor', id, 'undo', { version: 4, comment: 'not yet' })).status).toBe(200);
    await passes.act('verifier', id, 'verification', { version: 5 });
    passes.clock.pass(11 * 60_000);
    expect((await passes.act('supervisor', id, 'undo', { version: 6, comment: 'too late' })).status).toBe(409);
  });

  it('say which of them can be undone by whoever does them', async () => {
    const { id } = await passes.register('nobody');
    const undoable = ({ body }: Awaited<ReturnType<typeof passes.call>>): string[] =>
      body.actions.filter((action) => action.canBeUndone).map(({ name }) => name);
    expect(undoable(await passes.call('nobody', 'GET', `/v1/pass/${id}/document`))).toEqual([]);
    expect(undoable(await passes.call('verifier', 'GET', `/v1/pass/${id}/document`))).toEqual(['verification']);
    const verified = await passes.act('verifier', id, 'verification', { version: 1, confirmed: true });
    expect(verified.body.actions.map(({ name }) => name)).toContain('undo');
    expect(undoable(verified)).toEqual([]);
  });

  it('are limited to 20 changes by the public per day and to comments of 2,000 characters, and store no history in versions or answers', async () => {
    const { id } = await passes.register('nobody');
    const long = await passes.act('nobody', id, 'update', { ...aPass, version: 1, comment: 'x'.repeat(2_001) });
    expect(long.body.errors[0]).toMatchObject({ code: 'MAX_LENGTH', field: 'comment' });
    for (let version = 1; version <= 20; version++) {
      const body = { ...aPass, version, comment: 'y'.repeat(2_000) };
      const { status } = await passes.call('nobody', 'POST', `/v1/pass/${id}/actions/update`, body, { 'idempotency-key': `growth-${id}-${version}` });
      expect(status).toBe(200);
    }
    const one_more = await passes.act('nobody', id, 'update', { ...aPass, version: 21 });
    expect([one_more.status, one_more.body.errors[0]?.code, Number(one_more.headers.get('retry-after')) > 0]).toEqual([429, 'TOO_MANY_REQUESTS', true]);
    const { reader } = passes.service.app.get(Database);
    const versions = await reader.findBy(DocumentVersionRow, { documentId: id });
    expect(Math.max(...versions.map((v) => JSON.stringify(v.body).length))).toBeLessThan(1_500);
    const answers = await reader.find(IdempotencyRow);
    expect(Math.max(...answers.map((a) => JSON.stringify(a.answer).length))).toBeLessThan(400);
    passes.clock.pass(24 * 3_600_000 + 60_000);
    expect((await passes.act('nobody', id, 'update', { ...aPass, version: 21 })).status).toBe(200);
  });

  it.each(['\u200b', '\u2060\u200b', 'x\u202ey', 'a\u0000b', '\u2800'])('refuse a comment of %j, wherever it stands in the body', async (text) => {
    const { id } = await passes.register('nobody');
    for (const body of [{ comment: text }, { details: text }, { action: { details: text } }]) {
      const { status, body: answer } = await passes.act('verifier', id, 'query', { version: 1, ...body });
      expect([status, answer.errors.map(({ code, field }) => `${code} ${field}`)]).toEqual([422, ['TEXT comment']]);
    }
    expect((await passes.act('verifier', id, 'query', { version: 1, comment: 'Which one?\nThe old one' })).status).toBe(200);
  });

  it('tell every broken rule beside what is of the wrong shape', async () => {
    const { body } = await passes.call('nobody', 'POST', '/v1/pass/', { ...aPass, holderName: '', questions: {}, comment: '\u200b' });
    expect(body.errors.map(({ code, field }) => `${code} ${field}`).sort()).toEqual(['REQUIRED holderName', 'TEXT comment']);
    const wrong = await passes.call('nobody', 'POST', '/v1/pass/', { ...aPass, holderName: '', id: 7 });
    expect([wrong.status, wrong.body.errors.map(({ code, field }) => `${code} ${field}`)]).toEqual([422, ['TEXT id']]);
  });

  it('name the office, not the officer, who registered a document at the counter', async () => {
    const { id } = await passes.register('verifier');
    const applicantOf = async (caller: string) => (await passes.call(caller, 'GET', `/v1/pass/${id}/document`)).body.model.applicantUser.name;
    expect([await applicantOf('reader'), await applicantOf('nobody')]).toEqual(['verifier', 'Border Agency']);
  });

  it('answer a repeated call as the first time, also after the document has changed', async () => {
    const headers = { 'idempotency-key': `repeat-${passes.aName()}` };
    const first = await passes.call('nobody', 'POST', '/v1/pass/', aPass, headers);
    const { id } = first.body.model;
    const verify = () => passes.call('verifier', 'POST', `/v1/pass/${id}/actions/verification`, { version: 1 }, { 'idempotency-key': `verify-${id}` });
    const verified = await verify();
    passes.clock.pass(60_000);
    expect((await passes.act('approver', id, 'approval', { version: 2 })).status).toBe(200);
    const again = await passes.call('nobody', 'POST', '/v1/pass/', aPass, headers);
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    // The repeated answer also tells since when the document had waited at that time.
    expect((await verify()).body.model).toEqual(verified.body.model);
  });

  it('answer in the language of the reader, not of the person who registered', async () => {
    const { status, body } = await passes.call('nobody', 'POST', '/v1/pass/', aPass, { 'accept-language': 'pt-PT,pt' });
    expect(status).toBe(201);
    expect(body.model).toMatchObject({ countryName: 'Alemanha', questions: [{ description: 'Transporta armas?' }] });
    const { id } = body.model;
    const english = await passes.call('reader', 'GET', `/v1/pass/${id}/document`);
    expect(english.body.model).toMatchObject({ countryName: 'Germany', questions: [{ description: 'Do you carry weapons?' }] });
    expect((await passes.call('reader', 'GET', `/v1/pass/${id}/document?language=pt`)).body.actions[0]?.label).toBe('Imprimir');
    const csv = await passes.call('reader', 'GET', '/v1/pass/search', undefined, { accept: 'text/csv', 'accept-language': 'pt' });
    expect(csv.text.split('\n')[0]).toContain('País');
    expect(csv.text).toContain('Alemanha');
    expect((await passes.act('nobody', id, 'approval', { version: 1 })).body.errors[0]?.message).toBe('Sign in to do this');
    const refused = await passes.call('nobody', 'POST', `/v1/pass/${id}/actions/approval`, { version: 1 }, { 'accept-language': 'pt' });
    expect(refused.body.errors[0]?.message).toBe('Inicie sessão para o fazer');
  });
});
