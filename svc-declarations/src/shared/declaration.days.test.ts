import { changing, coming, officesInDili, TestClock, testBackends, useTestDesk } from '@portal/service-kit/testing';
import type { LaneTables, LaneTableVersion } from '../../contract/index.ts';
import { aDeparture, anArrival, catalogues } from '../testing/bodies.ts';
import { arrival, Desk, departure } from '../testing/desk.ts';

/** The change of the catalogues takes effect the day after tomorrow in Dili, which begins at 15:00 UTC tomorrow. */
const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const from = day(2);
const all = catalogues as unknown as Record<string, { code: string; name: string }[]>;
const put = (name: string, ...records: { code: string; name: string }[]): void => {
  all[name] = [...(all[name] ?? []).filter(({ code }) => !records.some((record) => record.code === code)), ...records];
};
const wording = (name: string, code: string, words: string) =>
  changing((all[name] ?? []).find((each) => each.code === code) as never, from, { name: words, names: {} });
put(
  'questions',
  wording('questions', 'ARR-Q1', 'Prohibited goods or drones?'),
  coming({ code: 'ARR-Q2', name: 'Plants?', documentCode: 'ARR', rank: 2 } as never, from),
);
put(
  'questions',
  wording('questions', 'DEP-Q1', 'More than 3000 USD?'),
  coming({ code: 'DEP-Q3', name: 'Antiques?', documentCode: 'DEP', rank: 3 } as never, from),
);
put('declarations', coming({ code: 'ARR-D2', name: 'Been ill?', documentCode: 'ARR', rank: 2 } as never, from));
put('requirements', coming({ code: 'ARR-CARD', name: 'Card', documentCode: 'ARR', rank: 2 } as never, from));
put('working-hours', ...(officesInDili as never[]));
put('holidays');

describe.each(testBackends())('the day of a declaration on %s', (_engine, makeBackend) => {
  let desk: Desk;
  const clock = new TestClock(new Date(`${day(1)}T14:59:58Z`));
  beforeAll(async () => {
    desk = await Desk.open(await makeBackend(), {}, clock);
    const table = {
      code: 'BAGS',
      name: { en: 'Bags', pt: 'Volumes' },
      hitPolicy: 'FIRST',
      inputs: ['bags'],
      rules: [{ when: ['>= 2'], lane: 'RED', reason: { en: 'Two bags', pt: 'Dois volumes' } }],
      order: 10,
      effectiveFrom: from,
    };
    const { model } = (await desk.call<{ model: { id: string; version: number } }>('rule-author', 'POST', '/v1/lane-rules', table)).body;
    const put = await desk.call('rule-approver', 'POST', `/v1/lane-rules/${model.id}/actions/put-in-force`, { version: model.version });
    expect(put.status).toBe(200);
  });
  afterAll(() => desk?.close());
  const officer = 'border-officer';

  it('decides about an arrival, its questions, declarations, requirements and lane', async () => {
    const body = (changes: object = {}) => anArrival({ arrivalDate: day(1), departureDate: day(20), ...changes });
    const asked = async (id: string) => {
      const { questions, declarations, requirements, lane } = (await desk.call(officer, 'GET', `${arrival}/${id}/document`)).body.model;
      return { questions: questions?.map((row) => row.description), declarations: declarations?.length, requirements: requirements?.length, lane };
    };
    const before = { questions: ['Prohibited goods?'], declarations: 1, requirements: 1, lane: 'GREEN' };
    const after = { questions: ['Prohibited goods or drones?', 'Plants?'], declarations: 2, requirements: 2, lane: 'RED' };
    const old = await desk.register(arrival, body());
    expect(await asked(old.model.id)).toEqual(before);
    clock.pass(2_000);
    const fresh = await desk.register(arrival, body());
    expect(await asked(fresh.model.id)).toEqual(after);
    for (const [{ model }, expected] of [
      [old, before],
      [fresh, after],
    ] as const) {
      await desk.done(officer, arrival, model, 'amendment', { ...body(), occupation: 'Writer', comment: 'Asked' });
      expect(await asked(model.id)).toEqual(expected);
    }
    const records = (id: string) => desk.call<{ records: { description: string }[] }>(officer, 'GET', `${arrival}/${id}/searchDeclaration`);
    expect((await records(old.model.id)).body.records.map(({ description }) => description)).toEqual(before.questions);
    expect((await records('ARR')).body.records.map(({ description }) => description)).toEqual(after.questions);
  });

  it('decides about a departure, also while it is verified', async () => {
    clock.pass(-2_000);
    const questions = [1, 2].map((rank) => ({ id: `DEP-Q${rank}`, accepted: false, declined: true }));
    const body = { departureDate: day(1), expiryDate: day(900), questions };
    const old = await desk.register(departure, body);
    clock.pass(2_000);
    const refused = await desk.call('public', 'POST', `${departure}/`, aDeparture(body));
    expect(refused.body.errors.map(({ field, code }) => `${field} ${code}`)).toEqual(['questions.2 QUESTION_UNANSWERED']);
    const fresh = await desk.register(departure, { ...body, questions: [...questions, { id: 'DEP-Q3', accepted: false, declined: true }] });
    const words = async (id: string) =>
      (await desk.call(officer, 'GET', `${departure}/${id}/document`)).body.model.questions?.map((row) => (row as { description?: string }).description);
    expect(await words(old.model.id)).toEqual(['More than 5000 USD?', 'Goods for sale?']);
    expect(await words(fresh.model.id)).toEqual(['More than 3000 USD?', 'Goods for sale?', 'Antiques?']);
  });
});

describe.each(testBackends())('the day of a lane table on %s', (_engine, makeBackend) => {
  const { desk } = useTestDesk(async (clock) => Desk.open(await makeBackend(), {}, clock), new Date(`${day(1)}T23:30:00Z`));
  const author = 'rule-author';

  it('is that of the offices: the list tells it, and a table that is put in force decides from it', async () => {
    const table = {
      code: 'MANY',
      name: { en: 'Bags', pt: 'Volumes' },
      hitPolicy: 'FIRST',
      inputs: ['bags'],
      rules: [{ when: ['>= 9'], lane: 'RED', reason: { en: 'Nine bags', pt: 'Nove volumes' } }],
      order: 20,
      effectiveFrom: day(1),
    };
    const draft = (await desk().call<{ model: LaneTableVersion }>(author, 'POST', '/v1/lane-rules', table)).body.model;
    expect((await desk().call<LaneTables>(author, 'GET', '/v1/lane-rules')).body.today).toBe(day(2));
    const enforced = await desk().call<{ model: LaneTableVersion }>('rule-approver', 'POST', `/v1/lane-rules/${draft.id}/actions/put-in-force`, { version: 1 });
    expect(enforced.body.model).toMatchObject({ effectiveFrom: day(2), deciding: true });
  });
});
