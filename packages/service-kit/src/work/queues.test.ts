import 'reflect-metadata';
import { CaseDesk, CaseRow, changing, coming, ending, eq, TestClock, testBackends, until } from '../testing/index.ts';
import { WorkColumnsFilledRow } from './work.entities.ts';
import { OfficeHours } from './work-calendar.ts';
import { WorkColumnsFill } from './work-columns-fill.ts';

const weekdays = [1, 2, 3, 4, 5].flatMap((weekday) => [
  { code: `${weekday}-2`, name: '', weekday, opens: '13:30', closes: '17:30', timeZone: 'Asia/Dili' },
  { code: `${weekday}-1`, name: '', weekday, opens: '08:30', closes: '12:30', timeZone: 'Asia/Dili' },
]);
const hours = OfficeHours.of(weekdays, [
  { code: '05-20', name: 'Independence' },
  { code: '2026-04-03', name: 'Good Friday' },
  { code: '2026-05-05', name: 'No longer one', retired: true },
]);

describe('office hours', () => {
  // Dili is nine hours ahead of UTC: 23:30Z is 08:30 of the next day.
  it.each([
    ['within the morning', '2026-05-04T00:00:00Z', 60, '2026-05-04T01:00:00Z'],
    ['over lunch', '2026-05-04T03:00:00Z', 60, '2026-05-04T05:00:00Z'],
    ['until the morning ends', '2026-05-04T02:30:00Z', 60, '2026-05-04T03:30:00Z'],
    ['over night', '2026-05-04T08:00:00Z', 60, '2026-05-05T00:00:00Z'],
    ['over a weekend', '2026-05-08T08:00:00Z', 60, '2026-05-11T00:00:00Z'],
    ['from a Sunday', '2026-05-10T12:00:00Z', 15, '2026-05-10T23:45:00Z'],
    ['over a holiday of every year', '2026-05-19T08:00:00Z', 60, '2026-05-21T00:00:00Z'],
    ['over a holiday of one year', '2026-04-02T08:00:00Z', 60, '2026-04-06T00:00:00Z'],
    ['three working days', '2026-05-07T00:00:00Z', 4_320, '2026-05-12T00:00:00Z'],
    ['two working days and half an hour, over a holiday', '2026-05-18T08:15:00Z', 2_910, '2026-05-21T23:45:00Z'],
    ['one working day, asked for at night', '2026-05-04T12:00:00Z', 1_440, '2026-05-05T23:30:00Z'],
    ['at once', '2026-05-04T00:00:00Z', 0, '2026-05-04T00:00:00Z'],
  ])('%s: %s and %d minutes make %s', (_, from, minutes, due) => expect(hours.after(new Date(from), minutes)).toEqual(new Date(due)));

  it.each([
    ['within the morning', '2026-05-04T00:00:00Z', 60, '2026-05-04T01:00:00Z'],
    ['one minute less than a whole day', '2026-05-04T01:00:00Z', 1_439, '2026-05-07T00:59:00Z'],
    ['a whole day', '2026-05-04T01:00:00Z', 1_440, '2026-05-07T01:00:00Z'],
    ['two whole days, over a weekend', '2026-05-04T01:00:00Z', 2_880, '2026-05-12T01:00:00Z'],
  ])('%s: %s and %d office minutes make %s', (_, from, minutes, late) => expect(hours.afterOfficeMinutes(new Date(from), minutes)).toEqual(new Date(late)));

  it('follow the clocks of their time zone', () => {
    const lisbon = OfficeHours.of(
      [5, 1].map((weekday) => ({ code: String(weekday), name: '', weekday, opens: '09:00', closes: '17:00', timeZone: 'Europe/Lisbon' })),
      [],
    );
    // Summer time begins on Sunday 29 March 2026.
    expect(lisbon.after(new Date('2026-03-27T16:30:00Z'), 60)).toEqual(new Date('2026-03-30T08:30:00Z'));
  });

  it('count every hour where no hours are known, or none ever comes', () => {
    const from = new Date('2026-05-09T20:00:00Z');
    const closed = OfficeHours.of(
      [{ code: '1', name: '', weekday: 1, opens: '09:00', closes: '17:00', timeZone: 'Nowhere/Land' }],
      Array.from({ length: 366 }, (_, i) => ({ code: new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(5, 10), name: '' })),
    );
    for (const calendar of [new OfficeHours(), OfficeHours.of([{ code: 'x', name: '', weekday: '1', opens: '8', closes: 9 }], []), closed])
      expect(calendar.after(from, 1_500)).toEqual(new Date('2026-05-10T21:00:00Z'));
  });
});

describe('a calendar that changes by decree', () => {
  // From Monday 1 June offices are open until 13:00. From then on 3 June, a Wednesday, is a holiday of every year. 4 June was a holiday until May.
  const week = [1, 2, 3, 4, 5].map((weekday) => ({ code: `${weekday}`, name: '', weekday, opens: '08:00', closes: '17:00', timeZone: 'Asia/Dili' }));
  const calendar = OfficeHours.of(
    week.map((record) => changing(record, '2026-06-01', { closes: '13:00' })),
    [coming({ code: '06-03', name: 'New holiday' }, '2026-06-01'), ending({ code: '06-04', name: 'Old holiday' }, '2026-05-31')],
  );

  // 08:00 in Dili is 23:00 UTC of the previous day.
  it.each([
    ['by the hours of the day on which the work begins', '2026-05-29T07:00:00Z', 60, '2026-05-29T08:00:00Z'],
    ['over the border, by the hours of each day', '2026-05-29T07:00:00Z', 6 * 60, '2026-06-01T04:00:00Z'],
    ['over more than a day of the new hours', '2026-05-29T07:00:00Z', 7 * 60, '2026-06-02T00:00:00Z'],
    ['over the new holiday, but not the one that has ended', '2026-06-02T03:30:00Z', 60, '2026-06-03T23:30:00Z'],
  ])('counts %s', (_what, from, minutes, due) => expect(calendar.after(new Date(from), minutes)).toEqual(new Date(due)));

  it('had no such holiday in the years before', () => {
    expect(calendar.after(new Date('2025-06-02T23:00:00Z'), 60)).toEqual(new Date('2025-06-03T00:00:00Z'));
  });
});

describe.each(testBackends())('queues on %s', (_engine, makeBackend) => {
  let desk: CaseDesk;
  const clock = new TestClock(CaseDesk.begins);
  beforeAll(async () => {
    desk = await CaseDesk.open(await makeBackend(), clock);
  });
  afterAll(() => desk?.close());

  const recordOf = async (id: string, by: 'officer' | 'reader' = 'reader') =>
    (await desk.search(by, { paging: { page: 1, size: 200 } })).body.records.find((record) => record.id === id);
  const workOf = async (id: string) => {
    const { stepSince, dueAt, assignee } = (await recordOf(id)) ?? {};
    return [stepSince, dueAt, assignee];
  };

  it('say since when and by when each case waits, and with whom it is', async () => {
    const { id } = await desk.register({}, 'applicant');
    expect(await workOf(id)).toEqual(['2026-05-04T00:00:00', '2026-05-04T01:00:00', null]);
    clock.pass(3_600_000);
    await desk.on('officer', id, 'claim');
    // A change that leaves the case in its step does not give the office more time.
    await desk.act('applicant', id, 'update', { holderName: 'Ana' });
    expect(await workOf(id)).toEqual(['2026-05-04T00:00:00', '2026-05-04T01:00:00', { name: 'Official officer' }]);
    await desk.act('officer', id, 'query');
    // The case waits for the applicant, so the office has no due date.
    expect(await workOf(id)).toEqual(['2026-05-04T01:00:00', null, null]);
    clock.pass(3_600_000);
    await desk.act('applicant', id, 'feedback');
    expect(await workOf(id)).toEqual(['2026-05-04T02:00:00', '2026-05-04T03:00:00', null]);
    await desk.act('officer', id, 'verification');
    expect(await workOf(id)).toEqual(['2026-05-04T02:00:00', '2026-05-06T02:30:00', null]);
    await desk.act('supervisor', id, 'approval');
    expect(await workOf(id)).toEqual([null, null, null]);
  });

  it('begin the time of a step that cannot be done before a day on that day', async () => {
    const { id } = await desk.register({ firstDay: '2026-05-11' });
    expect((await workOf(id))[1]).toBe('2026-05-11T00:30:00');
  });

  it('are searched and counted by officer, by what is due and by what waits', async () => {
    const name = 'QUEUE';
    const made: string[] = [];
    for (let i = 0; i < 6; i++) made.push((await desk.register({ holderName: name })).id);
    const [mine, his, assigned, ended, free] = made as [string, string, string, string, string, string];
    await desk.on('officer', ended, 'claim');
    clock.pass(31 * 60_000);
    await desk.on('officer', mine, 'claim');
    await desk.on('second officer', his, 'claim');
    await desk.on('supervisor', assigned, 'assign', { assignee: 'second-officer' });
    const found = async (by: 'officer' | 'second officer' | 'supervisor', ...criteria: object[]) => {
      const query = (more: object) => desk.search(by, { criteria: [eq('holderName', name), ...criteria], ...more });
      const { body } = await query({});
      // A page that is not full shows the total by itself; a first page with one row does not.
      const counted = (await query({ paging: { page: 1, size: 1 } })).body.totalRecords;
      expect([body.totalRecords, counted]).toEqual([body.records.length, body.records.length]);
      return body.records.map(({ id }) => made.indexOf(String(id))).sort();
    };
    const by = (value: string, operation: 'EQ' | 'NEQ' | 'IN' = 'EQ') => eq('assignee', value, 'TEXT', operation);
    expect(await found('officer', by('ME'))).toEqual([0]);
    expect(await found('second officer', by('ME'))).toEqual([1, 2]);
    expect(await found('officer', by('NONE'))).toEqual([3, 4, 5]);
    expect(await found('officer', by('NONE', 'NEQ'))).toEqual([0, 1, 2]);
    expect(await found('officer', by('ME', 'NEQ'))).toEqual([1, 2, 3, 4, 5]);
    expect(await found('officer', by('second-officer'))).toEqual([1, 2]);
    expect(await found('officer', by('Official second-officer'))).toEqual([1, 2]);
    // Names match without accents and case.
    expect(await found('officer', by('OFFICIAL SÉCOND-officer'))).toEqual([1, 2]);
    expect(await found('officer', { ...by('', 'IN'), values: ['official second officer', 'ME'] })).toEqual([0, 1, 2]);
    expect(await found('officer', by('official officer', 'NEQ'))).toEqual([1, 2, 3, 4, 5]);
    expect(await found('officer', by('nobody'))).toEqual([]);
    expect(await found('officer', { ...by('ME', 'IN'), values: ['ME', 'NONE'] })).toEqual([0, 3, 4, 5]);
    expect(await found('officer', { operation: 'ANY', fieldName: 'assignee' })).toEqual([0, 1, 2, 3, 4, 5]);
    await desk.act('officer', free, 'rejection');
    const today = eq('dueAt', clock.today(), 'DATE');
    expect(await found('officer', today)).toEqual([0, 1, 2, 3, 5]);
    expect(await found('officer', eq('stepSince', clock.today(), 'DATE'), by('NONE'))).toEqual([3, 5]);
    // Without any other criterion the counters supply most of the total.
    await desk.cases.kit.counts.reconcile();
    const all = await desk.search('officer', { criteria: [by('NONE')], paging: { page: 1, size: 1 } });
    const each = await desk.search('officer', { criteria: [by('NONE')], paging: { page: 1, size: 200 } });
    expect([all.body.totalRecords, each.body.records.length > 3]).toEqual([each.body.records.length, true]);
    for (const criterion of [eq('assignee', 'x', 'TEXT', 'CONTAINS'), { operation: 'EQ', fieldName: 'assignee', values: [1] }])
      expect((await desk.search('officer', { criteria: [criterion] })).status).toBe(400);
    const csv = await desk.call<string>(
      'officer',
      'GET',
      `/v1/case/search?q=${encodeURIComponent(JSON.stringify({ criteria: [by('ME')], viewColumns: ['assignee', 'dueAt'] }))}`,
      undefined,
      {
        accept: 'text/csv',
      },
    );
    expect(csv.body).toMatch(/Official officer,2026-05-04T/);
  });

  it('have the documents of earlier releases too', async () => {
    const { kit } = desk.cases;
    const made = [];
    for (let i = 0; i < 3; i++) made.push(await desk.register());
    await desk.act('officer', String(made[0]?.id), 'rejection');
    const before = await Promise.all(made.map(({ id }) => desk.cases.rowOf(id)));
    await kit.db.write(async (tx) => {
      await tx.createQueryBuilder().update(CaseRow).set({ stepSince: null, dueAt: null }).execute();
      await tx.update(WorkColumnsFilledRow, { kind: 'case' }, { doneAt: null, lastId: '' });
    });
    clock.pass(2 * 3_600_000);
    const fill = new WorkColumnsFill(desk.cases);
    fill.begin();
    await until(async () => (await kit.db.reader.findOneByOrFail(WorkColumnsFilledRow, { kind: 'case' })).doneAt !== null);
    await fill.stop();
    const after = await Promise.all(made.map(({ id }) => desk.cases.rowOf(id)));
    const columns = (rows: typeof after) => rows.map(({ stepSince, dueAt, version }) => [stepSince, dueAt, version]);
    expect(columns(after)).toEqual(columns(before));
    expect(columns(after).map(([since]) => since !== null)).toEqual([false, true, true]);
  });
});
