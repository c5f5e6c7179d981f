import type { SearchCriterion } from '@portal/contract-kit';
import type { EntityManager } from 'typeorm';
import { type Actor, systemCall } from '../auth/actor.ts';
import { AuditRow, DocumentActionRow } from '../database/kit.entities.ts';
import { DocumentTotals } from '../documents/document-totals.ts';
import { MatchingDocuments } from '../documents/matching-documents.ts';
import type { ScopedQuery } from '../documents/staff-query.ts';
import { textField, withScope } from '../search/search-query.ts';
import { totalFromListTotals } from '../statistics/list-totals.ts';
import { StatisticRow } from '../statistics/statistics.entities.ts';
import { CaseDesk, CaseRow, eq, everybody, sentFiles, type TestBackend, TestClock, testBackends, until } from '../testing/index.ts';
import { Escalation } from './escalation.ts';
import { type EventBus, openEventBus } from './event-bus.ts';
import { CASE_EVENTS, type CaseEvent } from './events.ts';
import { DocumentEscalationRow } from './work.entities.ts';
import { workSearchFields } from './work-search.ts';

const minute = 60_000;

describe.each(testBackends())('escalation on %s', (_engine, makeBackend) => {
  let desk: CaseDesk;
  let backend: TestBackend;
  let bus: EventBus;
  const heard: CaseEvent[] = [];
  const clock = new TestClock(CaseDesk.begins);
  /** Overdue cases are escalated when these tests call it, and not every twenty seconds. */
  const open = async (): Promise<CaseDesk> => {
    const opened = await CaseDesk.open(backend, clock);
    await opened.service.app.get(Escalation).onApplicationShutdown();
    return opened;
  };
  beforeAll(async () => {
    backend = await makeBackend();
    desk = await open();
    for (const user of everybody) await desk.call(user, 'GET', '/v1/case/search');
    const { REDIS_URL: redisUrl, QUEUE_PREFIX: queuePrefix = '', DATA_DIR: dataDir = '' } = backend.env;
    bus = openEventBus({ redisUrl, queuePrefix, dataDir });
    bus.subscribe<CaseEvent[]>(CASE_EVENTS, (events) => heard.push(...events));
    // The subscription needs a moment to start.
    await until(() => {
      bus.publish(CASE_EVENTS, [{ id: 'none' }]);
      return heard.length > 0;
    });
  });
  afterAll(async () => {
    await bus?.close();
    await desk?.close();
  });
  const week = 7 * 24 * 60 * minute;
  /** The Monday on which a test begins, at 09:00 in Dili, when the offices are open. */
  let monday = CaseDesk.begins;
  beforeEach(() => {
    monday = new Date(CaseDesk.begins.getTime() + Math.ceil((clock.now().getTime() - CaseDesk.begins.getTime()) / week) * week);
    clock.pass(monday.getTime() - clock.now().getTime());
  });
  /** Returns a time of that week, in the form that answers use. */
  const at = (days: number, hours: number, minutes: number): string =>
    new Date(monday.getTime() + ((days * 24 + hours) * 60 + minutes) * minute).toISOString().slice(0, 19);

  /** Restores a row to its earlier step. */
  const backIntoStep = async (tx: EntityManager, { id, documentStatus, stepSince, dueAt }: CaseRow): Promise<void> => {
    const { kit, definition } = desk.cases;
    const row = await tx.findOneByOrFail(CaseRow, { id });
    const back = { ...row, documentStatus, stepSince, dueAt };
    await tx.update(CaseRow, { id }, { documentStatus, stepSince, dueAt });
    await kit.counts.changed(definition, tx, [row], [back]);
    await kit.statistics.changed(definition, tx, row, back);
  };
  const run = (): Promise<number> => desk.service.app.get(Escalation).run();
  const mail = () => sentFiles(String(desk.env.DATA_DIR)).filter(({ subject }) => subject.includes('overdue'));
  const escalatedAt = async (id: string) => {
    const { body } = await desk.search('officer', { criteria: [] });
    return body.records.find((record) => record.id === id)?.escalatedAt;
  };

  it('tells supervisors once, when the step is overdue for longer than its rule allows, within a minute', async () => {
    const { id, serialReference } = await desk.register();
    const reference = String(serialReference?.reference);
    // Verification takes 60 minutes, and may be overdue by 30 minutes: until 10:30 in Dili.
    clock.pass(89 * minute);
    expect([await run(), await escalatedAt(id)]).toEqual([0, null]);
    clock.pass(2 * minute);
    expect([await run(), await escalatedAt(id)]).toEqual([1, at(0, 1, 31)]);
    // The export has the same columns as the list.
    const q = encodeURIComponent(JSON.stringify({ criteria: [], viewColumns: ['dueAt', 'escalatedAt', 'id'] }));
    const { body: csv } = await desk.call<string>('officer', 'GET', `/v1/case/search?q=${q}`, undefined, { accept: 'text/csv' });
    const [head, ...lines] = csv.trim().split('\r\n');
    expect([head, lines.find((line) => line.endsWith(id))]).toEqual(['dueAt,escalatedAt,id', `${at(0, 1, 0)},${at(0, 1, 31)},${id}`]);
    expect([await run(), await run()]).toEqual([0, 0]);
    await until(() => mail().some(({ text }) => text.includes(reference)));
    await until(() => heard.some((event) => event.id === id && event.what === 'escalated'));
    const sent = mail().filter(({ text }) => text.includes(reference));
    // No message goes to an officer, nor to the supervisor of another agency or of another kind of document.
    expect(sent.map(({ to }) => to)).toEqual(['supervisor@example.org']);
    expect(JSON.stringify(sent)).not.toMatch(/NAME|Official/);
    // The link opens the list of all cases, whatever the address of a single case is.
    expect(sent[0]?.text).toMatch(/\/cases\/search$/m);
    const recorded = await desk.cases.kit.db.reader.findBy(AuditRow, { documentId: id, action: 'escalation' });
    expect(recorded.map(({ userName, details }) => [userName, details])).toEqual([['System', { dueAt: at(0, 1, 0) }]]);
  });

  it('counts by the calendar of the office', async () => {
    // 16:45 in Dili: the office closes at 17:30, and opens at 08:30.
    clock.pass((7 * 60 + 45) * minute);
    const { id } = await desk.register();
    clock.pass((15 * 60 + 55) * minute); // Tuesday 08:40, five minutes before it is due
    expect([await run(), await escalatedAt(id)]).toEqual([0, null]);
    clock.pass(34 * minute); // 09:14
    expect([await run(), await escalatedAt(id)]).toEqual([0, null]);
    clock.pass(2 * minute);
    expect([await run(), await escalatedAt(id)]).toEqual([1, at(1, 0, 16)]);
  });

  it('remembers what is due and not late yet, while the office is closed', async () => {
    // At 16:20 in Dili, the case is due at 17:20, ten minutes before the office closes, and is late at 08:50 of the next day.
    clock.pass((7 * 60 + 20) * minute);
    const { id } = await desk.register();
    clock.pass((16 * 60 + 24) * minute); // 08:44
    for (const _ of ['08:44', '08:48']) {
      expect([await run(), await escalatedAt(id)]).toEqual([0, null]);
      clock.pass(4 * minute);
    }
    expect([await run(), await escalatedAt(id)]).toEqual([1, at(0, 23, 52)]);
  });

  it('looks at what has become overdue and at what was acted on, and every ten minutes at everything', async () => {
    const { kit } = desk.cases;
    const [acted, silent] = [await desk.register(), await desk.register()];
    const late = await Promise.all([acted, silent].map(({ id }) => desk.cases.rowOf(id)));
    for (const { id } of [acted, silent]) await desk.act('officer', id, 'query');
    clock.pass(3 * 60 * minute);
    await run();
    // An undo leads back into a step that is long overdue in the same way. No part of the service writes the second row like this.
    await kit.db.write(async (tx) => {
      for (const each of late) await backIntoStep(tx, each);
      await tx.update(DocumentActionRow, { documentId: acted.id, action: 'query' }, { at: clock.now() });
    });
    clock.pass(minute);
    expect([await run(), await escalatedAt(acted.id), await escalatedAt(silent.id)]).toEqual([1, at(0, 3, 1), null]);
    expect(await run()).toBe(0);
    clock.pass(9 * minute);
    expect([await run(), await escalatedAt(silent.id)]).toEqual([1, at(0, 3, 10)]);
    // The time of the action was changed without the counters. Correct them for the tests that follow.
    await kit.statistics.addChanges();
    await kit.statistics.check.compare(desk.cases.definition);
  });

  it('leaves what was done in time, what waits for its applicant, and steps without a rule', async () => {
    const [done, queried, approval] = [await desk.register(), await desk.register(), await desk.register()];
    await desk.act('officer', done.id, 'rejection');
    await desk.act('officer', queried.id, 'query');
    await desk.act('officer', approval.id, 'verification');
    clock.pass(40 * 86_400_000);
    await run();
    expect(await Promise.all([done, queried, approval].map(({ id }) => escalatedAt(id)))).toEqual([null, null, null]);
  });

  it('counts the minutes of a rule within office hours, however many they are', async () => {
    const { catalogues } = desk.cases.kit;
    const records = catalogues.records.bind(catalogues);
    const rules = [{ code: 'case.verification', name: 'Verification', minutes: 1_440 }];
    const read = jest.spyOn(catalogues, 'records').mockImplementation(async (name) => (name === 'escalation-rules' ? rules : records(name)));
    try {
      const { id } = await desk.register();
      // The case is due on Monday at 10:00 in Dili. 1440 minutes are three days of eight hours: it is late on Thursday at 10:00.
      clock.pass((3 * 24 * 60 + 59) * minute);
      expect([await run(), await escalatedAt(id)]).toEqual([0, null]);
      clock.pass(2 * minute);
      expect([await run(), await escalatedAt(id)]).toEqual([1, at(3, 1, 1)]);
    } finally {
      read.mockRestore();
    }
  });

  it('ends with the step, and comes again in a step that is late again', async () => {
    const { id } = await desk.register();
    clock.pass(2 * 60 * minute);
    await run();
    expect(await escalatedAt(id)).not.toBeNull();
    await desk.act('officer', id, 'query');
    expect(await escalatedAt(id)).toBeNull();
    await desk.act('public', id, 'feedback');
    expect(await escalatedAt(id)).toBeNull();
    clock.pass(24 * 60 * minute);
    await run();
    expect(await escalatedAt(id)).not.toBeNull();
    expect(await desk.cases.kit.db.reader.countBy(DocumentEscalationRow, { id })).toBe(1);
  });

  it('is done once by instances that look at the same time', async () => {
    const made = [await desk.register(), await desk.register(), await desk.register()];
    clock.pass(2 * 60 * minute);
    const counts = await Promise.all([run(), run(), run(), run()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
    const named = () => mail().flatMap(({ text }) => made.filter(({ serialReference }) => text.includes(String(serialReference?.reference))));
    await until(() => named().length >= 3);
    await new Promise((done) => setTimeout(done, 300));
    expect(named().length).toBe(3);
  });

  it('is a filter of staff lists', async () => {
    const late = await desk.register();
    clock.pass(2 * 60 * minute);
    await run();
    const later = await desk.register();
    const ids = async (criterion: object) => {
      const { body } = await desk.search('officer', { criteria: [criterion, eq('documentStatus', 'CREATED')], paging: { page: 1, size: 200 } });
      return [body.records.map(({ id }) => id), body.totalRecords] as const;
    };
    const when = (operation: string, ...values: string[]) => ({
      expressionType: 'SearchCriterion',
      operation,
      dataType: 'DATE',
      fieldName: 'escalatedAt',
      values,
    });
    const [since, total] = await ids(when('GTE', at(0, 0, 0).slice(0, 10)));
    expect([since.includes(late.id), since.includes(later.id), total]).toEqual([true, false, since.length]);
    // The result is the same where the database checks each document of the list in turn, as it does when supervisors were told of many.
    const rows = new MatchingDocuments(desk.cases, withScope(workSearchFields));
    for (const criterion of [when('GTE', at(0, 0, 0).slice(0, 10)), when('LTE', '2026-05-03'), when('EMPTY'), when('EQ', at(0, 2, 0).slice(0, 10))]) {
      const query = { criteria: [criterion], paging: { page: 1, size: 25 } } as never;
      const [inOrder, leading] = [rows.matches(query, systemCall('test'), true), rows.matches(query, systemCall('test'))];
      expect((await inOrder.getMany()).map(({ id }) => id).sort()).toEqual((await leading.getMany()).map(({ id }) => id).sort());
    }
    // A count with a limit agrees with the full count, up to that limit.
    const fields = withScope({ ...workSearchFields, ...desk.cases.definition.search });
    const totals = new DocumentTotals(desk.cases, new MatchingDocuments(desk.cases, fields), fields);
    // No counter exists for this criterion.
    const anybody = { ...eq('holderName', 'Name'), operation: 'CONTAINS' };
    const told = { criteria: [when('EMPTY'), anybody], paging: { page: 1, size: 1 } } as never as ScopedQuery;
    const all = await totals.totalOf(told, systemCall('test'));
    expect(all).toBeGreaterThan(1);
    for (const totalUpTo of [1, all - 1, all, all + 1])
      expect(await totals.totalOf({ ...told, totalUpTo }, systemCall('test'))).toBe(Math.min(all, totalUpTo + 1));
    const [without] = await ids(when('EMPTY'));
    expect([without.includes(late.id), without.includes(later.id)]).toEqual([false, true]);
    expect((await ids(when('LTE', '2026-05-03')))[0]).toEqual([]);
  });

  it('is counted, as long as the step lasts, and again where an action is undone', async () => {
    const { kit, definition } = desk.cases;
    const fields = withScope(workSearchFields);
    const agency = { ...eq('$agency', 'BORDER'), operation: 'IN' };
    const since = { expressionType: 'SearchCriterion', operation: 'GTE', dataType: 'DATE', fieldName: 'escalatedAt', values: ['2026-05-04'] };
    const counted = (...more: object[]) => totalFromListTotals(kit.db, definition, [since, agency, ...more] as SearchCriterion[], { ...fields, ...published });
    const published = { documentStatus: textField('documentStatus') };
    const inRows = async (status?: string): Promise<number> => {
      const sql = `select count(*) as number from document_escalation e join work_case d on d.id = e.id and d.dueAt = e.dueAt where d.agencyCode = 'BORDER'`;
      const [row] = await kit.db.reader.query<{ number: number | string }[]>(status ? `${sql} and d.documentStatus = ?` : sql, status ? [status] : []);
      return Number(row?.number);
    };
    const [done, undone, left] = [await desk.register(), await desk.register(), await desk.register()];
    const before = await counted();
    clock.pass(2 * 60 * minute);
    const told = Number(before) + (await run());
    expect([told - Number(before) >= 3, await counted()]).toEqual([true, told]);
    const late = await desk.cases.rowOf(undone.id);
    await desk.act('officer', done.id, 'rejection');
    await desk.act('officer', undone.id, 'verification');
    expect([await counted(), await counted(eq('documentStatus', 'CREATED'))]).toEqual([told - 2, await inRows('CREATED')]);
    await kit.statistics.addChanges();
    expect([await counted(), await inRows()]).toEqual([told - 2, told - 2]);
    // An undo leads back into the step of which supervisors were told. They are not told again.
    expect((await desk.act('officer', undone.id, 'undo')).status).toBe(200);
    const { stepSince, dueAt } = late;
    expect(await desk.cases.rowOf(undone.id)).toMatchObject({ stepSince, dueAt });
    expect([await counted(), await inRows(), await run()]).toEqual([told - 1, told - 1, 0]);
    // The counters cannot answer two things: that supervisors were not told, and a part of a day.
    const other = async (operation: string, ...values: string[]) =>
      totalFromListTotals(kit.db, definition, [{ ...since, operation, values }, agency] as SearchCriterion[], fields);
    expect([await other('EMPTY'), await other('GTE', '2026-05-04T01:00:00')]).toEqual([undefined, undefined]);
    // The check corrects only what is wrong in the counters.
    expect(await kit.statistics.check.compare(definition)).toBe(0);
    await kit.statistics.addChanges();
    await kit.db.write((tx) => tx.delete(StatisticRow, { series: 'L8' }));
    expect(await kit.statistics.check.compare(definition)).toBe(await inRows());
    expect(await counted()).toBe(await inRows());
    expect(await escalatedAt(left.id)).not.toBeNull();
  });

  it('announces a claim that has ended by itself', async () => {
    const { id } = await desk.register();
    await run();
    await desk.on('officer', id, 'claim');
    clock.pass(29 * minute);
    await run();
    clock.pass(2 * minute);
    await run();
    await run();
    await until(() => heard.some((event) => event.id === id && event.what === 'released'));
    expect(heard.filter((event) => event.id === id && event.what === 'released').length).toBe(1);
  });

  it('frees a case whose official has lost the account, the role or the agency since a supervisor assigned it', async () => {
    const { accounts } = desk.cases.kit;
    await desk.call('second officer', 'GET', '/v1/case/search');
    const officer = (await accounts.named('second-officer'))[0] as Actor;
    const lost: [string, Partial<Actor>, number?][] = [
      ['every role', { roles: [], agencies: [] }],
      ['the roles that act on a case', { roles: ['case-read', 'case-search'] }],
      ['the read role', { roles: ['case-verification'] }],
      ['the agency', { agencies: ['HEALTH'] }],
      ['touch for 90 days', {}, 90 * 24 * 60 * minute + 1],
    ];
    for (const [what, change, passing = 0] of lost) {
      const { id } = await desk.register();
      await accounts.seen(officer);
      expect((await desk.on('supervisor', id, 'assign', { assignee: 'second-officer' })).status).toBe(200);
      await run();
      expect((await desk.act('officer', id, 'rejection')).body.errors).toMatchObject([{ code: 'CLAIMED' }]);
      clock.pass(passing + 1_000);
      if (!passing) await accounts.seen({ ...officer, ...change });
      // Of several instances, one ends the assignment and records that.
      await Promise.all([run(), run()]);
      const recorded = await desk.cases.kit.db.reader.findBy(AuditRow, { documentId: id, action: 'release' });
      expect([what, recorded.map(({ userName, details }) => [userName, details])]).toEqual([what, [['System', { before: officer.name }]]]);
      const free = (await desk.search('officer', { criteria: [eq('queue', 'UNASSIGNED'), eq('assignee', 'NONE')] })).body.records.map((record) => record.id);
      expect([what, free.includes(id), (await desk.act('officer', id, 'rejection')).status]).toEqual([what, true, 200]);
      await until(() => heard.some((event) => event.id === id && event.what === 'released'));
    }
  });

  it('goes on after a restart: what became late meanwhile is told, and nothing twice', async () => {
    const told = await desk.register();
    clock.pass(2 * 60 * minute);
    await run();
    const [before, late] = [await escalatedAt(told.id), await desk.register()];
    const { service, around } = desk;
    await service.close();
    await around.close();
    clock.pass(2 * 60 * minute);
    desk = await open();
    expect([(await run()) > 0, await run()]).toEqual([true, 0]);
    expect([before === null, await escalatedAt(told.id)]).toEqual([false, before]);
    expect(await escalatedAt(late.id)).toBe(at(0, 4, 0));
  });
});
