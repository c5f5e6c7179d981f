import 'reflect-metadata';
import { jest } from '@jest/globals';
import type { ListResult, SearchCriterion } from '@portal/contract-kit';
import fc from 'fast-check';
import type { Actor } from '../auth/actor.ts';
import { lastDay } from '../clock.ts';
import { DocumentActionRow } from '../database/kit.entities.ts';
import { textField, timeField, withScope } from '../search/search-query.ts';
import { applyCriteria } from '../search/search-sql.ts';
import { type Case, CaseDesk, CaseRow, type CaseUser, TestClock, testBackends } from '../testing/index.ts';
import { StaffAccountRow } from '../work/work.entities.ts';
import { OfficeHours } from '../work/work-calendar.ts';
import type { ActionDone } from './actions-done.ts';
import { totalFromDimensions } from './counted-lists.ts';
import { totalFromListTotals } from './list-totals.ts';
import { publicNumbers } from './public-numbers.ts';
import { hourOf } from './statistic-cells.ts';
import { StatisticChangeRow, StatisticRow } from './statistics.entities.ts';
import { Statistics } from './statistics.ts';
import type { OfficeAnswer, StatisticRecord, StatisticsAnswer } from './statistics-answer.ts';
import type { Dimension } from './statistics-request.ts';
import { readSpan } from './statistics-request.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe.each(testBackends())('statistics on %s', (_engine, makeBackend) => {
  let desk: CaseDesk;
  let clock: TestClock;
  beforeAll(async () => {
    clock = new TestClock(CaseDesk.begins);
    // The tests decide when changes are added; the automatic run after two seconds is disabled.
    jest.spyOn(Statistics.prototype as unknown as { addSoon(): void }, 'addSoon').mockImplementation(() => undefined);
    desk = await CaseDesk.open(await makeBackend(), clock);
    await fill();
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await desk?.close();
  });

  const statistics = () => desk.cases.kit.statistics;
  const reader = () => desk.cases.kit.db.reader;
  const ask = (by: CaseUser, query: string) => desk.call<StatisticsAnswer & { errors: { field: string }[] }>(by, 'GET', `/v1/statistics?${query}`);
  const counts = async (by: CaseUser, query: string): Promise<Record<string, number>> => {
    const { status, body } = await ask(by, query);
    if (status !== 200) throw new Error(JSON.stringify(body));
    const names = (new URLSearchParams(query).get('by') ?? '').split(',') as Dimension[];
    return Object.fromEntries(body.records.map((record: StatisticRecord) => [names.map((name) => record[name] ?? '-').join(' '), record.count]));
  };

  /** Creates twelve days of cases in two agencies: registered, verified, approved, queried, rejected; some of them are still waiting. */
  async function fill(): Promise<void> {
    const officials: CaseUser[] = ['officer', 'second officer', 'supervisor'];
    for (let i = 0; i < 60; i++) {
      const by = officials[i % 3] as CaseUser;
      const other = officials[(i + 1) % 3] as CaseUser;
      const { id } = await desk.register({
        lane: i % 4 ? 'GREEN' : 'RED',
        entryPoint: ['DILI', 'BATUGADE', undefined][i % 3],
        plate: ['TL 1', 'TL 2', undefined][i % 4],
        // A first day in the past does not prevent the case from being verified.
        firstDay: [`2026-04-0${(i % 7) + 1}`, undefined][i % 5 ? 0 : 1],
        agency: i % 10 === 9 ? 'HEALTH' : 'BORDER',
      });
      clock.pass(17 * minute);
      if (i % 10 === 9) continue;
      if (i % 5 === 0) await desk.act(by, id, 'query');
      else if (i % 5 < 3) await desk.act(by, id, 'verification');
      clock.pass((i % 7) * hour);
      if (i % 5 === 1) await desk.act(other, id, 'approval');
      if (i % 11 === 2 && i % 5 === 2) await desk.act(other, id, 'rejection');
      if (i % 13 === 3)
        await desk.act('applicant', (await desk.register({ lane: 'RED' }, 'applicant')).id, 'update', {
          holderName: 'Other',
          lane: 'GREEN',
          entryPoint: 'DILI',
        });
    }
    await desk.call('applicant', 'POST', '/v1/case/actions/store', { holderName: 'Draft' });
  }

  /** Returns the rows as they are now. */
  const allRows = async () => ({
    cases: await reader().find(CaseRow),
    actions: await reader().find(DocumentActionRow),
    accounts: await reader().find(StaffAccountRow),
  });

  /** Returns the numbers counted from the rows one by one. */
  function byHand(
    { cases, actions, accounts }: Awaited<ReturnType<typeof allRows>>,
    of: 'documents' | 'actions' | 'waiting',
    by: Dimension[],
    { from, to, sub }: { from?: Date; to?: Date; sub?: string } = {},
  ): Record<string, number> {
    const rows = cases.filter(({ reference, agencyCode }) => reference !== null && agencyCode === 'BORDER');
    const rowOf = new Map(rows.map((row) => [row.id, row]));
    const ages: [string, number][] = [
      ['0-1h', 1],
      ['1-4h', 4],
      ['4-24h', 24],
      ['1-3d', 72],
      ['3-7d', 168],
      ['7d+', 1e9],
    ];
    const now = Math.floor(clock.now().getTime() / 1000) * 1000 + 1000;
    const staff = new Map(accounts.map(({ sub: known, name }) => [known, name]));
    const facts: (Partial<Record<Dimension, string>> & { at: Date })[] = [];
    if (of === 'actions')
      for (const action of actions) {
        const row = rowOf.get(action.documentId);
        if (row && action.userSub && staff.has(action.userSub) && (!sub || action.userSub === sub))
          facts.push({
            at: action.at,
            status: action.documentStatus,
            lane: row.lane ?? '-',
            entryPoint: row.entryPoint ?? '-',
            officer: staff.get(action.userSub),
          });
      }
    else
      for (const row of rows) {
        const at = of === 'documents' ? row.createdAt : row.stepSince;
        const age = at && ages.find(([, hours]) => at.getTime() >= now - hours * hour)?.[0];
        if (at) facts.push({ at, status: row.documentStatus, lane: row.lane ?? '-', entryPoint: row.entryPoint ?? '-', ...(age ? { age } : {}) });
      }
    const sums: Record<string, number> = {};
    for (const fact of facts) {
      if ((from && fact.at < from) || (to && fact.at >= to)) continue;
      const values: Partial<Record<Dimension, string>> = { ...fact, hour: `${hourOf(fact.at).replace(' ', 'T')}:00:00` };
      const name = by.map((dimension) => values[dimension] ?? '-').join(' ');
      sums[name] = (sums[name] ?? 0) + 1;
    }
    return sums;
  }

  const questions: ['documents' | 'actions' | 'waiting', Dimension[]][] = [
    ...(
      ['status', 'lane', 'entryPoint', 'hour', 'status,lane', 'lane,entryPoint', 'entryPoint,status', 'hour,status', 'hour,lane', 'entryPoint,hour'] as const
    ).map((by): ['documents', Dimension[]] => ['documents', by.split(',') as Dimension[]]),
    ...(['officer', 'officer,status', 'lane,officer', 'officer,entryPoint', 'officer,hour'] as const).map((by): ['actions', Dimension[]] => [
      'actions',
      by.split(',') as Dimension[],
    ]),
    ...(['age', 'age,status', 'lane,age', 'age,entryPoint', 'age,hour'] as const).map((by): ['waiting', Dimension[]] => [
      'waiting',
      by.split(',') as Dimension[],
    ]),
  ];
  const spans: [string, { from?: string; to?: string }][] = [
    ['without end', {}],
    ['days', { from: '2026-05-05', to: '2026-05-08' }],
    ['seconds', { from: '2026-05-04T03:11:27', to: '2026-05-09T14:39:59' }],
    ['one hour', { from: '2026-05-05T02:20:00', to: '2026-05-05T02:41:10' }],
    ['from a moment', { from: '2026-05-06T01:30:00' }],
  ];
  const moments = ({ from, to }: { from?: string; to?: string }) => ({
    ...(from ? { from: from.length === 10 ? new Date(Date.parse(`${from}T00:00:00Z`) - 9 * hour) : new Date(`${from}Z`) } : {}),
    ...(to ? { to: to.length === 10 ? new Date(Date.parse(`${to}T00:00:00Z`) + day - 9 * hour) : new Date(Date.parse(`${to}Z`) + 1_000) } : {}),
  });
  const everything = async (): Promise<void> => {
    const rows = await allRows();
    for (const [of, by] of questions)
      for (const [name, span] of spans) {
        const query = new URLSearchParams({ by: by.join(','), ...span }).toString();
        expect([by, name, await counts('supervisor', query)]).toEqual([by, name, byHand(rows, of, by, moments(span))]);
      }
  };

  it('are those of the rows, for every question and span, whether their changes were added up or wait', async () => {
    expect(await reader().count(StatisticChangeRow)).toBeGreaterThan(0);
    await everything();
    await statistics().addChanges();
    expect(await reader().count(StatisticChangeRow)).toBe(0);
    await everything();
    expect(Object.keys(await counts('supervisor', 'by=age,status')).length).toBeGreaterThan(5);
  });

  it('give lists their totals', async () => {
    const fields = withScope({
      documentStatus: textField('documentStatus'),
      lane: textField('lane'),
      entryPoint: textField('entryPoint'),
      ...Object.fromEntries((['createdAt', 'stepSince', 'dueAt'] as const).map((name) => [name, timeField(name)])),
      holderName: textField('holderName'),
    });
    const where = (fieldName: string, operation: SearchCriterion['operation'], ...values: string[]) =>
      ({ expressionType: 'SearchCriterion', dataType: 'TEXT', fieldName, operation, values }) as SearchCriterion;
    const scope = where('$agency', 'IN', 'BORDER', 'NOWHERE');
    const time = '2026-05-06T04:12:10';
    const asked = [
      [where('lane', 'EQ', 'RED')],
      [where('lane', 'NEQ', 'RED'), where('documentStatus', 'IN', 'CREATED', 'VERIFIED')],
      [where('entryPoint', 'NEQ', 'DILI')],
      [where('entryPoint', 'EMPTY'), where('lane', 'EQ', 'GREEN')],
      [where('entryPoint', 'EQ', 'DILI'), where('lane', 'EQ', 'GREEN'), where('documentStatus', 'NEQ', 'CREATED'), where('createdAt', 'LTE', time)],
      [where('createdAt', 'EQ', '2026-05-06')],
      [where('createdAt', 'BETWEEN', '2026-05-05', time)],
      [where('createdAt', 'GTE', '2026-05-07'), where('createdAt', 'LTE', '2026-05-06')],
      [where('stepSince', 'GTE', time), where('lane', 'EQ', 'RED')],
      [where('dueAt', 'LTE', time)],
      [where('dueAt', 'BETWEEN', '2026-05-05', '2026-05-08'), where('documentStatus', 'EQ', 'VERIFIED')],
      [where('lane', 'ANY')],
    ];
    const { kit, definition } = desk.cases;
    for (const criteria of asked) {
      const rows = applyCriteria(reader().createQueryBuilder(CaseRow, 'd'), 'd', { criteria: [...criteria, scope] }, fields).andWhere(
        'd.reference is not null',
      );
      expect([criteria, await totalFromDimensions(kit.db, definition, [...criteria, scope], fields)]).toEqual([criteria, await rows.getCount()]);
    }
    for (const criteria of [
      [where('holderName', 'EQ', 'X')],
      [where('dueAt', 'EMPTY')],
      [where('dueAt', 'LTE', time), where('lane', 'EQ', 'RED')],
      [where('dueAt', 'LTE', time), where('createdAt', 'LTE', time)],
      [where('lane', 'EQ', '')],
    ])
      expect([criteria, await totalFromDimensions(kit.db, definition, [...criteria, scope], fields)]).toEqual([criteria, undefined]);
  });

  const dayField = (column: string) => ({ column, type: 'DATE' as const });
  const listed = withScope({
    documentStatus: textField('documentStatus'),
    lane: textField('lane'),
    entryPoint: textField('entryPoint'),
    plate: textField('plate'),
    firstDay: dayField('firstDay'),
    holderName: textField('holderName'),
    createdAt: timeField('createdAt'),
    stepSince: timeField('stepSince'),
    dueAt: timeField('dueAt'),
  });
  const criterion = (fieldName: string, operation: SearchCriterion['operation'], ...values: string[]) =>
    ({ expressionType: 'SearchCriterion', dataType: 'TEXT', fieldName, operation, values }) as SearchCriterion;
  const someValues: Record<string, string[]> = {
    documentStatus: ['CREATED', 'VERIFIED', 'REJECTED'],
    lane: ['RED', 'GREEN', 'BLUE'],
    entryPoint: ['DILI', 'BATUGADE'],
    plate: ['TL 1', 'TL 2', 'TL 9'],
    firstDay: ['2026-04-01', '2026-04-03', '2026-04-06', '2026-05-01'],
    stepSince: ['2026-05-03', '2026-05-04', '2026-05-05', '2026-05-12'],
    dueAt: ['2026-05-03', '2026-05-04', '2026-05-05', '2026-05-12'],
  };
  const isDay = (field: string): boolean => !['documentStatus', 'lane', 'entryPoint', 'plate'].includes(field);
  /** Combinations of columns that the totals cover: those of the total by a day of the document, and those by a time. */
  const together = [
    ['documentStatus', 'lane', 'entryPoint', 'plate', 'firstDay'],
    ['documentStatus', 'lane', 'plate', 'stepSince'],
    ['documentStatus', 'lane', 'plate', 'dueAt'],
  ];
  const criterionOn = (fields: string[]) =>
    fc.constantFrom(...fields).chain((field) => {
      const value = fc.constantFrom(...(someValues[field] as string[]));
      const one = (...operations: SearchCriterion['operation'][]) => fc.tuple(fc.constantFrom(...operations), value).map(([o, v]) => criterion(field, o, v));
      const many = fc.tuple(value, value).map((values) => criterion(field, 'IN', ...values));
      const none = fc.constantFrom('EMPTY' as const, 'ANY' as const).map((operation) => criterion(field, operation));
      const between = fc.tuple(value, value).map((values) => criterion(field, 'BETWEEN', ...values));
      if (!isDay(field))
        return fc.oneof(
          one('EQ', 'NEQ'),
          many,
          none,
          between,
          value.map((text) => criterion(field, 'BETWEEN', text.slice(0, 2), `${text.slice(0, 2)}~`)),
        );
      return fc.oneof(one('EQ', 'NEQ', 'GTE', 'LTE'), many, none, between);
    });
  const totalsAreThoseOfTheRows = (): Promise<void> =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...together).chain((fields) => fc.array(criterionOn(fields), { minLength: 1, maxLength: 4 })),
        async (chosen) => {
          const criteria = [...chosen, criterion('$agency', 'IN', 'BORDER', 'NOWHERE')];
          const rows = applyCriteria(reader().createQueryBuilder(CaseRow, 'd'), 'd', { criteria }, listed).andWhere('d.reference is not null');
          expect(await totalFromListTotals(desk.cases.kit.db, desk.cases.definition, criteria, listed)).toBe(await rows.getCount());
        },
      ),
      { numRuns: 120 },
    );

  it('give lists filtered by several columns and a day their totals, whether their changes were added up or wait', async () => {
    const { id } = await desk.register({ lane: 'RED', entryPoint: 'DILI', firstDay: '2026-04-03' });
    expect(await reader().count(StatisticChangeRow)).toBeGreaterThan(0);
    await totalsAreThoseOfTheRows();
    await desk.act('officer', id, 'rejection');
    await statistics().addChanges();
    await totalsAreThoseOfTheRows();
    const { kit, definition } = desk.cases;
    for (const criteria of [
      [criterion('holderName', 'EQ', 'X')],
      [criterion('lane', 'EQ', '')],
      [criterion('lane', 'CONTAINS', 'RE')],
      [criterion('firstDay', 'EQ', '2026-04-01T00:00:00')],
      [criterion('stepSince', 'LTE', '2026-05-04T00:00:00')],
      [criterion('stepSince', 'GTE', '2026-05-04T08:00:00')],
      [criterion('stepSince', 'GTE', '2026-05-04'), criterion('dueAt', 'EMPTY')],
      [criterion('createdAt', 'GTE', '2026-04-01'), criterion('lane', 'EQ', 'RED')],
    ])
      expect([criteria, await totalFromListTotals(kit.db, definition, criteria, listed)]).toEqual([criteria, undefined]);
  });

  it('count what is done at the same time, each thing once', async () => {
    const before = await counts('supervisor', 'by=lane');
    const [models] = await Promise.all([
      Promise.all(Array.from({ length: 30 }, () => desk.register({ lane: 'BLUE' }))),
      ...Array.from({ length: 4 }, () =>
        statistics()
          .addChanges()
          .catch(() => 0),
      ),
    ]);
    expect(await counts('supervisor', 'by=lane')).toEqual({ ...before, BLUE: 30 });
    await Promise.all([
      ...models.map(({ id }) => desk.act('officer', id, 'rejection')),
      statistics()
        .addChanges()
        .catch(() => 0),
      statistics()
        .addChanges()
        .catch(() => 0),
    ]);
    await statistics().addChanges();
    expect((await counts('supervisor', 'by=lane,status'))['BLUE REJECTED']).toBe(30);
    expect(await statistics().check.compare(desk.cases.definition)).toBe(0);
  });

  it('give officials their own actions alone, and only of documents of their agencies', async () => {
    expect(await counts('officer', 'by=status')).toEqual(byHand(await allRows(), 'actions', ['status'], { sub: 'officer' }));
    expect(await counts('officer', 'by=hour,lane')).toEqual(byHand(await allRows(), 'actions', ['hour', 'lane'], { sub: 'officer' }));
    expect(Object.keys(await counts('officer', 'by=officer'))).toEqual(['Official officer']);
    expect(await counts('supervisor', 'by=status&officer=ME')).toEqual(byHand(await allRows(), 'actions', ['status'], { sub: 'supervisor' }));
    expect((await ask('officer', 'by=status')).body.kinds).toEqual([{ kind: 'case', officers: 'ME', counted: 'actions' }]);
    expect(await counts('officer of another agency', 'by=status')).toEqual({ CREATED: 6 });
    const { id } = await desk.register({ lane: 'RED' });
    await desk.on('officer', id, 'claim');
    expect(await counts('officer', 'by=age')).toEqual({ '0-1h': 1 });
    expect(await counts('second officer', 'by=age')).toEqual({});
    expect(await counts('supervisor', 'by=officer,age')).toEqual({ 'Official officer 0-1h': 1 });
    await desk.on('officer', id, 'release');
  });

  it('list the actions behind each number, all of them and no others', async () => {
    const list = async (by: CaseUser, query: object): Promise<{ status: number; total: number; rows: ActionDone[] }> => {
      const rows: ActionDone[] = [];
      for (let page = 1; ; page++) {
        const asked = new URLSearchParams({ kind: 'case', size: '40', page: String(page), ...query }).toString();
        const { status, body } = await desk.call<ListResult<ActionDone>>(by, 'GET', `/v1/statistics/actions?${asked}`);
        if (status !== 200) return { status, total: 0, rows: [] };
        rows.push(...body.records);
        if (body.records.length < 40) return { status, total: body.totalRecords, rows };
      }
    };
    /** Checks that the bar, its list and its file contain the same number of actions, and that no action appears twice. */
    const same = async (by: CaseUser, query: object, number: number): Promise<ActionDone[]> => {
      const { total, rows } = await list(by, query);
      const asked = new URLSearchParams({ kind: 'case', ...query }).toString();
      const csv = await desk.call<string>(by, 'GET', `/v1/statistics/actions?${asked}`, undefined, { accept: 'text/csv' });
      const [head, ...lines] = String(csv.body).trim().split('\r\n');
      expect(head).toContain('Time (UTC),Officer,Action,');
      expect([query, total, rows.length, new Set(rows.map(({ id }) => id)).size, lines.length]).toEqual([query, number, number, number, number]);
      return rows;
    };
    const names = new Map((await reader().find(StaffAccountRow)).map(({ name, userName }) => [name, userName]));
    for (const [, span] of spans) {
      const query = new URLSearchParams(span).toString();
      for (const [officer, number] of Object.entries(await counts('supervisor', `by=officer&${query}`))) {
        const rows = await same('supervisor', { ...span, user: names.get(officer) }, number);
        expect(new Set(rows.map((row) => row.officer))).toEqual(new Set([officer]));
      }
      for (const [status, number] of Object.entries(await counts('officer', `by=status&${query}`))) await same('officer', { ...span, status }, number);
      for (const [place, number] of Object.entries(await counts('officer', `by=lane,entryPoint&${query}`))) {
        const [lane, entryPoint] = place.split(' ').map((value) => (value === '-' ? '' : value));
        await same('officer', { ...span, lane, entryPoint }, number);
      }
      for (const by of ['supervisor', 'officer'] as const) {
        const { body } = await desk.call<OfficeAnswer>(by, 'GET', `/v1/statistics/office?${query}`);
        for (const { action, done, onTime } of body.model.steps) {
          await same(by, { ...span, action, done: 'onTime' }, onTime);
          await same(by, { ...span, action, done: 'late' }, done - onTime);
        }
      }
    }
    const [first] = (await list('supervisor', { user: 'officer' })).rows;
    expect(first).toMatchObject({ officer: 'Official officer', reference: expect.stringMatching(/^CAS-/), actionName: expect.any(String) });
    // Officials may list only their own actions; nobody may list actions of other agencies or kinds.
    expect(await list('officer', { user: 'second-officer' })).toMatchObject({ status: 403 });
    expect(await list('officer', { user: 'nobody' })).toMatchObject({ status: 403 });
    expect(await list('supervisor', { user: 'nobody' })).toMatchObject({ status: 200, total: 0, rows: [] });
    expect((await list('officer of another agency', {})).rows.every(({ userName }) => userName === 'other-agency')).toBe(true);
    expect((await list('public', {})).status).toBe(401);
    expect((await list('applicant', {})).status).toBe(403);
    expect((await list('officer of other documents', {})).status).toBe(403);
    expect((await list('officer without the read role', {})).status).toBe(403);
    for (const [field, value] of Object.entries({ size: '201', page: '0', done: 'soon', from: 'x', kind: 'none' }))
      expect(
        (await desk.call('supervisor', 'GET', `/v1/statistics/actions?${new URLSearchParams({ kind: 'case', [field]: value })}`)).body.errors?.[0],
      ).toMatchObject({
        code: 'BAD_VALUE',
        field,
      });
  });

  it('give the public two numbers of the last seven whole days, of all agencies', async () => {
    const numbers = () => publicNumbers([desk.cases]);
    // In the time zone of the offices, a day begins nine hours before the UTC day.
    const today = Math.floor((clock.now().getTime() + 9 * hour) / day) * day - 9 * hour;
    const dayOf = (at: number): string => new Date(at + 9 * hour).toISOString().slice(0, 10);
    const inSpan = (at: Date): boolean => at.getTime() >= today - 7 * day && at.getTime() < today;
    const rows = (await reader().find(CaseRow)).filter(({ reference, agencyCode, createdAt }) => reference !== null && agencyCode && inSpan(createdAt));
    expect(new Set(rows.map(({ agencyCode }) => agencyCode)).size).toBeGreaterThan(1);
    const staff = new Set((await reader().find(StaffAccountRow)).map(({ sub }) => sub));
    const done = (await reader().find(DocumentActionRow)).filter(({ at, dueAt, userSub }) => dueAt && userSub && staff.has(userSub) && inSpan(at));
    const late = done.filter(({ at, dueAt }) => dueAt && at > dueAt);
    expect(done.length).toBeGreaterThanOrEqual(20);
    const expected = {
      from: dayOf(today - 7 * day),
      to: dayOf(today - day),
      registered: rows.length,
      onTime: Math.floor((100 * (done.length - late.length)) / done.length),
    };
    expect(await numbers()).toEqual(expected);
    await statistics().addChanges();
    expect(await numbers()).toEqual(expected);
    // A document registered today is counted only from tomorrow on.
    await desk.register({ lane: 'RED' });
    expect(await numbers()).toEqual(expected);
  });

  it.each([
    ['public', 401],
    ['applicant', 403],
    ['officer of other documents', 403],
    ['reader', 200],
    ['supervisor', 200],
  ] as [CaseUser, number][])('answer the %s %i', async (caller, status) => {
    expect((await ask(caller, 'by=status')).status).toBe(status);
    expect((await desk.call(caller, 'GET', '/v1/statistics/office')).status).toBe(status);
  });

  it.each([
    ['by=', 'by'],
    ['', 'by'],
    ['by=colour', 'by'],
    ['by=hour,hour', 'by'],
    ['by=hour,lane,status', 'by'],
    ['by=status&from=yesterday', 'from'],
    ['by=status&from=2026-02-30', 'from'],
    ['by=status&to=2026-05-04T25:00:00', 'to'],
    ['by=status&from=2026-05-05&to=2026-05-04', 'from'],
    ['by=status&from=1&from=2', 'from'],
    ['by=status&kind=licence', 'kind'],
    ['by=status&officer=Ana', 'officer'],
  ])('refuse %s, naming %s', async (query, field) => {
    const { status, body } = await ask('supervisor', query);
    expect([status, body.errors[0]?.field]).toEqual([400, field]);
  });

  it('take days where the offices are, and tell the span', async () => {
    const { body } = await ask('supervisor', 'by=age&from=2026-05-04&to=TODAY');
    expect([body.timeZone, body.span.from]).toEqual(['Asia/Dili', '2026-05-03T15:00:00']);
    expect(body.ages?.map(({ age }) => age)).toEqual(['0-1h', '1-4h', '4-24h', '1-3d', '3-7d', '7d+']);
    // Each age can be opened as a list: its limits are valid values for a search.
    for (const { age, from, to } of body.ages ?? []) {
      const values = [from ?? '2000-01-01', to ?? '2030-01-01'];
      const found = await desk.search('supervisor', { criteria: [{ operation: 'BETWEEN', fieldName: 'stepSince', values }] });
      expect([age, found.body.totalRecords]).toEqual([age, (await counts('supervisor', 'by=age'))[age] ?? 0]);
    }
  });

  it('tell what waits, how long and how much of it is overdue, what was on time, and what was decided otherwise', async () => {
    const { id } = await desk.register({ lane: 'RED', agency: 'BORDER' });
    await desk.act('officer', id, 'verification');
    await desk.act('second officer', id, 'approval');
    clock.pass(8 * day);
    const { body } = await desk.call<OfficeAnswer>('supervisor', 'GET', '/v1/statistics/office');
    const rows = (await reader().find(CaseRow)).filter(({ reference, agencyCode, stepSince }) => reference && agencyCode === 'BORDER' && stepSince);
    const queues = [...new Set(rows.map(({ documentStatus }) => documentStatus))].map((status) => {
      const of = rows.filter((row) => row.documentStatus === status);
      const oldest = new Date(Math.min(...of.map((row) => (row.stepSince as Date).getTime()))).toISOString().slice(0, 19);
      return {
        kind: 'case',
        status,
        count: of.length,
        oldest,
        overdue: of.filter(({ dueAt }) => dueAt && dueAt < clock.now()).length,
        unlimited: of.filter(({ dueAt }) => !dueAt).length,
      };
    });
    const shown = body.model.queues.map(({ statusName: _, ...queue }) => queue);
    const byStatus = (a: { status: string }, b: { status: string }) => (a.status < b.status ? -1 : 1);
    expect(shown.sort(byStatus)).toEqual(queues.sort(byStatus));
    expect(shown.find(({ status }) => status === 'CREATED')?.overdue).toBeGreaterThan(0);
    const done = (await reader().find(DocumentActionRow)).filter(({ dueAt, action }) => dueAt && action === 'approval');
    expect(body.model.steps.find(({ action }) => action === 'approval')).toMatchObject({
      actionName: 'Approve',
      done: done.length,
      onTime: done.filter(({ at, dueAt }) => dueAt && at <= dueAt).length,
    });
    const red = (await reader().find(CaseRow)).filter(
      ({ lane, documentStatus, agencyCode }) => lane === 'RED' && documentStatus === 'APPROVED' && agencyCode === 'BORDER',
    );
    expect(red.length).toBeGreaterThan(0);
    expect(body.model.overrides).toEqual([{ kind: 'case', lane: 'RED', status: 'APPROVED', statusName: expect.any(String), count: red.length }]);
    const own = await desk.call<OfficeAnswer>('second officer', 'GET', '/v1/statistics/office');
    expect(own.body.model.kinds).toEqual([{ kind: 'case', officers: 'ME' }]);
    expect(own.body.model.queues).toEqual([]);
    const mine = done.filter(({ userSub }) => userSub === 'second-officer');
    expect(own.body.model.steps.find(({ action }) => action === 'approval')?.done).toBe(mine.length);
    // The case waits for the applicant's answer, so no clock runs for the officer who has claimed it.
    const asked = await desk.register({ lane: 'RED', agency: 'BORDER' });
    await desk.act('officer', asked.id, 'query');
    const { db, claims } = desk.cases.kit;
    await db.write((tx) => claims.give(tx, 'case', asked.id, { sub: 'second-officer', name: 'Second' } as Actor, true));
    const claimed = await desk.call<OfficeAnswer>('second officer', 'GET', '/v1/statistics/office');
    expect(claimed.body.model.queues).toMatchObject([{ status: 'QUERIED', count: 1, overdue: 0, unlimited: 1 }]);
    await db.write((tx) => claims.end(tx, asked.id));
  });

  it.each([
    ['in time', 10 * minute],
    ['late', 3 * day],
  ])('take back a step that was done %s and is undone, and count no undo as a step', async (_when, later) => {
    const steps = async () => (await desk.call<OfficeAnswer>('supervisor', 'GET', '/v1/statistics/office')).body.model.steps;
    const listed = async (done: string): Promise<number> =>
      (await desk.call<ListResult<ActionDone>>('supervisor', 'GET', `/v1/statistics/actions?kind=case&action=verification&done=${done}`)).body.totalRecords;
    const { id } = await desk.register({ lane: 'RED' });
    clock.pass(later);
    const numbers = async () => [await steps(), await listed('onTime'), await listed('late')];
    const before = await numbers();
    for (const adds of [false, true]) {
      expect((await desk.act('officer', id, 'verification')).status).toBe(200);
      expect(await numbers()).not.toEqual(before);
      if (adds) await statistics().addChanges();
      expect((await desk.act('officer', id, 'undo')).status).toBe(200);
      expect(await numbers()).toEqual(before);
      expect(await statistics().check.compare(desk.cases.definition)).toBe(0);
    }
    await everything();
  });

  it('tell the public no number of a few', async () => {
    for (const lane of ['RED', 'GREEN']) await desk.act('officer', (await desk.register({ lane })).id, 'verification');
    clock.pass(day);
    expect(await counts('supervisor', 'by=status&from=TODAY-7&to=TODAY-1')).not.toEqual({});
    expect(await publicNumbers([desk.cases])).toMatchObject({ registered: null, onTime: null });
  });

  it.each(['9999-12-31', '9999-12-31T23:59:59', '9999-12-31T23:59:58'])('count everything until %s, the last that can be named', async (to) => {
    const all = await counts('supervisor', 'by=officer,hour');
    expect([Object.keys(all).length > 0, await counts('supervisor', `by=officer,hour&to=${to}`)]).toEqual([true, all]);
    // The offices of this test are ahead of UTC. For offices in UTC the end is open too.
    expect(readSpan({ to }, new OfficeHours(), clock.now())).toEqual({ from: null, to: null });
    const { status, body } = await desk.call<ListResult<ActionDone>>('supervisor', 'GET', `/v1/statistics/actions?kind=case&to=${to}`);
    expect([status, body.totalRecords > 0]).toEqual([200, true]);
  });

  it('are made again from the documents, and find what an earlier release wrote without counting', async () => {
    const { db } = desk.cases.kit;
    await db.write(async (tx) => {
      await tx.clear(StatisticRow);
      await tx.clear(StatisticChangeRow);
    });
    const compare = () => statistics().check.compare(desk.cases.definition);
    // Two comparisons run at once, like two instances; only one corrects.
    await Promise.all([compare(), compare()]);
    await everything();
    expect(await compare()).toBe(0);
    await totalsAreThoseOfTheRows();
    const { id } = await desk.register({ lane: 'GREEN' });
    await db.write((tx) => tx.update(CaseRow, { id }, { lane: 'GREY', documentStatus: 'VERIFIED', createdAt: new Date('2026-04-01T10:00:00Z') }));
    expect((await counts('supervisor', 'by=lane')).GREY).toBeUndefined();
    expect(await compare()).toBeGreaterThan(0);
    expect((await counts('supervisor', 'by=lane')).GREY).toBe(1);
    expect(await compare()).toBe(0);
    await everything();
  });

  it('end their comparison at the last day of the calendar, and compare that day too', async () => {
    const { db } = desk.cases.kit;
    const compare = () => statistics().check.compare(desk.cases.definition);
    const counted = async () => (await reader().findBy(StatisticRow, { series: 'L0', at: lastDay })).map(({ number }) => Number(number));
    const { id } = await desk.register({ firstDay: lastDay });
    await statistics().addChanges();
    expect([await compare(), await counted()]).toEqual([0, [1]]);
    await db.write((tx) => tx.clear(StatisticRow));
    expect([(await compare()) > 0, await counted()]).toEqual([true, [1]]);
    await db.write((tx) => tx.update(CaseRow, { id }, { firstDay: null }));
    expect([(await compare()) > 0, await counted()]).toEqual([true, [0]]);
    expect(await compare()).toBe(0);
  });

  it('forget what is erased', async () => {
    const model = (await desk.register({ lane: 'PINK' })) as Case & { id: string };
    await desk.act('officer', model.id, 'verification');
    await desk.act('second officer', model.id, 'approval');
    expect((await counts('supervisor', 'by=officer,lane'))['Official officer PINK']).toBe(1);
    clock.pass(40 * day);
    expect(await desk.cases.kit.retention.run()).toBeGreaterThan(0);
    expect((await counts('supervisor', 'by=officer,lane'))['Official officer PINK']).toBeUndefined();
    expect((await counts('supervisor', 'by=lane')).PINK).toBeUndefined();
    await statistics().addChanges();
    expect(await statistics().check.compare(desk.cases.definition)).toBe(0);
    await everything();
  });

  it('open, for each number of documents, a list with as many', async () => {
    clock.pass(9 * day);
    await desk.register({ lane: 'RED', entryPoint: 'DILI' });
    clock.pass(minute);
    type Line = Pick<SearchCriterion, 'fieldName' | 'operation' | 'values'>;
    const is = (fieldName: string, value: string): Line =>
      value === '-' ? { fieldName, operation: 'EMPTY', values: [] } : { fieldName, operation: 'EQ', values: [value] };
    const found = async (by: CaseUser, ...criteria: Line[]): Promise<number> => (await desk.search(by, { criteria })).body.totalRecords;
    // Cases that wait in time and cases that are late, at the moment of the response, even if more cases arrive afterwards.
    const { model } = (await desk.call<OfficeAnswer>('supervisor', 'GET', '/v1/statistics/office')).body;
    clock.pass(1_000);
    await desk.register({ lane: 'RED' });
    const before = (at: string): string => new Date(Date.parse(`${at}Z`) - 1_000).toISOString().slice(0, 19);
    for (const { status, count, overdue, unlimited } of model.queues) {
      const waiting = [is('documentStatus', status), { fieldName: 'stepSince', operation: 'LTE', values: [model.at] } as Line];
      const late = await found('supervisor', ...waiting, { fieldName: 'dueAt', operation: 'LTE', values: [before(model.at)] });
      const inTime = await found('supervisor', ...waiting, { fieldName: 'dueAt', operation: 'GTE', values: [model.at] });
      const withoutLimit = await found('supervisor', ...waiting, { fieldName: 'dueAt', operation: 'EMPTY', values: [] });
      expect([status, late, inTime, withoutLimit]).toEqual([status, overdue, count - overdue - unlimited, unlimited]);
    }
    expect(model.queues.some(({ overdue, count }) => overdue > 0 && overdue < count)).toBe(true);
    expect(model.queues.some(({ unlimited }) => unlimited > 0)).toBe(true);
    // The same hour of each day of a span, in one lane.
    const hours = await counts('supervisor', 'by=hour,lane&from=2026-05-04&to=2026-05-12');
    const bars = new Map<string, { hours: Set<string>; number: number }>();
    for (const [name, number] of Object.entries(hours)) {
      const [at = '', lane = ''] = name.split(' ');
      const bar = bars.get(`${at.slice(11, 13)} ${lane}`) ?? { hours: new Set(), number: 0 };
      bars.set(`${at.slice(11, 13)} ${lane}`, { hours: bar.hours.add(at.slice(0, 13)), number: bar.number + number });
    }
    for (const [name, bar] of bars) {
      const line: Line = { fieldName: 'documentCreatedAt', operation: 'IN', values: [...bar.hours] };
      expect([name, await found('supervisor', line, is('lane', name.slice(3)))]).toEqual([name, bar.number]);
    }
    // Status and entry point, within a span.
    const span: Line = { fieldName: 'documentCreatedAt', operation: 'BETWEEN', values: ['2026-05-04T15:00:00', '2026-05-08T14:59:59'] };
    for (const [dimension, fieldName] of Object.entries({ status: 'documentStatus', entryPoint: 'entryPoint' }))
      for (const [value, number] of Object.entries(await counts('supervisor', `by=${dimension}&from=2026-05-05&to=2026-05-08`)))
        expect([dimension, value, await found('supervisor', span, is(fieldName, value))]).toEqual([dimension, value, number]);
    // The cases that an official has claimed, by age.
    const { id } = await desk.register({ lane: 'RED' });
    await desk.on('officer', id, 'claim');
    const { body } = await ask('officer', 'by=age');
    for (const { age, from, to } of body.ages ?? []) {
      const values = [from ?? '2000-01-01', to ?? '2030-01-01'];
      const number = body.records.find((record) => record.age === age)?.count ?? 0;
      expect([age, await found('officer', is('assignee', 'ME'), { fieldName: 'stepSince', operation: 'BETWEEN', values })]).toEqual([age, number]);
    }
    await desk.on('officer', id, 'release');
  });

  it('are those of the rows after any history', async () => {
    const officials: CaseUser[] = ['officer', 'second officer', 'supervisor', 'reader', 'officer of another agency'];
    const actions = ['verification', 'approval', 'query', 'rejection', 'feedback', 'update', 'claim', 'release', 'undo'];
    const step = fc.record({
      what: fc.constantFrom('register', 'register', ...actions, ...actions),
      which: fc.nat(1_000),
      by: fc.constantFrom(...officials),
      lane: fc.constantFrom('GREEN', 'RED', undefined),
      entryPoint: fc.constantFrom('DILI', 'BATUGADE', undefined),
      agency: fc.constantFrom('BORDER', 'BORDER', 'BORDER', 'HEALTH'),
      minutes: fc.nat(600),
      adds: fc.boolean(),
    });
    const cases: string[] = [];
    for (const { what, which, by, lane, entryPoint, agency, minutes, adds } of fc.sample(step, { numRuns: 150, seed: 20_261_125 })) {
      clock.pass(minutes * minute);
      const id = cases[which % cases.length];
      if (what === 'register' || !id) cases.push((await desk.register({ lane, entryPoint, agency }, 'applicant')).id);
      // Many of these actions are refused; a refused action counts nothing.
      else if (what === 'claim' || what === 'release') await desk.on(by, id, what);
      else if (what === 'update') await desk.act('applicant', id, what, { holderName: 'Other', lane, entryPoint });
      else await desk.act(what === 'feedback' ? 'applicant' : by, id, what);
      if (adds) await statistics().addChanges();
    }
    await everything();
    expect(await statistics().check.compare(desk.cases.definition)).toBe(0);
  });
});
