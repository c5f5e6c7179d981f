import type { ErasureRequest, MediaPrintsOutdated, PrintLayout } from '@portal/contract-kit';
import { In } from 'typeorm';
import { Database } from '../database/database.ts';
import { AuditRow, ErasureRequestRow, OutboxRow } from '../database/kit.entities.ts';
import { PrintClient } from '../prints/print-client.ts';
import { Retention } from '../retention/retention.ts';
import { messagesOf, testBackends } from '../testing/index.ts';
import { aPass, PassDesk } from '../testing/pass-desk.ts';
import { CaseEvents } from '../work/events.ts';
import type { DocumentRow } from './document-row.ts';

describe.each(testBackends())('own documents on %s', (_engine, makeBackend) => {
  let passes: PassDesk;
  beforeAll(async () => {
    passes = await PassDesk.open(makeBackend);
  });
  afterAll(() => passes?.close());

  it('list all that a person registered, with status and next step, to that person only', async () => {
    const draft = await passes.register('rui', { holderName: 'Rui' }, 'actions/store');
    const registered = await passes.register('rui', { ...aPass, holderName: 'Rui' });
    const { records, totalRecords } = (await passes.call('rui', 'GET', '/v1/pass/mine')).body;
    expect(totalRecords).toBe(2);
    expect(records.map((r) => [r.id, r.statusLabel, r.nextStep, r.waitsForApplicant, r.screen])).toEqual([
      [registered.id, 'Registered', 'Border Agency: verify', false, `/passes/mine/${registered.id}`],
      [draft.id, 'Draft', 'Register', true, `/passes/mine/${draft.id}`],
    ]);
    expect((await passes.call('nobody', 'GET', '/v1/pass/mine')).status).toBe(401);
    expect((await passes.call('supervisor', 'GET', '/v1/pass/mine')).body.totalRecords).toBe(0);
  });

  it('are exported as JSON and as PDF, without the office’s fields', async () => {
    const { id } = await passes.register('nobody');
    await passes.act('nobody', id, 'update', { ...aPass, version: 1, email: 'new@example.org' });
    await passes.act('verifier', id, 'verification', { version: 2, comment: 'secret' });
    const { status, text } = await passes.call('nobody', 'GET', `/v1/pass/${id}/export`);
    expect(status).toBe(200);
    for (const held of ['new@example.org', 'ana@example.org', 'photo-1', 'Germany']) expect(text).toContain(held);
    for (const office of ['secret', 'watch list', 'verifier', 'doneBy']) expect(text).not.toContain(office);
    expect((await passes.call('nobody', 'GET', `/v1/pass/${id}/export?format=pdf`)).status).toBe(200);
    expect(JSON.stringify(passes.around.unstored.at(-1))).toContain('new@example.org');
    // The copy leaves out what officers write for one another, so its title does not say that it is all that is held.
    expect(passes.around.unstored.at(-1)?.title).toBe('Your data');
    expect((await passes.call('nobody', 'GET', `/v1/pass/${id}/export?format=pdf`, undefined, { 'accept-language': 'pt' })).status).toBe(200);
    const inPortuguese = JSON.stringify(passes.around.unstored.at(-1));
    expect(inPortuguese).toContain('{"label":"1: Aceite","value":"Sim"}');
    expect(inPortuguese).not.toMatch(/true|Germany|\d{4}-\d\d-\d\d/);
  });

  it('are exported as PDF with the status, the history and what was different earlier, and without program names', async () => {
    const { id } = await passes.register('nobody');
    await passes.act('nobody', id, 'update', { ...aPass, version: 1, email: 'new@example.org' });
    await passes.act('verifier', id, 'query', { version: 2, comment: 'Which bridge?' });
    const copyIn = async (language: string) => {
      await passes.call('nobody', 'GET', `/v1/pass/${id}/export?format=pdf`, undefined, { 'accept-language': language });
      const layout = passes.around.unstored.at(-1);
      return { footer: layout?.footer, blocks: (layout?.blocks ?? []).flatMap((block) => (block.kind === 'section' ? [block] : [])) };
    };
    const { footer, blocks } = await copyIn('en');
    const [held, history, first, second] = blocks;
    expect(held?.rows.slice(0, 2)).toEqual([
      { label: 'Status', value: expect.any(String) },
      { label: 'Registered on', value: expect.stringMatching(/^\d+ \w+ \d{4}, \d\d:\d\d UTC$/) },
    ]);
    expect(held?.rows).toContainEqual({ label: 'Country', value: 'Germany' });
    expect(held?.rows.map(({ label }) => label)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(\d: )?[a-z]/)]));
    expect([history?.title, history?.rows.map(({ label }) => label)]).toEqual(['History', ['Register', 'Update', 'Query']]);
    expect(history?.rows.at(-1)?.value).toContain('Which bridge?');
    expect(second?.title).toMatch(/^Different in version 2 of \d/);
    expect(second?.rows.map(({ label }) => label)).toEqual(['Status']);
    expect(first?.title).toMatch(/^Different in version 1 of \d/);
    expect(first?.rows).toContainEqual({ label: 'Email', value: 'ana@example.org' });
    passes.clock.pass(86_400_000);
    // The PDF states the day on which it was asked for.
    expect((await copyIn('en')).footer).not.toBe(footer);
  });

  it('are exported as PDF under as many whole references as fit', async () => {
    const { serialReference } = await passes.register('rui', aPass);
    for (let n = 0; n < 8; n += 1) await passes.register('rui', aPass);
    await passes.call('rui', 'GET', '/v1/pass/mine/export?format=pdf');
    const shown = passes.around.unstored.at(-1)?.reference?.split(' ') ?? [];
    const { length } = serialReference?.reference ?? '';
    expect(shown.map((each) => each.length)).toEqual(Array(Math.floor(101 / (length + 1))).fill(length));
    // A call that is repeated gets the drawing that the first one began, which svc-media finds by an equal layout.
    passes.clock.pass(90_000);
    await passes.call('rui', 'GET', '/v1/pass/mine/export?format=pdf');
    expect(passes.around.unstored.at(-1)).toEqual(passes.around.unstored.at(-2));
  });

  it('are counted and exported beyond the 200 that are listed', async () => {
    const { id } = await passes.register('ana', aPass);
    const db = passes.service.app.get(Database);
    const row = db.reading.getMetadata('pass').target;
    const pattern = await db.reader.findOneByOrFail<DocumentRow>(row, { id });
    const createdAt = (i: number) => new Date(pattern.createdAt.getTime() + Math.floor(i / 4));
    const others = Array.from({ length: 210 }, (_, i) => ({
      ...pattern,
      // The letter is not hexadecimal, so none of these ids is that of the registered pass.
      id: `${id.slice(0, -4)}g${100 + i}`,
      reference: `MANY-${i}`,
      createdAt: createdAt(i),
    }));
    await db.write(async (tx) => {
      for (const other of others) await tx.insert(row, { ...other, body: { actions: [], serialReference: { reference: other.reference } } } as never);
    });
    const { records, totalRecords } = (await passes.call('ana', 'GET', '/v1/pass/mine')).body;
    expect([records.length, totalRecords]).toEqual([200, 211]);
    const { status, text } = await passes.call('ana', 'GET', '/v1/pass/mine/export');
    const { documents } = JSON.parse(text) as { documents: { reference: string }[] };
    expect([status, documents.length, new Set(documents.map(({ reference }) => reference)).size]).toEqual([200, 211, 211]);
    expect(documents.slice(0, 2).map(({ reference }) => reference)).toEqual(['MANY-209', 'MANY-208']);
    expect((await passes.call('nobody', 'GET', '/v1/pass/mine/export')).status).toBe(401);
    expect((await passes.call('stranger', 'GET', '/v1/pass/mine/export')).body).toMatchObject({ documents: [] });
  });

  it('are erased on request: a draft at once, a registered document as a case with a deadline', async () => {
    const draft = await passes.register('rui', { holderName: 'Gone' }, 'actions/store');
    const gone = await passes.call('rui', 'POST', `/v1/pass/${draft.id}/erasure`, {});
    expect(gone.body.model).toMatchObject({ state: 'GRANTED', kept: [] });
    expect((await passes.call('rui', 'GET', `/v1/pass/${draft.id}/document`)).status).toBe(404);
    const { id } = await passes.register('nobody');
    for (const [caller, status] of [
      ['reader', 403],
      ['stranger', 403],
    ] as const)
      expect((await passes.call(caller, 'POST', `/v1/pass/${id}/erasure`, {})).status).toBe(status);
    const asked = await passes.call('nobody', 'POST', `/v1/pass/${id}/erasure`, { reason: 'I left' });
    expect(asked.body.model).toMatchObject({ state: 'OPEN', kept: [expect.objectContaining({ what: 'Pass' })] });
    expect((await passes.call('nobody', 'POST', `/v1/pass/${id}/erasure`, {})).body.model.id).toBe(asked.body.model.id);
    const listed = await passes.call('supervisor', 'GET', '/v1/pass/erasure');
    expect(listed.body.records).toEqual([expect.objectContaining({ id: asked.body.model.id, documentId: id, reason: 'I left' })]);
    expect((await passes.call('reader', 'GET', '/v1/pass/erasure')).status).toBe(403);
    const read = await passes.service.app.get(Database).reader.findBy(AuditRow, { action: 'erasure-requests' });
    expect(read.map(({ userSub, kind, details }) => [userSub, kind, details])).toEqual([['supervisor', 'pass', { found: 1 }]]);
    const decide = (decision: string, comment?: string) => passes.call('supervisor', 'POST', `/v1/pass/erasure/${asked.body.model.id}`, { decision, comment });
    expect((await decide('GRANT')).status).toBe(422);
    // The document is still being worked on.
    expect((await decide('GRANT', 'yes')).status).toBe(409);
    await passes.act('verifier', id, 'verification', { version: 1 });
    await passes.act('approver', id, 'approval', { version: 2 });
    const granted = await decide('GRANT', 'yes');
    expect(granted.status).toBe(200);
    expect(granted.body.model).toMatchObject({ erasedNow: ['One-time codes', 'E-mail address and telephone number'] });
    // The law requires the document for 30 more days; only the person's contact address is erased.
    const left = (await passes.call('reader', 'GET', `/v1/pass/${id}/document`)).body.model;
    expect([left.holderName, left.email]).toEqual(['ANA', undefined]);
    expect((await passes.call('reader', 'GET', `/v1/pass/${id}/1/version`)).body.model).not.toHaveProperty('email');
    expect((await decide('REFUSE', 'no')).status).toBe(409);
  });

  it('are asked to be erased, and this is answered, once for each idempotency key', async () => {
    const { id } = await passes.register('rui');
    await passes.act('verifier', id, 'verification', { version: 1 });
    await passes.act('approver', id, 'approval', { version: 2 });
    const once = (by: Parameters<typeof passes.call>[0], path: string, body: object) =>
      passes.call(by, 'POST', `/v1/pass/${path}`, body, { 'idempotency-key': `erasure-${path}` });
    const asked = await once('rui', `${id}/erasure`, { reason: 'I left' });
    expect(asked.body.model).toMatchObject({ state: 'OPEN', reason: 'I left', kept: [expect.objectContaining({ what: 'Pass' })] });
    const request = String(asked.body.model.id);
    const refused = await once('supervisor', `erasure/${request}`, { decision: 'REFUSE', comment: 'no' });
    expect([refused.status, refused.body.model]).toEqual([200, expect.objectContaining({ id: request, state: 'REFUSED', comment: 'no' })]);
    expect(await once('supervisor', `erasure/${request}`, { decision: 'REFUSE', comment: 'no' })).toMatchObject({ status: 200, body: refused.body });
    expect((await once('supervisor', `erasure/${request}`, { decision: 'GRANT', comment: 'yes' })).status).toBe(409);
    // The repeated call makes no second request.
    expect((await once('rui', `${id}/erasure`, { reason: 'I left' })).body.model.id).toBe(request);
    expect((await passes.call('supervisor', 'GET', '/v1/pass/erasure')).body.records.map((open) => open.documentId)).not.toContain(id);
    const draft = await passes.register('rui', { holderName: 'Rui' }, 'actions/store');
    const gone = await once('rui', `${draft.id}/erasure`, { reason: 'Mistake' });
    expect(gone.body.model).toMatchObject({ state: 'GRANTED', erasedNow: ['The draft and its files'] });
    expect(await once('rui', `${draft.id}/erasure`, { reason: 'Mistake' })).toMatchObject({ status: 200, body: gone.body });
  });

  it.each(['paid\u202e000,5', 'a\u0000b', '\u200b'])('are not asked to be erased with the reason %j', async (reason) => {
    const { id } = await passes.register('rui');
    const refused = await passes.call('rui', 'POST', `/v1/pass/${id}/erasure`, { reason });
    expect([refused.status, refused.body.errors?.map(({ code, field }) => [code, field])]).toEqual([422, [['TEXT', 'reason']]]);
    expect((await passes.call('supervisor', 'GET', '/v1/pass/erasure')).body.records.map((open) => open.documentId)).not.toContain(id);
    const asked = await passes.call('rui', 'POST', `/v1/pass/${id}/erasure`, { reason: ' I left\nthe country ' });
    expect(asked.body.model).toMatchObject({ state: 'OPEN', reason: 'I left\nthe country' });
  });

  it('keep no address of an applicant who had signed in, in the history neither, once these are erased', async () => {
    const { id } = await passes.register('rui');
    await passes.act('verifier', id, 'verification', { version: 1 });
    await passes.act('approver', id, 'approval', { version: 2 });
    const { text: before } = await passes.call('reader', 'GET', `/v1/pass/${id}/document`);
    expect(before).toContain('rui@example.org');
    const asked = await passes.call('rui', 'POST', `/v1/pass/${id}/erasure`, {});
    await passes.call('supervisor', 'POST', `/v1/pass/erasure/${asked.body.model.id}`, { decision: 'GRANT', comment: 'yes' });
    const after = await passes.call('reader', 'GET', `/v1/pass/${id}/document`);
    expect([after.status, after.text.includes('rui@example.org')]).toEqual([200, false]);
    expect(after.body.model.actions?.map(({ user }) => user.name)).toContain('rui');
  });

  it('do not get an erased address back from a write that had read the document before, or from a print', async () => {
    const { id } = await passes.register('rui');
    await passes.act('verifier', id, 'verification', { version: 1 });
    await passes.act('approver', id, 'approval', { version: 2 });
    const asked = await passes.call('rui', 'POST', `/v1/pass/${id}/erasure`, {});
    const printed = async () => {
      passes.around.awaited.clear();
      await passes.call('rui', 'GET', `/v1/pass/${id}/print-form`);
      return [...passes.around.awaited].map(([key, { title }]) => [key.split('/')[2], title.split(' ')[0]]);
    };
    expect(await printed()).toEqual([['3', 'ana@example.org']]);
    await passes.call('supervisor', 'POST', `/v1/pass/erasure/${asked.body.model.id}`, { decision: 'GRANT', comment: 'yes' });
    const late = await passes.act('supervisor', id, 'undo', { version: 3, comment: 'mistake' });
    expect([late.status, late.body.errors?.[0]?.code]).toEqual([409, 'STALE_VERSION']);
    expect(await printed()).toEqual([['4', 'no']]);
    expect(await messagesOf(passes.service, 'media.prints-outdated')).toContainEqual({ service: 'passes', documentId: id, version: 4 });
    const undone = (await passes.act('supervisor', id, 'undo', { version: 4, comment: 'mistake' })).body.model;
    expect(undone).toMatchObject({ documentStatus: 'VERIFIED', version: 5 });
    for (const version of [1, 2, 3, 4, 5])
      expect((await passes.call('reader', 'GET', `/v1/pass/${id}/${version}/version`)).body.model).toMatchObject({ version, holderName: 'ANA' });
    expect((await passes.call('rui', 'GET', `/v1/pass/${id}/export`)).text).not.toMatch(/ana@example|rui@example/);
  });

  it('leave nothing of what was erased in the orders for their forms, whether these wait or have failed', async () => {
    const draft = await passes.register('rui', { holderName: 'Gone' }, 'actions/store');
    const { id } = await passes.register('rui');
    const { id: other } = await passes.register('rui');
    await passes.act('verifier', id, 'verification', { version: 1 });
    await passes.act('approver', id, 'approval', { version: 2 });
    const prints = passes.service.app.get(PrintClient);
    const db = passes.service.app.get(Database);
    const theirs = { documentId: In([draft.id, id, other]) };
    const ordered = async () => [...new Set((await db.reader.findBy(OutboxRow, theirs)).map(({ documentId }) => documentId))].sort();
    await db.write(async (tx) => {
      for (const documentId of [draft.id, id, other])
        for (const version of [1, 2]) await prints.begin(tx, documentId, `passes/${documentId}/${version}/print-form.en`, { language: 'en' } as PrintLayout);
    });
    const failed = (await db.reader.findBy(OutboxRow, theirs)).filter((_row, n) => n % 2).map((row) => row.id);
    await db.write((tx) => tx.update(OutboxRow, { id: In(failed) }, { state: 2 }));
    expect(await ordered()).toEqual([draft.id, id, other].sort());
    await passes.call('rui', 'POST', `/v1/pass/${draft.id}/erasure`, {});
    expect(await ordered()).toEqual([id, other].sort());
    const asked = await passes.call('rui', 'POST', `/v1/pass/${id}/erasure`, {});
    await passes.call('supervisor', 'POST', `/v1/pass/erasure/${asked.body.model.id}`, { decision: 'GRANT', comment: 'yes' });
    expect(await ordered()).toEqual([other]);
  });

  it('leave nothing of what was erased in the PDF of all documents: it is not stored, and that of an earlier release is deleted', async () => {
    const older = await passes.register('rui', { holderName: 'Gone' }, 'actions/store');
    passes.clock.pass(1_000);
    const { id: address } = await passes.register('rui');
    passes.clock.pass(1_000);
    const { id: newest } = await passes.register('rui');
    passes.clock.pass(1_000);
    await passes.act('verifier', address, 'verification', { version: 1 });
    await passes.act('approver', address, 'approval', { version: 2 });
    passes.around.awaited.clear();
    expect((await passes.call('rui', 'GET', '/v1/pass/mine/export?format=pdf')).status).toBe(200);
    expect(JSON.stringify(passes.around.unstored.at(-1))).toContain('GONE');
    const { id: later } = await passes.register('rui');
    const asked = () => [...passes.around.awaited.keys()].filter((key) => [older.id, address, newest].some((id) => key.includes(id)));
    const ordered = (await messagesOf<{ key: string }>(passes.service, 'media.render')).filter(({ key }) => key.includes('export'));
    expect([asked(), ordered]).toEqual([[], []]);
    const outdated = async () =>
      (await messagesOf<MediaPrintsOutdated>(passes.service, 'media.prints-outdated')).filter(({ documentId }) => [newest, later].includes(documentId));
    expect(await outdated()).toEqual([]);
    await passes.call('rui', 'POST', `/v1/pass/${older.id}/erasure`, {});
    expect(await outdated()).toEqual([{ service: 'passes', documentId: newest }]);
    const wish = await passes.call('rui', 'POST', `/v1/pass/${address}/erasure`, {});
    await passes.call('supervisor', 'POST', `/v1/pass/erasure/${wish.body.model.id}`, { decision: 'GRANT', comment: 'yes' });
    expect(await outdated()).toEqual(Array(2).fill({ service: 'passes', documentId: newest }));
  });

  it('tell officials and applicants of an erasure of addresses, and who made it', async () => {
    const { id } = await passes.register('rui');
    await passes.act('verifier', id, 'verification', { version: 1 });
    await passes.act('approver', id, 'approval', { version: 2 });
    const asked = await passes.call('rui', 'POST', `/v1/pass/${id}/erasure`, {});
    passes.clock.pass(60_000);
    const announced = jest.spyOn(passes.service.app.get(CaseEvents), 'announce');
    await passes.call('supervisor', 'POST', `/v1/pass/erasure/${asked.body.model.id}`, { decision: 'GRANT', comment: 'yes' });
    expect(announced.mock.calls.map(([_tx, _definition, row, what]) => [row.id, what])).toEqual([[id, 'changed']]);
    announced.mockRestore();
    const changedAt = passes.clock.now().toISOString().slice(0, 19);
    passes.clock.pass(60_000);
    const current = { version: 4, changedAt, action: 'Erase contact details', documentStatus: 'APPROVED' };
    const late = await passes.act('verifier', id, 'approval', { version: 3 });
    expect([late.status, late.body.current]).toEqual([409, { ...current, changedBy: 'supervisor' }]);
    const own = await passes.act('rui', id, 'update', { ...aPass, version: 3 });
    expect([own.status, own.body.current]).toEqual([409, { ...current, changedBy: 'Border Agency' }]);
  });

  it('are asked to be erased once, however often the applicant asks at the same moment', async () => {
    const { id } = await passes.register('rui');
    const asked = await Promise.all(Array.from({ length: 6 }, () => passes.call('rui', 'POST', `/v1/pass/${id}/erasure`, {})));
    expect([...new Set(asked.map(({ status }) => status))]).toEqual([200]);
    expect(new Set(asked.map(({ body }) => body.model.id)).size).toBe(1);
    const { records } = (await passes.call('supervisor', 'GET', '/v1/pass/erasure')).body;
    expect(records.filter(({ documentId }) => documentId === id)).toHaveLength(1);
  });

  it('are asked to be erased once with an idempotency key, also a draft that is gone', async () => {
    const draft = await passes.register('rui', { holderName: 'Gone' }, 'actions/store');
    const { id } = await passes.register('rui');
    for (const [n, each] of [draft.id, id].entries()) {
      const key = { 'idempotency-key': `erasure-${n}` };
      const ask = (reason: string) => passes.call('rui', 'POST', `/v1/pass/${each}/erasure`, { reason }, key);
      const first = await ask('I left');
      // The applicant's words are erased with the draft.
      const model = first.body.model as unknown as ErasureRequest;
      expect([first.status, model.reason]).toEqual([200, n === 0 ? undefined : 'I left']);
      const again = await ask('I left');
      expect([again.status, again.body]).toEqual([200, first.body]);
      const other = await ask('I stay');
      expect([other.status, other.body.errors?.[0]?.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
    }
    const db = passes.service.app.get(Database);
    expect(await db.reader.countBy(ErasureRequestRow, { documentId: In([draft.id, id]) })).toBe(2);
  });

  it('are not said to be erased where somebody changed the document at the same moment', async () => {
    const { id } = await passes.register('rui');
    await passes.act('verifier', id, 'verification', { version: 1 });
    await passes.act('approver', id, 'approval', { version: 2 });
    const asked = await passes.call('rui', 'POST', `/v1/pass/${id}/erasure`, {});
    passes.clock.pass(31 * 86_400_000);
    const grant = () => passes.call('supervisor', 'POST', `/v1/pass/erasure/${asked.body.model.id}`, { decision: 'GRANT', comment: 'yes' });
    const overtaken = jest.spyOn(passes.service.app.get(Retention), 'eraseIn').mockResolvedValueOnce(false);
    const refused = await grant();
    overtaken.mockRestore();
    expect([refused.status, refused.body.errors?.[0]?.code]).toEqual([409, 'STALE_VERSION']);
    expect((await grant()).body.model).toMatchObject({ state: 'GRANTED' });
    expect((await passes.call('rui', 'GET', `/v1/pass/${id}/document`)).status).toBe(404);
  });

  it('show what the office answered to a request for erasure', async () => {
    const { id } = await passes.register('rui');
    const shown = async () => (await passes.call('rui', 'GET', '/v1/pass/mine')).body.records.find((record) => record.id === id)?.erasure;
    expect(await shown()).toBeUndefined();
    const asked = await passes.call('rui', 'POST', `/v1/pass/${id}/erasure`, {});
    expect(await shown()).toMatchObject({ id: asked.body.model.id, state: 'OPEN' });
    await passes.call('supervisor', 'POST', `/v1/pass/erasure/${asked.body.model.id}`, { decision: 'REFUSE', comment: 'Your journey is not over' });
    expect(await shown()).toMatchObject({ state: 'REFUSED', comment: 'Your journey is not over' });
  });
});
