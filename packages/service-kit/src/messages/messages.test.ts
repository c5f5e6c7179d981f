import type { Problem } from '@portal/contract-kit';
import { type Call, publicActor } from '../auth/actor.ts';
import { addDays } from '../clock.ts';
import { Database } from '../database/database.ts';
import { AuditRow } from '../database/kit.entities.ts';
import { BlindIndex } from '../encryption/blind-index.ts';
import { DATA_KEYS, Encryption } from '../encryption/encryption.ts';
import { runAlone } from '../http/run-alone.ts';
import { configureLog } from '../logging.ts';
import { RETENTION_PLAN, Retention } from '../retention/retention.ts';
import { ServiceSettings } from '../settings/settings.ts';
import { CaseDesk, type CaseUser, codesOf, describeCases, everybody, q, type TestBackend, TestClock, testBackends, until } from '../testing/index.ts';
import { MailServer, type TakenMail } from '../testing/mail-server.ts';
import { MessageRow, messageStates } from './message.entities.ts';
import type { SentMessage } from './message-list.ts';
import { MessageSender, OPEN_TRANSPORT } from './message-sender.ts';
import { Messages } from './messages.ts';
import { Reminders } from './reminders.ts';
import { recordReturnedMail } from './returned-mail.ts';
import { saveTravelDayWish } from './travel-day-wishes.ts';
import type { UndeliveredMessage } from './undelivered-messages.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

describe.each(testBackends())('messages over SMTP on %s', (_engine, makeBackend) => {
  const server = new MailServer();
  let backend: TestBackend;
  let desk: CaseDesk;
  const clock = new TestClock(CaseDesk.begins);
  let people = 0;
  /** Returns an address that no other test uses. */
  const somebody = (): string => `person-${++people}@example.org`;

  beforeAll(async () => {
    await server.start();
    backend = await makeBackend();
    desk = await CaseDesk.open(backend, clock, { SMTP_URL: server.url, SMTP_TLS: 'never', MAIL_FROM: 'Single Window <no-reply@portal.example>' });
  });
  afterAll(async () => {
    await desk?.close();
    await server.stop();
  });
  beforeEach(() => {
    server.refusal = undefined;
    server.beforeAnswer = undefined;
  });

  const sender = (): MessageSender => desk.service.app.get(MessageSender);
  const rows = (documentId: string): Promise<MessageRow[]> =>
    desk.service.app.get(Database).reader.find(MessageRow, { where: { documentId }, order: { createdAt: 'ASC', id: 'ASC' } });
  const waiting = async (): Promise<number> => (await desk.service.app.get(Messages).counts()).waiting;
  const allSent = (): Promise<void> => until(async () => (await waiting()) === 0);
  /**
   * Lets minutes pass until every message is sent. An attempt that was in progress when the server came back may have failed, and the sender pauses after it.
   */
  const allSentInTime = (): Promise<void> =>
    until(async () => {
      clock.pass(minute);
      await sender().run();
      return (await waiting()) === 0;
    });
  const listOf = (id: string, by: CaseUser = 'officer') => desk.call<{ records: SentMessage[] }>(by, 'GET', `/v1/case/${id}/messages`);
  const toAna = async (to: string, count = 1): Promise<TakenMail[]> => {
    await until(() => server.taken.filter((each) => each.to === to).length >= count);
    return server.taken.filter((each) => each.to === to);
  };

  it('confirm a registration once, with link, code and where to check it, and nothing personal in the subject', async () => {
    const to = somebody();
    const body = { holderName: 'Ana Belo', passport: 'P123456', email: to };
    const send = () => desk.call('public', 'POST', '/v1/case/', body, { 'idempotency-key': `key-${to}`, 'accept-language': 'en' });
    const [{ body: first }] = [await send(), await send()];
    const { id, serialReference } = first.model;
    const reference = String(serialReference?.reference);
    const [{ mail, raw }] = (await toAna(to)) as [TakenMail];
    await allSent();
    expect(server.taken.filter((each) => each.to === to)).toHaveLength(1);
    expect(mail.subject).toBe('Registered: your case');
    expect(mail.from?.text).toBe('"Single Window" <no-reply@portal.example>');
    expect(mail.messageId).toMatch(/^<[0-9a-f-]{36}@cases\.portal\.example>$/);
    expect(mail.text).toContain(`/cases/mine/${id}`);
    expect(mail.text).toContain(`Reference: ${reference}`);
    expect(mail.text).toMatch(/http:\/\/localhost:8080\/v\/[\w-]+\.[\w-]+\.[\w-]+/);
    expect(mail.html).toContain(`alt="QR code: ${reference}"`);
    expect(mail.attachments.map(({ contentType, related }) => [contentType, related])).toEqual([['image/png', true]]);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated/m);
    expect(raw).not.toMatch(/P123456/);
    // A confirmation cannot be turned off.
    expect(raw).not.toMatch(/List-Unsubscribe/);
  });

  it('of calls without signing in go to one mailbox a hundred times in a day, and the documents are registered all the same', async () => {
    const to = somebody();
    const tagged = to.replace('@', '+tag@');
    const taken = () => server.taken.filter((each) => [to, tagged].includes(each.to)).length;
    const ids: string[] = [];
    const lines: string[] = [];
    configureLog('info', undefined, { write: (line) => void lines.push(line) });
    for (let i = 0; i < 102; i++) ids.push((await desk.register({ email: i % 2 ? to : tagged })).id);
    configureLog('silent');
    const refused = lines.filter((line) => line.includes('no message'));
    expect(refused.map((line) => JSON.parse(line))).toMatchObject([{ kind: 'case' }, { kind: 'case' }]);
    expect(ids.filter((id) => refused.join('').includes(id))).toEqual([]);
    await allSent();
    expect([new Set(ids).size, taken()]).toEqual([102, 100]);
    await desk.act('public', String(ids[0]), 'update', { holderName: 'Ana Nova', email: to });
    await desk.register({ email: to }, 'applicant');
    await desk.register({ email: somebody() });
    await allSent();
    expect(taken()).toBe(101);
    clock.pass(day + minute);
    await desk.register({ email: to });
    await allSent();
    expect(taken()).toBe(102);
  });

  it('of calls without signing in go to one telephone a hundred times in a day, however its number is written', async () => {
    const { app } = desk.service;
    const letter = { event: 'registered', language: 'en', subject: { en: 'A', pt: 'A' }, paragraphs: [] } as const;
    const spaced = (i: number): string => [...'67077009999'].map((digit, place) => `${digit}${(i >> place) % 2 ? ' ' : ''}`).join('');
    const spellings = ['+670-7700-9999', '00670 7700 9999', '+\u0666\u0667\u0660 7700 9999', ...Array.from({ length: 98 }, (_, i) => spaced(i))];
    expect(new Set(spellings).size).toBe(101);
    for (const [i, to] of spellings.entries()) {
      const message = { eventId: `spelling ${i}`, recipient: { channel: 'sms', to }, letter, isPublic: true } as const;
      await app.get(Database).write((tx) => app.get(Messages).add(tx, message));
    }
    expect(await app.get(Database).reader.countBy(MessageRow, { channel: 'sms' })).toBe(100);
  });

  it('are in the language in which the form was filled in, and in both where it is not known', async () => {
    const [pt, unknown] = [somebody(), somebody()];
    await desk.call('public', 'POST', '/v1/case/', { holderName: 'Rui', email: pt }, { 'accept-language': 'pt' });
    expect((await toAna(pt))[0]?.mail.subject).toBe('Registo efetuado: caso');
    expect((await toAna(pt))[0]?.mail.text).not.toMatch(/Reference/);
    const { body } = await desk.call('officer', 'POST', '/v1/case/', { holderName: 'Eva', email: unknown });
    expect(body.model.serialReference).toBeDefined();
    expect((await toAna(unknown))[0]?.mail.subject).toBe('Registered: your case / Registo efetuado: caso');
  });

  it('tell of a change and of a decision, each once, and say whether they can be refused', async () => {
    const to = somebody();
    const { id } = await desk.register({ email: to });
    await desk.act('public', id, 'update', { holderName: 'Ana Nova', email: to });
    await desk.act('officer', id, 'verification');
    await desk.act('second officer', id, 'approval');
    await until(async () => server.taken.filter((each) => each.to === to).length === 3);
    await allSent();
    const all = Object.fromEntries(server.taken.filter((each) => each.to === to).map(({ mail, raw }) => [mail.subject, raw]));
    expect(Object.keys(all).sort()).toEqual(['A decision on your case', 'Changed: your case', 'Registered: your case']);
    expect(all['Changed: your case']).toMatch(/^List-Unsubscribe: <http:\/\/localhost:8080\/eservice\/messages\/cases\/[\w-]+\/[\w-]+>/m);
    expect(all['Changed: your case']).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
    expect(all['A decision on your case']).not.toMatch(/List-Unsubscribe/);
  });

  it('to an address that was removed do not say that messages go to another one', async () => {
    const to = somebody();
    const { id } = await desk.register({ email: to });
    expect((await desk.act('public', id, 'update', { holderName: 'Ana', email: null })).status).toBe(200);
    const changed = (await toAna(to, 2)).find(({ mail }) => mail.subject?.startsWith('Changed'));
    expect(changed?.mail.text).toMatch(/Messages about your case no longer go to this address\. If\s+you did not expect this, ask the office\./);
    expect(changed?.mail.text).not.toContain(id);
  });

  it('are not lost and not doubled in an hour without a mail server', async () => {
    await allSent();
    await server.stop();
    const to = somebody();
    const registered = 12;
    for (let i = 0; i < registered; i++) await desk.register({ email: to });
    const ids = (await desk.service.app.get(Database).reader.find(MessageRow, { where: { state: messageStates.waiting } })).map(({ id }) => id);
    expect(ids).toHaveLength(registered);
    for (let minutes = 0; minutes < 60; minutes++) {
      clock.pass(minute);
      await sender().run();
    }
    expect(await waiting()).toBe(registered);
    await server.start();
    await allSentInTime();
    const taken = server.taken.filter((each) => each.to === to).map(({ mail }) => /^<([^@]+)/.exec(String(mail.messageId))?.[1]);
    expect(taken.sort()).toEqual(ids.sort());
  });

  it('are handed over by one of several instances', async () => {
    await allSent();
    await server.stop();
    const to = somebody();
    for (let i = 0; i < 30; i++) await desk.register({ email: to }, 'applicant');
    const others = Array.from({ length: 3 }, () => another());
    await server.start();
    clock.pass(2 * minute);
    await Promise.all([sender(), ...others].map((each) => each.run()));
    await allSentInTime();
    expect(server.taken.filter((each) => each.to === to)).toHaveLength(30);
  });

  /** Makes the sender of another instance. */
  const another = (db = desk.service.app.get(Database), at = clock): MessageSender => {
    const { app } = desk.service;
    return new MessageSender(db, at, app.get(Encryption), app.get(ServiceSettings), app.get(RETENTION_PLAN), app.get(OPEN_TRANSPORT));
  };

  it('of an instance that died between hand-over and record go again with the same Message-ID: the mailbox has one', async () => {
    await allSent();
    await server.stop();
    const to = somebody();
    const { id } = await desk.register({ email: to });
    // The message is postponed, so that only an instance whose clock is ahead takes it.
    await until(async () => ((await rows(id))[0]?.dueAt.getTime() ?? 0) > clock.now().getTime());
    const ahead = new TestClock(new Date(clock.now().getTime() + 2 * minute));
    await server.start();
    const db = desk.service.app.get(Database);
    // From the hand-over on, writes of this instance never end, as if its process had died.
    let isDead = false;
    server.beforeAnswer = () => {
      isDead = true;
    };
    const dying = new Proxy(db, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as unknown;
        const writes = name === 'write' || name === 'writeOne';
        if (writes) return (...args: Parameters<Database['write']>) => (isDead ? new Promise(() => undefined) : target[name](...args));
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    void another(dying, ahead).run();
    await until(() => server.taken.some((each) => each.to === to));
    expect((await rows(id))[0]?.state).toBe(messageStates.waiting);
    // No instance takes over the message while the claim is valid.
    clock.pass(3 * minute);
    await sender().run();
    expect(server.taken.filter((each) => each.to === to)).toHaveLength(1);
    await db.write((tx) => tx.update(MessageRow, { documentId: id }, { claimedUntil: 0 }));
    await sender().run();
    await allSent();
    expect(server.taken.filter((each) => each.to === to)).toHaveLength(2);
    expect(server.mailbox(to)).toHaveLength(1);
    expect((await rows(id))[0]?.state).toBe(messageStates.sent);
  });

  it('that are written again for the same event and recipient are refused by the database', async () => {
    const messages = desk.service.app.get(Messages);
    const letter = { event: 'changed', language: 'en', subject: { en: 'A', pt: 'A' }, paragraphs: [] } as const;
    const recipient = { channel: 'email', to: somebody() } as const;
    const add = () => desk.service.app.get(Database).write((tx) => messages.add(tx, { eventId: 'the-event', recipient, letter }));
    await add();
    await expect(add()).rejects.toThrow();
    await allSent();
    expect(server.taken.filter((each) => each.to === recipient.to)).toHaveLength(1);
    // The message belongs to no document: only the masked address is kept, even if the mail comes back.
    const { app } = desk.service;
    const row = await app.get(Database).reader.findOneByOrFail(MessageRow, { eventId: 'the-event' });
    expect(row.state).toBe(messageStates.delivered);
    expect(app.get(Encryption).decryptJson(row.content as never, `message-letter ${row.id}`)).toEqual({ sentTo: 'p…@e…' });
  });

  it('that a server refuses for good are shown as failed, without the address; those that it puts off are sent later', async () => {
    const [gone, later] = [somebody(), somebody()];
    let asked = 0;
    server.refusal = (to) => (to === gone ? 550 : to === later && asked++ === 0 ? 451 : undefined);
    const refused = await desk.register({ email: gone });
    const put = await desk.register({ email: later });
    await until(async () => (await rows(refused.id))[0]?.state === messageStates.failed && (await rows(put.id))[0]?.reason !== null);
    const { body } = await listOf(refused.id);
    expect(body.records).toMatchObject([
      { event: 'registered', label: 'Confirmation of registration', state: 'FAILED', to: 'p…@e…', sentAt: null, attempts: 1 },
    ]);
    expect(body.records[0]?.reason).toContain('no such user');
    expect(JSON.stringify(body)).not.toContain(gone);
    clock.pass(minute);
    await sender().run();
    await until(async () => (await rows(put.id))[0]?.state === messageStates.sent);
    expect((await listOf(put.id)).body.records).toMatchObject([{ state: 'SENT', attempts: 2, reason: null }]);
  });

  it('that no server takes are given up after three days', async () => {
    await allSent();
    await server.stop();
    const { id } = await desk.register({ email: somebody() });
    for (let hours = 0; hours <= 73; hours++) {
      clock.pass(60 * minute);
      await sender().run();
    }
    await until(async () => (await rows(id))[0]?.state === messageStates.failed);
    expect((await rows(id))[0]?.attempts).toBeGreaterThan(10);
    await server.start();
  });

  /** Reports as the mail server does, with the command of the service's image, that a message came back. */
  const comesBack = (id: string, reason = 'mailbox is full') => runAlone(() => describeCases(desk.env), ['returned', id, ...reason.split(' ')]);

  it('that came back are shown as returned', async () => {
    const to = somebody();
    const { id } = await desk.register({ email: to });
    await until(async () => (await rows(id))[0]?.state === messageStates.sent);
    const [message] = (await rows(id)) as [MessageRow];
    await comesBack(message.id, `5.1.1 <${to}>: mailbox is full`);
    expect((await listOf(id)).body.records).toMatchObject([{ state: 'RETURNED', reason: '5.1.1 <p…@e…>: mailbox is full' }]);
  });

  it('that the service has not sent cannot come back', async () => {
    const { id } = await desk.register({ email: somebody() });
    const database = desk.service.app.get(Database);
    expect(await recordReturnedMail(database, '00000000-0000-0000-0000-000000000000', 'mailbox is full')).toBe(false);
    await expect(recordReturnedMail(database, id.slice(1), 'mailbox is full')).rejects.toThrow('The id of a message has 36 characters');
  });

  const undelivered = async (id: string): Promise<UndeliveredMessage | undefined> =>
    (await desk.call<{ records: UndeliveredMessage[] }>('operator', 'GET', `/v1/jobs/messages${q({ paging: { page: 1, size: 200 } })}`)).body.records.find(
      (each) => each.id === id,
    );
  const settle = (id: string, action: 'retry' | 'dismissal', body: object, headers: Record<string, string> = {}) =>
    desk.call<Problem>('operator', 'POST', `/v1/jobs/messages/${id}/${action}`, body, headers);

  it('that did not arrive are sent again by an operator, with a reason, once for each time that it is asked for', async () => {
    const to = somebody();
    server.refusal = (address) => (address === to ? 550 : undefined);
    const document = await desk.register({ email: to });
    const message = async () => (await rows(document.id))[0] as MessageRow;
    await until(async () => (await message()).state === messageStates.failed);
    const { id } = await message();
    expect(await undelivered(id)).toMatchObject({ state: 'FAILED', mayRetry: true });
    expect(JSON.stringify(await undelivered(id))).not.toContain(to);
    const unexplained = await settle(id, 'retry', {});
    expect([unexplained.status, codesOf(unexplained)]).toEqual([422, ['reason REQUIRED']]);
    expect((await settle('00000000-0000-0000-0000-000000000000', 'retry', { reason: 'x' })).status).toBe(404);

    server.refusal = undefined;
    const [one, two] = await Promise.all([settle(id, 'retry', { reason: 'The mailbox is there again' }), settle(id, 'retry', { reason: 'Me too' })]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    await until(async () => (await message()).state === messageStates.sent);
    expect(server.taken.filter((each) => each.to === to)).toHaveLength(1);
    expect((await settle(id, 'retry', { reason: 'Once more' })).status).toBe(409);
    expect((await settle(id, 'dismissal', { reason: 'Once more' })).status).toBe(409);
    expect(await undelivered(id)).toBeUndefined();
    const audited = await desk.service.app.get(Database).reader.findBy(AuditRow, { documentId: id });
    expect(audited).toMatchObject([{ action: 'message-retry', userName: 'Official operator', details: { event: 'registered', channel: 'email' } }]);
    expect(JSON.stringify(audited)).not.toContain(to);

    // The mail comes back, and is sent once more.
    await comesBack(id);
    expect(await undelivered(id)).toMatchObject({ state: 'RETURNED', reason: 'mailbox is full', mayRetry: true });
    expect((await settle(id, 'retry', { reason: 'There is room again' })).status).toBe(200);
    await until(async () => (await message()).state === messageStates.sent);
    const taken = server.taken.filter((each) => each.to === to);
    expect([taken.length, new Set(taken.map(({ mail }) => mail.messageId)).size]).toEqual([2, 1]);
    expect((await listOf(document.id)).body.records).toMatchObject([{ state: 'SENT', reason: null, attempts: 1 }]);
  });

  it('that are sent again are tried for three days from then on', async () => {
    await allSent();
    const to = somebody();
    server.refusal = (address) => (address === to ? 550 : undefined);
    const document = await desk.register({ email: to });
    const message = async () => (await rows(document.id))[0] as MessageRow;
    await until(async () => (await message()).state === messageStates.failed);
    clock.pass(5 * day);
    await server.stop();
    expect((await settle((await message()).id, 'retry', { reason: 'Another server' })).status).toBe(200);
    for (let hours = 0; hours < 70; hours++) {
      clock.pass(60 * minute);
      await sender().run();
    }
    expect((await message()).state).toBe(messageStates.waiting);
    server.refusal = undefined;
    await server.start();
    await allSentInTime();
    expect(server.taken.filter((each) => each.to === to)).toHaveLength(1);
  });

  it('that came back after their letter was deleted can only be given up, with a reason; the document says so', async () => {
    await allSent();
    const to = somebody();
    const document = await desk.register({ email: to });
    const message = async () => (await rows(document.id))[0] as MessageRow;
    await until(async () => (await message()).state === messageStates.sent);
    const { id } = await message();
    clock.pass(8 * day);
    await sender().sweep();
    await comesBack(id);
    expect(await undelivered(id)).toMatchObject({ state: 'RETURNED', mayRetry: false });
    expect((await settle(id, 'retry', { reason: 'Try' })).status).toBe(409);
    expect((await settle(id, 'dismissal', {})).status).toBe(422);
    const dismiss = () => settle(id, 'dismissal', { reason: 'They were telephoned' }, { 'idempotency-key': `dismissal ${id}` });
    expect([(await dismiss()).status, (await dismiss()).body]).toEqual([200, { model: { id } }]);
    expect((await settle(id, 'dismissal', { reason: 'They were telephoned' })).status).toBe(409);
    expect(await undelivered(id)).toBeUndefined();
    expect((await listOf(document.id)).body.records).toMatchObject([{ state: 'DISMISSED', reason: 'mailbox is full', to: 'p…@e…' }]);
    await sender().run();
    expect(server.taken.filter((each) => each.to === to)).toHaveLength(1);
    expect(await desk.service.app.get(Database).reader.findOneByOrFail(AuditRow, { documentId: id })).toMatchObject({ action: 'message-dismissal' });
  });

  it('that are given up keep nothing but the masked address', async () => {
    await allSent();
    const to = somebody();
    server.refusal = (address) => (address === to ? 550 : undefined);
    const document = await desk.register({ email: to });
    const message = async () => (await rows(document.id))[0] as MessageRow;
    await until(async () => (await message()).state === messageStates.failed);
    const { id } = await message();
    const held = async () => desk.service.app.get(Encryption).decryptJson((await message()).content as never, `message-letter ${id}`);
    expect(JSON.stringify(await held())).toContain(to);
    expect((await settle(id, 'dismissal', { reason: 'No such person' })).status).toBe(200);
    expect(await held()).toEqual({ sentTo: 'p…@e…' });
  });

  it('are listed for officials who read the document, and for nobody else', async () => {
    const { id } = await desk.register({ email: somebody() });
    const answers = await Promise.all(everybody.map(async (who) => [who, (await listOf(id, who)).status]));
    expect(Object.fromEntries(answers)).toEqual({
      public: 401,
      officer: 200,
      'second officer': 200,
      supervisor: 200,
      verifier: 200,
      reader: 200,
      'officer without the read role': 403,
      'officer of another agency': 403,
      'officer of other documents': 403,
      applicant: 403,
      auditor: 403,
      operator: 403,
      neighbour: 403,
    });
  });

  it('are encrypted while they wait, keep no address afterwards, and are erased with their document', async () => {
    await allSent();
    await server.stop();
    const to = somebody();
    const { id } = await desk.register({ email: to });
    expect(JSON.stringify(await rows(id))).not.toContain(to);
    const { app } = desk.service;
    const open = async () => app.get(Encryption).decryptJson((await rows(id))[0]?.content as never, `message-letter ${(await rows(id))[0]?.id}`);
    expect(JSON.stringify(await open())).toContain(to);
    await server.start();
    await allSentInTime();
    // The mail may come back, so its text is kept for a week.
    clock.pass(6 * day);
    await sender().sweep();
    expect(JSON.stringify(await open())).toContain(to);
    expect(JSON.stringify(await rows(id))).not.toContain(to);
    clock.pass(2 * day);
    await sender().sweep();
    expect(await open()).toEqual({ sentTo: 'p…@e…' });
    expect((await listOf(id)).body.records).toMatchObject([{ state: 'SENT', to: 'p…@e…' }]);
    await desk.act('officer', id, 'verification');
    await desk.act('second officer', id, 'approval');
    clock.pass(40 * day);
    await app.get(Retention).run();
    expect(await rows(id)).toEqual([]);
  });

  it('keep no address once it is erased on request: those that wait or did not arrive are not sent any more', async () => {
    await allSent();
    const to = somebody();
    const { id } = await desk.register({ email: to });
    await allSent();
    server.refusal = (address) => (address === to ? 550 : undefined);
    await desk.act('public', id, 'update', { holderName: 'Ana Nova', email: to });
    await allSent();
    await server.stop();
    server.refusal = undefined;
    await desk.act('officer', id, 'verification');
    await desk.act('second officer', id, 'approval');
    const { app } = desk.service;
    const official = somebody();
    const letter = { event: 'mentioned', subject: { en: 'A', pt: 'A' }, paragraphs: [] } as const;
    const mention = { eventId: 'a-note', recipient: { channel: 'email', to: official }, letter, documentId: id } as const;
    await app.get(Database).write((tx) => app.get(Messages).add(tx, mention));
    const held = async () =>
      Object.fromEntries(
        (await rows(id)).map((row) => {
          const { to: address, sentTo } = app.get(Encryption).decryptJson(row.content as never, `message-letter ${row.id}`) as Record<string, string>;
          return [row.event, [row.state, address ?? sentTo]];
        }),
      );
    const { sent, failed, waiting: waits, delivered, dismissed } = messageStates;
    expect(await held()).toEqual({ registered: [sent, to], changed: [failed, to], decided: [waits, to], mentioned: [waits, official] });

    const asked = await desk.call<{ model: { id: string } }>('public', 'POST', `/v1/case/${id}/erasure`, {});
    const granted = await desk.call('supervisor', 'POST', `/v1/case/erasure/${asked.body.model.id}`, { decision: 'GRANT', comment: 'yes' });
    expect(granted.status).toBe(200);
    const masked = 'p…@e…';
    expect(await held()).toEqual({
      registered: [delivered, masked],
      changed: [dismissed, masked],
      decided: [dismissed, masked],
      mentioned: [waits, official],
    });
    for (const message of await rows(id)) expect((await settle(message.id, 'retry', { reason: 'Try' })).status).toBe(409);
    await server.start();
    await allSentInTime();
    expect([to, official].map((address) => server.mailbox(address).length)).toEqual([1, 1]);
  });

  it('remind of an open question once, through restarts, and not of one that was answered', async () => {
    const [to, other] = [somebody(), somebody()];
    const [asked, answered] = [await desk.register({ email: to }), await desk.register({ email: other })];
    for (const { id } of [asked, answered]) await desk.act('officer', id, 'query');
    await desk.act('public', answered.id, 'feedback');
    const reminders = desk.service.app.get(Reminders);
    clock.pass(6 * day);
    await reminders.run();
    expect((await rows(asked.id)).map(({ event }) => event).sort()).toEqual(['queried', 'registered']);
    clock.pass(2 * day);
    await Promise.all([reminders.run(), reminders.run()]);
    clock.pass(day);
    await reminders.run();
    await allSent();
    const subjects = (address: string) => server.taken.filter((each) => each.to === address).map(({ mail }) => mail.subject);
    expect(subjects(to).sort()).toEqual(['A question about your case', 'A question still waits: your case', 'Registered: your case']);
    expect(subjects(other)).not.toContain('A question still waits: your case');
  });

  it('are refused by the link in them, by hand and by a mail program, and a decision is sent nevertheless', async () => {
    const to = somebody();
    const { id } = await desk.register({ email: to });
    await desk.act('public', id, 'update', { holderName: 'Ana', email: to });
    const changed = (await toAna(to, 2)).find(({ mail }) => mail.subject?.startsWith('Changed'));
    const link = /List-Unsubscribe: <http:\/\/localhost:8080\/eservice\/messages\/cases\/([^>]+)>/.exec(String(changed?.raw))?.[1];
    const page = `/v1/messages/choice/${link}/plain`;
    const shown = await desk.call<{ html: string }>('public', 'GET', page);
    expect(shown.body.html).toMatch(/id="news"[^>]*checked/);
    expect(shown.body.html).not.toContain(id);
    const forged = `${link?.startsWith('x') ? 'y' : 'x'}${link?.slice(1)}`;
    expect((await desk.call('public', 'GET', page.replace(String(link), forged))).status).toBe(404);
    expect((await desk.call('public', 'POST', page, { fields: 'x' })).status).toBe(400);
    await desk.call('public', 'POST', page, { fields: [['List-Unsubscribe', 'One-Click']] });
    expect((await desk.call<{ html: string }>('public', 'GET', page)).body.html).not.toMatch(/checked/);
    await desk.act('public', id, 'update', { holderName: 'Ana', email: to });
    await desk.act('officer', id, 'rejection');
    await toAna(to, 3);
    await allSent();
    expect((await rows(id)).map(({ event }) => event).sort()).toEqual(['changed', 'decided', 'registered']);
    // The applicant turns the messages on again.
    await desk.call('public', 'POST', page, { fields: [['news', 'yes']] });
    expect((await desk.call<{ html: string }>('public', 'GET', page)).body.html).toMatch(/id="news"[^>]*checked/);
    const recorded = await desk.cases.kit.db.reader.find(AuditRow, { where: { documentId: id, action: 'message-choice' }, order: { id: 'ASC' } });
    expect(recorded.map(({ userSub, details }) => [userSub, details])).toEqual([
      [null, { without: ['news', 'reminders'] }],
      [null, { without: ['reminders'] }],
    ]);
  });

  it('about a day of travel go to one mailbox once, whatever tags its address has, and count among those of calls without signing in', async () => {
    const to = somebody();
    const wish = (tag: string, days: number) =>
      saveTravelDayWish(desk.cases, { emailAddress: to.replace('@', `${tag}@`), travelDay: addDays(clock.today(), days) }, {
        actor: publicActor,
        language: 'en',
        requestId: 'wish',
      } as Call);
    const about = () =>
      server.taken.filter(({ to: address, mail }) => address.startsWith(to.split('@')[0] as string) && mail.subject?.startsWith('You can fill in'));
    for (const tag of ['+1', '+2', '+3']) await wish(tag, 30);
    await wish('', 33);
    const reminders = desk.service.app.get(Reminders);
    clock.pass(23 * day);
    await reminders.run();
    await allSent();
    expect(about()).toHaveLength(1);
    clock.pass(3 * day);
    for (let i = 0; i < 100; i++) await desk.register({ email: to });
    await reminders.run();
    await allSent();
    expect(about()).toHaveLength(1);
  });

  it('make an id that depends on event, channel and recipient alone', () => {
    const messages = desk.service.app.get(Messages);
    const of = (eventId: string, channel: 'email' | 'sms', to: string) => messages.idOf({ eventId, recipient: { channel, to } });
    expect(of('e', 'email', 'a@b.c')).toBe(of('e', 'email', 'a@b.c'));
    expect(new Set([of('e', 'email', 'a@b.c'), of('f', 'email', 'a@b.c'), of('e', 'sms', 'a@b.c'), of('e', 'email', 'b@b.c')]).size).toBe(4);
    // Without the key, nobody can find an address by computing the ids of guessed addresses.
    const other = new BlindIndex({ ...desk.service.app.get(DATA_KEYS), index: [{ id: 'other', key: Buffer.alloc(32, 7) as never }] });
    expect(other.digest('message', 'e email a@b.c')).not.toBe(desk.service.app.get(BlindIndex).digest('message', 'e email a@b.c'));
  });
});
