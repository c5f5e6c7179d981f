import type { RunningService } from '@portal/service-kit';
import { TestClock, testBackends } from '@portal/service-kit/testing';
import { createService } from '../index.ts';
import { aDeparture, anArrival, type UserName } from '../testing/bodies.ts';
import { arrival, codes, Desk, day, departure, type Model } from '../testing/desk.ts';

const kinds = [
  { path: arrival, field: 'arrivalDate', body: (arrivalDate: string) => anArrival({ arrivalDate }) },
  { path: departure, field: 'departureDate', body: (departureDate: string) => aDeparture({ departureDate }) },
] as const;

describe.each(testBackends())('the day of travel of a registered declaration on %s', (_engine, makeBackend) => {
  let desk: Desk;
  /** An instance that offers only two days after today. */
  let fewer: RunningService;
  const clock = new TestClock(new Date(`${day(0)}T08:00:00Z`));
  beforeAll(async () => {
    desk = await Desk.open(await makeBackend(), {}, clock);
    fewer = await createService({ ...desk.env, ARRIVAL_DAYS: '2', DEPARTURE_DAYS: '2' }, clock);
  });
  afterAll(async () => {
    await fewer.close();
    await desk.close();
  });

  /** Changes a declaration. Returns its next state, and what is wrong with the change. */
  async function change(path: string, model: Model, action: 'update' | 'amendment', body: object, url = desk.service.url): Promise<[Model, string[]]> {
    const user: UserName = action === 'update' ? 'public' : 'border-officer';
    const sent = { ...body, version: model.version, comment: 'Asked' };
    const answer = (await desk.call(user, 'POST', `${path}/${model.id}/actions/${action}`, sent, {}, url)).body;
    return answer.errors ? [model, codes(answer)] : [answer.model, []];
  }

  it.each(kinds)('stays at $path if fewer days are offered than before', async ({ path, field, body }) => {
    let { model } = await desk.register(path, body(day(6)));
    for (const action of ['update', 'amendment'] as const) {
      let errors: string[];
      [model, errors] = await change(path, model, action, body(day(6)), fewer.url);
      expect([action, errors]).toEqual([action, []]);
      [model, errors] = await change(path, model, action, body(day(5)), fewer.url);
      expect([action, errors]).toEqual([action, [`${field} CHOICE`]]);
    }
  });

  it.each(kinds)('at $path is changed by the traveller to an offered day, and by an officer also to a past one', async ({ path, field, body }) => {
    const today = clock.today();
    const { model } = await desk.register(path, body(today));
    const dayAfter = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
    clock.pass(3 * 86_400_000);
    const unchanged = await change(path, model, 'update', body(today));
    expect(unchanged[1]).toEqual([]);
    for (const past of [1, 2]) expect((await change(path, unchanged[0], 'update', body(dayAfter(past))))[1]).toEqual([`${field} CHOICE`]);
    const moved = await change(path, unchanged[0], 'update', body(dayAfter(3)));
    expect(moved[1]).toEqual([]);
    expect((await change(path, moved[0], 'amendment', body(dayAfter(-1))))[1]).toEqual([`${field} CHOICE`]);
    const corrected = await change(path, moved[0], 'amendment', body(dayAfter(1)));
    expect(corrected[1]).toEqual([]);
    expect(corrected[0][field]).toBe(dayAfter(1));
  });
});
