import 'reflect-metadata';
import { CaseDesk, TestClock, testBackends } from '../testing/index.ts';
import { countryGroupOf } from './country-groups.ts';
import { type DatasetTable, fewest, published, roundedTo } from './open-data.ts';

const dayMs = 86_400_000;

describe('a published number', () => {
  it.each([
    [1, null],
    [9, null],
    [10, 10],
    [12, 10],
    [13, 15],
    [1_002, 1_000],
  ])('of %d is %s', (count, told) => expect(published(count)).toBe(told));
});

describe('groups of countries', () => {
  it.each([
    ['TL', 'asia'],
    ['PT', 'europe'],
    ['AU', 'oceania'],
    ['MZ', 'africa'],
    ['BR', 'americas'],
    ['XXA', 'other'],
    ['', 'other'],
  ])('%s is in %s', (code, group) => expect(countryGroupOf(code)).toBe(group));
});

describe.each(testBackends())('open data on %s', (_engine, makeBackend) => {
  let clock: TestClock;
  let desk: CaseDesk;
  const get = async (name: string) => (await desk.call<DatasetTable>('public', 'GET', `/v1/open-data/${name}.json`)).body;

  beforeAll(async () => {
    clock = new TestClock(CaseDesk.begins);
    desk = await CaseDesk.open(await makeBackend(), clock, { OPEN_DATA: 'on' });
    const today = clock.now().toISOString().slice(0, 10);
    const yesterday = new Date(clock.now().getTime() - dayMs).toISOString().slice(0, 10);
    for (let i = 0; i < fewest + 3; i++) await desk.register({ lane: 'GREEN', plate: i % 2 ? 'PT' : 'ES', firstDay: yesterday });
    for (let i = 0; i < fewest - 1; i++) await desk.register({ lane: 'RED', plate: 'TL', firstDay: yesterday });
    for (let i = 0; i < fewest; i++) await desk.register({ lane: 'RED', firstDay: today });
    await desk.call('applicant', 'POST', '/v1/case/actions/store', { holderName: 'Draft', lane: 'RED', firstDay: yesterday });
  });
  afterAll(() => desk?.close());

  it('lists its tables with licence and method', async () => {
    const { status, body, headers } = await desk.call<{ records: object[] }>('public', 'GET', '/v1/open-data');
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
    expect(body.records).toContainEqual({
      name: 'cases-by-day',
      title: 'Cases by day',
      by: 'day',
      columns: ['day', 'lane', 'count'],
      fewest,
      roundedTo,
      licence: { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
    });
  });

  it('counts days that are over, and tells no small number', async () => {
    const { records, to } = await get('cases-by-day');
    expect(records).toEqual([
      { day: to, lane: 'GREEN', count: 15 },
      { day: to, lane: 'RED', count: null },
    ]);
  });

  it('has the same rows as CSV', async () => {
    const { to } = await get('cases-by-day');
    const { body, headers } = await desk.call<string>('public', 'GET', '/v1/open-data/cases-by-day.csv');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(String(body).replace('\ufeff', '').split('\r\n')).toEqual(['day,lane,count', `${to},GREEN,15`, `${to},RED,`, '']);
  });

  it('has rows of months that are over alone, by groups of countries', async () => {
    expect((await get('cases-by-country-group')).records).toEqual([]);
    const month = clock.now().toISOString().slice(0, 7);
    clock.pass(40 * dayMs);
    // The table is not cached in another language yet.
    const { body } = await desk.call<DatasetTable>('public', 'GET', '/v1/open-data/cases-by-country-group.json', undefined, { 'accept-language': 'pt' });
    expect(body.records).toEqual([
      { month, group: 'asia', groupName: 'Ásia', count: null },
      { month, group: 'europe', groupName: 'Europa', count: 15 },
      { month, group: 'other', groupName: 'Outra ou apátrida', count: 10 },
    ]);
  });

  it('tells what stands now, without drafts, in the language of the reader', async () => {
    const { body } = await desk.call<DatasetTable>('public', 'GET', '/v1/open-data/cases.json', undefined, { 'accept-language': 'pt' });
    expect(body.records).toEqual([{ status: 'CREATED', statusName: expect.any(String), count: 30 }]);
  });

  it('knows no other table', async () => expect((await desk.call('public', 'GET', '/v1/open-data/others.csv')).status).toBe(404));
});

describe('open data without the setting', () => {
  it('does not exist', async () => {
    const [[, makeBackend]] = testBackends() as [[string, () => ReturnType<ReturnType<typeof testBackends>[number][1]>]];
    const desk = await CaseDesk.open(await makeBackend());
    try {
      for (const path of ['', '/cases.json', '/cases.csv']) expect((await desk.call('public', 'GET', `/v1/open-data${path}`)).status).toBe(404);
    } finally {
      await desk.close();
    }
  });
});
