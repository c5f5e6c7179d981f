import 'reflect-metadata';
import { AuditRow } from '../database/kit.entities.ts';
import { CaseDesk, type CaseUser, TestClock, testBackends } from '../testing/index.ts';
import type { BulkResult } from './bulk.ts';

describe.each(testBackends())('one action on many documents on %s', (_engine, makeBackend) => {
  let desk: CaseDesk;
  beforeAll(async () => {
    desk = await CaseDesk.open(await makeBackend(), new TestClock(CaseDesk.begins));
  });
  afterAll(() => desk?.close());

  const bulk = async (by: CaseUser, action: unknown, items: unknown, body?: unknown, key?: string) => {
    const reply = await desk.call(by, 'POST', '/v1/case/bulk', { action, items, body }, key ? { 'idempotency-key': key } : {});
    return { ...reply, records: reply.body.records as unknown as BulkResult[] };
  };
  const told = (records: BulkResult[]): string[] => records.map(({ status, errors }) => [status, errors[0]?.field, errors[0]?.code].filter(Boolean).join(' '));
  const itemsOf = (models: { id: string; version: number }[]) => models.map(({ id, version }) => ({ id, version }));
  const some = (n: number, change: object = {}) => Promise.all(Array.from({ length: n }, () => desk.register(change)));

  it('is answered for each document as the single call would be, and does the others', async () => {
    const [good, other, his, stale, left, doubled] = (await some(6)) as [never, never, never, never, never, never] & { id: string; version: number }[];
    const foreign = await desk.register({ agency: 'HEALTH' });
    const own = await desk.register({}, 'applicant');
    await desk.on('second officer', (his as { id: string }).id, 'claim');
    await desk.act('officer', (left as { id: string }).id, 'rejection');
    const items = [...itemsOf([good, other, his]), { id: (stale as { id: string }).id, version: 7 }, ...itemsOf([left, foreign, own, doubled, doubled])];
    const { status, records, body } = await bulk('officer', 'verification', [...items, { id: 'nothing', version: 1 }], { decision: 'YES' });
    expect([status, body.totalRecords, records.map(({ id }) => id)]).toEqual([200, 10, [...items.map(({ id }) => id), 'nothing']]);
    expect(told(records).slice(0, 7)).toEqual(['200', '200', '409 CLAIMED', '409 STALE_VERSION', '409 STALE_VERSION', '403 FORBIDDEN', '200']);
    expect(records.map(({ claim }) => claim?.assignee.name)).toEqual([undefined, undefined, 'Official second-officer', ...Array(7).fill(undefined)]);
    // As in the single call, each answer describes the current state of the document, so that the caller can continue from there.
    expect(records.slice(3, 5).map(({ current }) => [current?.version, current?.action, current?.documentStatus])).toEqual([
      [1, expect.any(String), 'CREATED'],
      [2, expect.any(String), 'REJECTED'],
    ]);
    // If a document is named twice, only one of the two actions succeeds.
    expect(told(records).slice(7, 9).sort()).toEqual(['200', '409 STALE_VERSION']);
    expect(told(records)[9]).toBe('404 NOT_FOUND');
    const { documentStatus, version } = await desk.cases.rowOf((good as { id: string }).id);
    expect([documentStatus, version]).toEqual(['VERIFIED', 2]);
    const audit = await desk.cases.kit.db.reader.findBy(AuditRow, { documentId: (good as { id: string }).id, action: 'verification' });
    expect(audit.map(({ userName }) => userName)).toEqual(['Official officer']);
    // Four-eyes principle: the officer who verified a case cannot approve it.
    const verified = items.slice(0, 2).map(({ id }) => ({ id, version: 2 }));
    expect(told((await bulk('officer', 'approval', verified)).records)).toEqual(['403 FOUR_EYES', '403 FOUR_EYES']);
    expect(told((await bulk('supervisor', 'approval', verified)).records)).toEqual(['200', '200']);
  });

  it('keeps the rules of the action', async () => {
    const models = await some(2);
    expect(told((await bulk('officer', 'verification', itemsOf(models))).records)).toEqual(['422 decision REQUIRED', '422 decision REQUIRED']);
    expect(told((await bulk('officer', 'rejection', itemsOf(models))).records)).toEqual(['422 comment REQUIRED', '422 comment REQUIRED']);
    expect(told((await bulk('officer', 'nonsense', itemsOf(models))).records)).toEqual(['409 ACTION_NOT_ALLOWED', '409 ACTION_NOT_ALLOWED']);
    expect(told((await bulk('reader', 'rejection', itemsOf(models), { comment: 'No' })).records)).toEqual(['403 FORBIDDEN', '403 FORBIDDEN']);
  });

  it.each([
    ['public', '401'],
    ['applicant', '403'],
    ['officer of other documents', '403'],
    ['officer of another agency', '200 403 FORBIDDEN'],
    ['officer without the read role', '200 200'],
  ] as [CaseUser, string][])('answers the %s %s', async (caller, expected) => {
    const { status, records } = await bulk(caller, 'verification', itemsOf(await some(1)), { decision: 'YES' });
    expect([status, ...(records ? told(records) : [])].join(' ')).toBe(expected);
  });

  it('refuses what is no such call, with the field', async () => {
    const items = [{ id: 'x', version: 1 }];
    const codes = async (...parts: [unknown, unknown, unknown?]) => {
      const { status, body } = await bulk('officer', ...parts);
      return [status, ...(body.errors ?? []).map(({ field, code }) => `${field} ${code}`)].join(' ');
    };
    expect(await codes(undefined, items)).toBe('422 action REQUIRED');
    expect(await codes('rejection', undefined)).toBe('422 items MIN_ITEMS');
    expect(await codes('rejection', [])).toBe('422 items MIN_ITEMS');
    expect(await codes('rejection', 'all')).toBe('422 items MIN_ITEMS');
    expect(await codes('rejection', Array(501).fill(items[0]))).toBe('422 items MAX_ITEMS');
    expect(await codes('rejection', [{ id: 'x' }, null, { version: 1.5, id: 'x' }])).toBe(
      '422 items[0].version REQUIRED items[1].id REQUIRED items[1].version REQUIRED items[2].version INTEGER',
    );
    expect(await codes('rejection', items, [])).toBe('422 body OBJECT');
  });

  it('does everything once, however often it is sent', async () => {
    const models = await some(3);
    const items = [...itemsOf(models.slice(0, 2)), { id: String(models[2]?.id), version: 9 }];
    const first = await bulk('officer', 'verification', items, { decision: 'YES' }, 'key-1');
    const again = await bulk('officer', 'verification', items, { decision: 'YES' }, 'key-1');
    expect([told(first.records), again.records]).toEqual([['200', '200', '409 STALE_VERSION'], first.records]);
    expect((await desk.cases.rowOf(String(models[0]?.id))).version).toBe(2);
    const other = await bulk('officer', 'verification', items.slice(1), { decision: 'YES' }, 'key-1');
    expect([other.status, other.body.errors[0]?.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  });

  it('gives each document the fields that the action reads, however many others are sent', async () => {
    const items = itemsOf(await some(3));
    const performed = jest.spyOn(desk.cases, 'perform');
    const unknown = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`unknown${n}`, n]));
    const { records } = await bulk('officer', 'verification', items, { ...unknown, decision: 'YES', comment: 'So', documentStatus: 'APPROVED' });
    const bodies = performed.mock.calls.map(([, , body]) => body);
    performed.mockRestore();
    expect(told(records)).toEqual(['200', '200', '200']);
    expect(bodies).toEqual(items.map(({ version }) => ({ decision: 'YES', comment: 'So', version })));
  });

  it('takes 500 documents', async () => {
    const models = [];
    for (let i = 0; i < 10; i++) models.push(...(await some(50)));
    const { records } = await bulk('officer', 'verification', itemsOf(models), { decision: 'YES' });
    expect([records.length, new Set(told(records))]).toEqual([500, new Set(['200'])]);
  });
});
