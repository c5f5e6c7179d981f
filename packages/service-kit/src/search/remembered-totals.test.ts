import 'reflect-metadata';
import { CaseDesk, CaseRow, TestClock, testBackends } from '../testing/index.ts';
import { RememberedTotals } from './remembered-totals.ts';

describe.each(testBackends())('remembered totals on %s', (_engine, makeBackend) => {
  let desk: CaseDesk;
  beforeAll(async () => {
    desk = await CaseDesk.open(await makeBackend(), new TestClock(CaseDesk.begins));
  });
  afterAll(async () => {
    jest.useRealTimers();
    await desk?.close();
  });

  it('are those of the rows, whatever came since; what is old is counted once', async () => {
    const { db } = desk.cases.kit;
    const totals = new RememberedTotals<CaseRow>(db, 'id');
    const matching = (lane: string) => db.reader.createQueryBuilder(CaseRow, 'd').where('d.lane = :lane', { lane });
    const both = async () => [await totals.of('red', matching('RED')), await totals.of('green', matching('GREEN'))];
    expect(await both()).toEqual([0, 0]);
    for (let i = 0; i < 3; i++) await desk.register({ lane: 'RED' });
    expect(await both()).toEqual([3, 0]);
    await desk.register({ lane: 'GREEN' });
    const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    const old = new RememberedTotals<CaseRow>(db, 'id');
    expect(await old.of('red', matching('RED'))).toBe(3);
    later.mockRestore();
    // An hour later no rows are new; rows older than the remembered total are not counted again.
    await db.write((tx) => tx.update(CaseRow, { lane: 'RED' }, { lane: 'GREY' }));
    expect([await old.of('red', matching('RED')), await totals.of('grey', matching('GREY'))]).toEqual([3, 3]);
  });
});
