import { Ids } from '../clock.ts';
import { insertRow } from '../database/insert.ts';
import { AuditHeadRow, AuditRow } from '../database/kit.entities.ts';
import { AuditInstance, auditKey, auditKeysOf } from '../testing/audit-instance.ts';
import { type TestBackend, testBackends } from '../testing/index.ts';
import { AuditLeafRow } from './audit.entities.ts';
import { chainHashOf } from './audit-record.ts';

describe.each(testBackends())('the hash chain of an earlier version on %s', (engine, makeBackend) => {
  let backend: TestBackend;
  let one: AuditInstance;
  const keys = auditKeysOf({ id: 'a1', key: auditKey() });

  beforeEach(async () => {
    backend = await makeBackend();
    one = await AuditInstance.open(backend, keys);
  });
  afterEach(async () => {
    await one.close();
    await backend.remove();
  });

  /** Writes a hash chain in the way the earlier version did. */
  async function chained(count: number): Promise<void> {
    let { seq, hash } = await one.db.reader.findOneByOrFail(AuditHeadRow, { id: 1 });
    const ids = new Ids();
    for (let i = 0; i < count; i++) {
      const row = {
        id: ids.next(),
        at: new Date(),
        userSub: 'ana',
        userName: 'Ana',
        action: 'view',
        kind: 'book',
        documentId: null,
        reference: null,
        requestId: `request-${i}`,
        details: { b: 1, a: 2 },
        mac: null,
      } as unknown as AuditRow;
      seq += 1;
      const previousHash = hash;
      hash = chainHashOf(row, seq, previousHash);
      await one.db.write((tx) => insertRow(tx, AuditRow, { ...row, seq, previousHash, hash }));
    }
    await one.sql('update audit_head set seq = ?, hash = ? where id = 1', [seq, hash]);
  }
  const beginning = () => one.db.reader.findOneByOrFail(AuditRow, { documentId: 'audit-log' });

  it('enters the log in its order, before all other records', async () => {
    await chained(1_203);
    await one.record(2);
    expect(await one.verify()).toMatchObject({ records: 0, unsequenced: 1_205 });
    expect(await one.sequencer.appendPending(-1_000)).toBe(1_206);
    const report = await one.verify();
    expect(report).toMatchObject({ records: 1_206, unsequenced: 0, earlierChain: 'whole' });
    expect(report.broken).toBeUndefined();
    const leaves = await one.db.reader.find(AuditLeafRow, { order: { leafIndex: 'ASC' } });
    const rows = new Map((await one.db.reader.find(AuditRow)).map((row) => [row.id, row]));
    expect(leaves.slice(0, 1_203).map(({ recordId }) => rows.get(recordId)?.seq)).toEqual(Array.from({ length: 1_203 }, (_, i) => i + 1));
    expect((await beginning()).details).toEqual({ records: 1_203, earlierChain: 'whole' });
    expect(await one.sequencer.appendPending(-1_000)).toBe(0);
  });

  it('is verified until its records are in the log', async () => {
    await chained(5);
    await one.sql(`update audit_record set userName = 'Mallory' where seq = 3`);
    expect((await one.verify()).broken).toMatchObject({ seq: 3, reason: 'was changed after it was written' });
  });

  it('enters the log also where it is broken, and the log records that it was', async () => {
    await chained(8);
    await one.sql('delete from audit_record where seq = 3');
    expect(await one.sequencer.appendPending(-1_000)).toBe(8);
    expect(await one.verify()).toMatchObject({ records: 8, unsequenced: 0, earlierChain: expect.stringContaining('record 3 is missing') });
  });

  it('is followed for a day by records of instances of that version', async () => {
    await chained(3);
    await one.sequencer.appendPending(-1_000);
    const write = (at: Date) =>
      one.db.write((tx) =>
        insertRow(tx, AuditRow, { id: new Ids().next(), at, userName: 'Ana', action: 'view', kind: 'book', requestId: 'request-1' } as AuditRow),
      );
    await write(one.clock.now());
    expect(await one.sequencer.appendPending(-1_000)).toBe(1);
    await write(new Date(one.clock.now().getTime() + 25 * 3_600_000));
    one.clock.pass(26 * 3_600_000);
    expect(await one.sequencer.appendPending(-1_000)).toBe(0);
    expect((await one.verify()).broken).toMatchObject({ reason: 'was not written by this service' });
  });

  it('enters the log once when several instances start together', async () => {
    await chained(700);
    const others = engine === 'embedded' ? [] : await Promise.all([1, 2].map(() => AuditInstance.open(backend, keys)));
    for (let turn = 0; turn < 6; turn++) await Promise.all([one, ...others].map((each) => each.sequencer.appendPending(-1_000)));
    expect(await one.verify()).toMatchObject({ records: 701, unsequenced: 0 });
    expect((await one.verify()).broken).toBeUndefined();
    await Promise.all(others.map((each) => each.close()));
  });
});
