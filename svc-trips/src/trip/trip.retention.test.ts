import { addDays, Database, Retention } from '@portal/service-kit';
import { TestClock, testBackends } from '@portal/service-kit/testing';
import type { Movement, TripDocumentStatus } from '../../contract/index.ts';
import { Desk } from '../testing/desk.ts';
import { TripRow } from './trip.row.ts';

describe.each(testBackends())('how long trips are kept on %s', (_name, makeBackend) => {
  let desk: Desk;
  const clock = new TestClock(new Date('2026-05-02T08:00:00Z'));
  beforeAll(async () => {
    desk = await Desk.open(await makeBackend(), clock);
  });
  afterAll(() => desk?.close());

  it.each<[string, Movement, TripDocumentStatus, number, boolean]>([
    ['one that came back is kept for five years', 'E', 'CONFIRMED FOR RETURN', 1_826, true],
    ['and then erased', 'E', 'CONFIRMED FOR RETURN', 1_827, false],
    ['what was terminated alike', 'E', 'TERMINATED', 1_827, false],
    ['a foreign vehicle that has left alike', 'I', 'CONFIRMED FOR EXIT', 1_827, false],
    ['an own vehicle that has not come back is waited for', 'E', 'CONFIRMED FOR EXIT', 9_000, true],
    ['a permit under way is held', 'I', 'SUBMITTED', 9_000, true],
    ['a draft is kept for ninety days', 'E', 'STORED', 90, true],
    ['and then erased', 'E', 'STORED', 91, false],
  ])('%s (%s %s, touched %i days ago)', async (_what, movement, documentStatus, days, kept) => {
    const { id, serialReference } = (await desk.register('public', movement === 'E' ? 'TIBE' : 'TIBI')).body.model;
    const updatedAt = new Date(`${addDays(clock.today(), -days)}T12:00:00Z`);
    await desk.service.app.get(Database).write((tx) => tx.update(TripRow, { id }, { documentStatus, updatedAt } as never));
    await desk.service.app.get(Retention).run();
    expect((await desk.load(id)).status).toBe(kept ? 200 : 404);
    // The page of the code of an erased trip names no page with more details, which would only say that there is no such trip.
    const token = desk.trips.kit.signer.sign({ k: 'triptic-trip', r: serialReference.reference, iat: Date.parse(`${serialReference.dateTime}Z`) / 1000 });
    const { body } = await desk.call<{ standing: { code: string }; publicScreen?: string }>('public', 'GET', `/v1/verify/${token}`);
    expect([body.standing.code === 'NOT_IN_REGISTER', body.publicScreen !== undefined]).toEqual([!kept, kept]);
  });
});
