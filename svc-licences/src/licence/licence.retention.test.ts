import { randomUUID } from 'node:crypto';
import { DOCUMENT_ERASED_TOPIC } from '@portal/contract-kit';
import {
  AuditRow,
  AuditSequencer,
  addDays,
  DailyJobs,
  Database,
  DocumentActionRow,
  DocumentVersionRow,
  ErasedDocumentRow,
  ErasureRequestRow,
  Retention,
  verifyAudit,
} from '@portal/service-kit';
import { messagesOf, TestClock, testBackends } from '@portal/service-kit/testing';
import fc from 'fast-check';
import { type LicenceStatus, licenceStatuses } from '../../contract/index.ts';
import { Desk } from '../testing/desk.ts';
import { LicenceRow } from './licence.row.ts';
import { LicenceService } from './licence.service.ts';

const today = '2050-06-15';
const ago = (days: number): string => addDays(today, -days);

describe.each(testBackends())('how long licences are kept on %s', (_name, makeBackend) => {
  let desk: Desk;
  let pattern: LicenceRow;
  const clock = new TestClock(new Date('2026-05-02T08:00:00Z'));
  const db = () => desk.service.app.get(Database);
  const run = () => desk.service.app.get(Retention).run();

  beforeAll(async () => {
    desk = await Desk.open(await makeBackend(), clock);
    const { model } = (await desk.register()).body;
    pattern = await db().reader.findOneByOrFail(LicenceRow, { id: model.id });
    clock.pass(Date.parse(`${today}T03:00:00Z`) - clock.now().getTime());
    await db().write((tx) => tx.update(LicenceRow, { id: model.id }, { updatedAt: clock.now() } as never));
  });
  afterAll(() => desk?.close());

  /** Stores a licence with a status, an end date and a date of last change. */
  async function licence(documentStatus: LicenceStatus, endDate: string | null, touched: string): Promise<string> {
    const id = randomUUID();
    const reference = documentStatus === 'STORED' ? null : id.slice(0, 20);
    await db().write((tx) =>
      tx.insert(LicenceRow, { ...pattern, id, reference, documentStatus, endDate, updatedAt: new Date(`${touched}T12:00:00Z`) } as never),
    );
    return id;
  }
  const isThere = (id: string) => db().reader.existsBy(LicenceRow, { id });

  it.each<[string, LicenceStatus, string | null, string, boolean]>([
    ['an issued licence is kept for ten years after its end', 'APPROVED', ago(3_653), ago(4_000), true],
    ['and then erased', 'APPROVED', ago(3_654), ago(4_000), false],
    ['unless somebody has worked on it since', 'APPROVED', ago(5_000), ago(3_600), true],
    ['one that was never issued is held', 'APPROVED', null, ago(9_000), true],
    ['a suspended one counts from its end as well', 'SUSPENDED', ago(3_654), ago(4_000), false],
    ['an application under way is held', 'SUBMITTED', null, ago(9_000), true],
    ['a query that nobody answered too', 'QUERIED', null, ago(9_000), true],
    ['what was rejected is kept for ten years', 'REJECTED', null, ago(3_653), true],
    ['and then erased', 'REJECTED', null, ago(3_654), false],
    ['what was withdrawn alike', 'WITHDRAWN', null, ago(3_654), false],
    ['a draft is kept for ninety days', 'STORED', null, ago(90), true],
    ['and then erased', 'STORED', null, ago(91), false],
  ])('%s (%s, ends %s, touched %s)', async (_what, status, endDate, touched, kept) => {
    const id = await licence(status, endDate, touched);
    await run();
    expect(await isThere(id)).toBe(kept);
  });

  it('erases exactly the documents that are due, and two concurrent runs erase each once', async () => {
    const day = fc.integer({ min: 0, max: 8_000 }).map(ago);
    const kinds = fc.tuple(fc.constantFrom(...licenceStatuses), fc.option(day), day);
    const made: { status: LicenceStatus; endDate: string | null; touched: string; id: string }[] = [];
    for (const [status, endDate, touched] of fc.sample(kinds, 120)) made.push({ status, endDate, touched, id: await licence(status, endDate, touched) });
    const over = ({ status, endDate, touched }: (typeof made)[number]): boolean => {
      if (status === 'STORED') return touched < ago(90);
      if (status === 'WITHDRAWN' || status === 'REJECTED') return touched < ago(3_653);
      return (status === 'APPROVED' || status === 'SUSPENDED') && endDate !== null && endDate < ago(3_653) && touched < ago(3_653);
    };
    const before = await db().reader.count(ErasedDocumentRow);
    const erased = await Promise.all([run(), run()]);
    const expected = made.filter(over);
    expect(expected.length).toBeGreaterThan(5);
    expect(erased[0] + erased[1]).toBe(expected.length);
    expect((await db().reader.count(ErasedDocumentRow)) - before).toBe(expected.length);
    for (const one of made) expect([one, await isThere(one.id)]).toEqual([one, !over(one)]);
    expect(await run()).toBe(0);
  });

  it('removes all personal data, announces the erasure to svc-media and records it', async () => {
    const { model } = (await desk.register('public', { holderName: 'UNMISTAKABLE PERSON' })).body;
    const { id } = model;
    const ask = async (reason: string): Promise<string> =>
      (await desk.call<{ model: { id: string } }>('public', 'POST', `/v1/professional/${id}/erasure`, { reason })).body.model.id;
    const refused = await ask('UNMISTAKABLE reason');
    const refusal = { decision: 'REFUSE', comment: 'UNMISTAKABLE comment' };
    expect((await desk.call('erasure-officer', 'POST', `/v1/professional/erasure/${refused}`, refusal)).status).toBe(200);
    const open = await ask('another UNMISTAKABLE reason');
    await db().write((tx) => tx.update(LicenceRow, { id }, { documentStatus: 'REJECTED', updatedAt: new Date(`${ago(3_700)}T12:00:00Z`) } as never));
    expect(await run()).toBe(1);

    for (const path of ['document', '1/version', 'qr', 'print-form'])
      expect([path, (await desk.call('public', 'GET', `/v1/professional/${id}/${path}`)).status]).toEqual([path, 404]);
    expect(await Promise.all([LicenceRow, ErasedDocumentRow].map((row) => db().reader.countBy(row as never, { id } as never)))).toEqual([0, 1]);
    expect(await Promise.all([DocumentVersionRow, DocumentActionRow].map((row) => db().reader.countBy(row as never, { documentId: id } as never)))).toEqual([
      0, 0,
    ]);
    expect(await db().reader.findOneByOrFail(ErasedDocumentRow, { id })).toEqual({
      id,
      kind: 'professional-licence',
      documentCode: model.documentCode,
      reference: model.serialReference.reference,
      documentStatus: 'REJECTED',
      registeredOn: today,
      erasedOn: today,
    });
    for (const { tableName } of db().reading.entityMetadatas)
      expect([tableName, JSON.stringify(await db().reading.query(`select * from ${tableName}`)).includes('UNMISTAKABLE')]).toEqual([tableName, false]);

    const answer = { reference: model.serialReference.reference, reason: null, comment: null, decidedAt: expect.any(Date) };
    const requests = await db().reader.find(ErasureRequestRow, { where: { documentId: id }, order: { id: 'ASC' } });
    expect(requests).toEqual([
      expect.objectContaining({ ...answer, id: refused, state: 'REFUSED', decidedBy: 'Elsa Erasure' }),
      expect.objectContaining({ ...answer, id: open, state: 'GRANTED', decidedBy: null }),
    ]);

    const released = { service: 'licences', documentId: id };
    for (const topic of ['media.released', DOCUMENT_ERASED_TOPIC]) expect(await messagesOf(desk.service, topic)).toContainEqual(released);
    const record = await db().reader.findOneByOrFail(AuditRow, { documentId: id, action: 'erasure' });
    expect(record).toMatchObject({ reference: model.serialReference.reference, details: { documentStatus: 'REJECTED', since: 'updatedAt', days: 3_653 } });
    clock.pass(10_000);
    await desk.service.app.get(AuditSequencer).appendPending();
    expect((await verifyAudit(db())).broken).toBeUndefined();

    const next = (await desk.register()).body.model;
    expect(next.serialReference.number).toBeGreaterThan(model.serialReference.number);
  });

  it('says of the code of an erased licence that it is no longer in the register', async () => {
    const { id, serialReference } = (await desk.register()).body.model;
    const { signer } = desk.service.app.get(LicenceService).kit;
    const token = signer.sign({ k: 'professional-licence', r: serialReference.reference, iat: Date.parse(`${serialReference.dateTime}Z`) / 1000 });
    const verify = async (language: string) => (await desk.call<object>('public', 'GET', `/v1/verify/${token}?language=${language}`)).body;
    expect(await verify('en')).toMatchObject({ genuine: true, standing: { code: 'IN_PROCESS' }, holder: expect.anything() });
    const lapsed = { documentStatus: 'APPROVED', endDate: ago(3_654), updatedAt: new Date(`${ago(4_000)}T12:00:00Z`) };
    await db().write((tx) => tx.update(LicenceRow, { id }, lapsed as never));
    await run();
    expect(await isThere(id)).toBe(false);
    expect(await verify('en')).toMatchObject({ genuine: true, standing: { code: 'NOT_IN_REGISTER', label: 'No longer in the register' } });
    expect(await verify('pt')).toMatchObject({ standing: { label: 'Já não consta do registo' } });
    expect(await verify('en')).not.toHaveProperty('holder');
  });

  it('is queued once a day', async () => {
    clock.pass(86_400_000);
    const asked = await Promise.all([1, 2, 3].map(() => desk.service.app.get(DailyJobs).schedule('licences.retention')));
    expect(asked.filter(Boolean)).toHaveLength(1);
  });
});
