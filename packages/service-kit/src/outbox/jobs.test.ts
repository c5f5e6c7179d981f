import 'reflect-metadata';
import type { Problem } from '@portal/contract-kit';
import { insertRow } from '../database/insert.ts';
import { AuditRow, OutboxRow } from '../database/kit.entities.ts';
import { messageContext } from '../encryption/encrypted-queue.ts';
import { letterContext } from '../messages/contexts.ts';
import { MessageRow, messageStates } from '../messages/message.entities.ts';
import type { UndeliveredMessage } from '../messages/undelivered-messages.ts';
import { CaseDesk, type CaseUser, codesOf, everybody, q, TestClock, testBackends, until } from '../testing/index.ts';
import { type FailedJob, type TopicState, withoutInternals } from './jobs.ts';
import { QUEUE } from './relay.ts';

type Found = { records: FailedJob[]; totalRecords: number };

describe.each(testBackends())('the jobs of a service on %s', (_engine, makeBackend) => {
  const clock = new TestClock(CaseDesk.begins);
  const done: unknown[] = [];
  let desk: CaseDesk;
  beforeAll(async () => {
    desk = await CaseDesk.open(await makeBackend(), clock);
    desk.service.app.get(QUEUE).consume('cases.thing', async ({ payload }: { payload: unknown }) => void done.push(payload));
  });
  afterAll(() => desk?.close());

  const db = () => desk.cases.kit.db;
  /** Adds a message whose job failed its last attempt, and which the queue has forgotten since. */
  async function failedJob(name: string, lastError = 'The other side does not answer'): Promise<string> {
    const { encryption, ids } = desk.cases.kit;
    const id = ids.next();
    const at = clock.now();
    const payload = encryption.encryptJson({ name }, messageContext('cases.thing', id)) as object;
    const times = { createdAt: at, availableAt: at, leaseUntil: at };
    await db().write((tx) =>
      insertRow(tx, OutboxRow, { id, topic: 'cases.thing', payload, ...times, owner: null, attempts: 1, state: 2, lastError, requestId: 'request-1' }),
    );
    done.length = 0;
    return id;
  }
  const failed = async (query: object = {}) => (await desk.call<Found>('operator', 'GET', `/v1/jobs/failed${q(query)}`)).body;
  const settle = (id: string, action: 'retry' | 'dismissal', body: object, by: CaseUser = 'operator', headers: Record<string, string> = {}) =>
    desk.call<Problem>(by, 'POST', `/v1/jobs/${id}/${action}`, body, headers);

  it.each(everybody.filter((who) => who !== 'operator'))('are not for %s', async (who) => {
    const refusal = who === 'public' ? 401 : 403;
    for (const path of ['', '/failed', '/failed/fields', '/messages', '/messages/fields'])
      expect((await desk.call(who, 'GET', `/v1/jobs${path}`)).status).toBe(refusal);
    for (const id of ['x', 'messages/x'])
      for (const action of ['retry', 'dismissal'] as const) expect((await settle(id, action, { reason: 'x' }, who)).status).toBe(refusal);
  });

  it('are counted by topic, and a failed one is told with its reason and without what it holds', async () => {
    const id = await failedJob('Secreta', 'connect ECONNREFUSED smtp://user:secret@mail:25');
    const { records } = (await desk.call<{ records: TopicState[] }>('operator', 'GET', '/v1/jobs')).body;
    expect(records).toContainEqual({ topic: 'cases.thing', waiting: 0, oldestSeconds: 0, failed: 1 });
    const found = await failed({ criteria: [{ fieldName: 'topic', operation: 'EQ', values: ['cases.thing'] }] });
    expect(found).toEqual({
      records: [{ id, topic: 'cases.thing', createdAt: expect.any(String), reason: 'connect ECONNREFUSED …', requestId: 'request-1' }],
      totalRecords: 1,
    });
    await settle(id, 'dismissal', { reason: 'A trial' });
  });

  it('tell of messages that wait, that no server took and that came back, without the address', async () => {
    const message = (last: string, state: number, reason: string | null) => {
      const id = `00000000-0000-4000-8000-00000000000${last}`;
      return db().write((tx) =>
        insertRow(tx, MessageRow, {
          id,
          eventId: `event-${last}`,
          event: 'decided',
          channel: 'email',
          content: desk.cases.kit.encryption.encryptJson({ sentTo: 'a…@e…' }, letterContext(id)),
          state,
          attempts: 1,
          createdAt: clock.now(),
          dueAt: new Date(clock.now().getTime() + 86_400_000),
          claimedUntil: 0,
          reason,
          requestId: 'request-2',
        }),
      );
    };
    await message('1', messageStates.waiting, null);
    await message('2', messageStates.failed, '550 5.1.1 <a…@e…> no such user');
    await message('3', messageStates.returned, 'mailbox is full');
    await message('4', messageStates.sent, null);
    const { records } = (await desk.call<{ records: TopicState[] }>('operator', 'GET', '/v1/jobs')).body;
    expect(records).toContainEqual({ topic: 'message.email', waiting: 1, oldestSeconds: 0, failed: 2 });
    const found = (await desk.call<{ records: UndeliveredMessage[] }>('operator', 'GET', '/v1/jobs/messages')).body.records;
    const told = { channel: 'email', label: 'Decision', createdAt: expect.any(String), requestId: 'request-2', mayRetry: false };
    expect(found.sort((one, other) => (one.id < other.id ? -1 : 1))).toEqual([
      { id: expect.stringMatching(/2$/), state: 'FAILED', reason: '550 5.1.1 <a…@e…> no such user', ...told },
      { id: expect.stringMatching(/3$/), state: 'RETURNED', reason: 'mailbox is full', ...told },
    ]);
  });

  it('are done again with a reason, which is recorded', async () => {
    const id = await failedJob('again');
    expect((await settle(id, 'retry', { reason: 'The mail server is back\nIt had no disk' })).status).toBe(200);
    await until(() => done.length === 1);
    expect(done).toEqual([{ name: 'again' }]);
    await until(async () => (await db().reader.findOneByOrFail(OutboxRow, { id })).state === 1);
    expect(await db().reader.findOneByOrFail(AuditRow, { documentId: id })).toMatchObject({
      action: 'job-retry',
      userName: 'Official operator',
      details: { topic: 'cases.thing', reason: 'The mail server is back\nIt had no disk' },
    });
    expect((await failed()).totalRecords).toBe(0);
  });

  it('are given up with a reason, which is recorded', async () => {
    const id = await failedJob('never');
    expect((await settle(id, 'dismissal', { reason: 'The address does not exist\nNobody knows another' })).status).toBe(200);
    expect((await failed()).totalRecords).toBe(0);
    expect(await db().reader.findOneByOrFail(AuditRow, { documentId: id })).toMatchObject({ action: 'job-dismissal' });
    expect(done).toEqual([]);
  });

  it('are read without a record in the audit log, because nothing personal is in their lists', async () => {
    const before = await db().reader.count(AuditRow);
    for (const path of ['', '/failed', '/messages']) expect((await desk.call('operator', 'GET', `/v1/jobs${path}`)).status).toBe(200);
    expect(await db().reader.count(AuditRow)).toBe(before);
  });

  it.each(['retry', 'dismissal'] as const)('are settled by one %s for each idempotency key', async (action) => {
    const id = await failedJob('repeated');
    const once = (reason: string) => settle(id, action, { reason }, 'operator', { 'idempotency-key': `${action} ${id}` });
    const replies = [await once('It is back'), await once('It is back')];
    expect(replies.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([200, { model: { id } }]));
    expect((await once('Another reason')).status).toBe(409);
    expect(await db().reader.countBy(AuditRow, { documentId: id })).toBe(1);
  });

  it('stay as they are without a reason, and where they have not failed', async () => {
    const id = await failedJob('kept');
    const none = await settle(id, 'retry', {});
    expect([none.status, codesOf(none)]).toEqual([422, ['reason REQUIRED']]);
    expect((await failed()).totalRecords).toBe(1);
    const both = await Promise.all([settle(id, 'dismissal', { reason: 'One' }), settle(id, 'dismissal', { reason: 'Two' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await settle(id, 'retry', { reason: 'Late' })).status).toBe(409);
    expect((await settle('00000000-0000-7000-8000-000000000000', 'retry', { reason: 'Nobody' })).status).toBe(404);
  });
});

it.each([
  ['ENOENT: no such file, open /var/lib/portal/x.pdf', 'ENOENT: no such file, open …'],
  ['ER_BAD: select name from secrets', 'ER_BAD: …'],
  ['getaddrinfo failed for https://s3.internal/bucket?key=1', 'getaddrinfo failed for …'],
  ['550 5.1.1 mailbox unavailable\n    at send (/app/x.js:1:2)', '550 5.1.1 mailbox unavailable'],
])('what is told of a failure leaves out what stays in the service: %s', (reason, told) => {
  expect(withoutInternals(reason)).toBe(told);
});
