import { Database } from '@portal/service-kit';
import { TestClock, testBackends, until } from '@portal/service-kit/testing';
import { Desk } from '../testing/desk.ts';
import { LicenceRow } from './licence.row.ts';

describe.each(testBackends())('a database of an earlier release on %s', (_name, makeBackend) => {
  let desk: Desk;
  afterAll(() => desk?.close());

  it('is upgraded with the changes that wait for a second officer, which then stand in the queues', async () => {
    const backend = await makeBackend();
    const clock = new TestClock();
    desk = await Desk.open(backend, clock);
    const rows = async (ids: readonly string[]) => {
      const reader = desk.service.app.get(Database).reader;
      const found = await Promise.all(ids.map((id) => reader.findOneByOrFail(LicenceRow, { id })));
      return found.map(({ heldStep, stepSince, dueAt, version }) => [heldStep, stepSince, dueAt, version]);
    };
    const ids = [await desk.lead('ISSUED'), await desk.lead('APPROVED'), await desk.lead('APPROVED')];
    const before = await rows(ids);
    const [issued = '', approved = ''] = ids;
    for (const id of [issued, approved]) await desk.act('licence-approver', id, 'modification', { holderName: 'somebody else' });
    const wanted = await rows(ids);
    expect(wanted.map(([held]) => held)).toEqual(['modification-confirmation', 'modification-confirmation', null]);
    // Restores the database to the state of the previous release: without the column, and with the other columns as that release wrote them.
    await desk.service.app.get(Database).write(async (tx) => {
      for (const [n, id] of [issued, approved].entries()) await tx.update(LicenceRow, { id }, { stepSince: before[n]?.[1], dueAt: before[n]?.[2] } as never);
      await tx.query('alter table professional_licence drop column heldStep');
      await tx.query("delete from migrations where name = 'LicenceHeldStep1700000903000'");
    });
    await desk.service.close();
    await desk.around.close();

    desk = await Desk.open(backend, clock);
    await until(async () => (await rows([issued, approved])).every(([held]) => held !== null));
    expect(await rows(ids)).toEqual(wanted);
  });
});
