import { jest } from '@jest/globals';
import { Ids } from '../clock.ts';
import { insertRow } from '../database/insert.ts';
import { AuditRow } from '../database/kit.entities.ts';
import { AuditInstance, auditKey, auditKeysOf, cutOff, recompute } from '../testing/audit-instance.ts';
import { type TestBackend, testBackends } from '../testing/index.ts';
import { AuditLeafRow, AuditTreeHeadRow } from './audit.entities.ts';
import type { AuditMonitor } from './audit-monitor.ts';
import { readHead } from './audit-tree.ts';
import { hashLeaf } from './merkle.ts';
import { signTreeHead } from './tree-head.ts';

describe.each(testBackends())('the verification of the audit log on %s', (_engine, makeBackend) => {
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

  describe('names the record', () => {
    let ids: string[];
    beforeEach(async () => {
      await one.append(9);
      ids = (await one.db.reader.find(AuditLeafRow, { order: { leafIndex: 'ASC' } })).map(({ recordId }) => recordId);
    });
    const broken = async () => {
      await one.monitor.walk();
      expect(one.monitor.broken).toBe(true);
      const { broken } = await one.verify();
      expect(one.monitor.fault).toEqual(broken);
      return broken;
    };

    it.each([
      ['userName', 'Mallory'],
      ['userSub', 'mallory'],
      ['action', 'print'],
      ['kind', 'magazine'],
      ['documentId', 'another'],
      ['reference', 'B/1/2026'],
      ['requestId', 'request-9'],
      ['details', '{"z":8}'],
      ['at', '2020-01-01 00:00:00.000'],
    ])('whose %s was changed', async (column, value) => {
      await one.sql(`update audit_record set ${column} = ? where id = ?`, [value, ids[4]]);
      expect(await broken()).toEqual({ seq: 5, id: ids[4], reason: 'was changed after it was written' });
    });

    it('that was deleted in the middle', async () => {
      await one.sql('delete from audit_record where id = ?', [ids[4]]);
      expect(await broken()).toEqual({ seq: 5, id: ids[4], reason: 'is missing' });
    });

    it('that was deleted with its place', async () => {
      await one.sql('delete from audit_record where id = ?', [ids[4]]);
      await one.sql('delete from audit_leaf where recordId = ?', [ids[4]]);
      expect(await broken()).toEqual({ seq: 5, id: '', reason: 'is missing' });
    });

    it('that moved up after the one before it was deleted and all hashes were computed again', async () => {
      await one.sql('delete from audit_record where id = ?', [ids[4]]);
      await one.sql('delete from audit_leaf where recordId = ?', [ids[4]]);
      for (const [i, id] of ids.entries()) if (i > 4) await one.sql('update audit_leaf set leafIndex = ? where recordId = ?', [i - 1, id]);
      await recompute(one);
      expect(await broken()).toEqual({ seq: 5, id: ids[5], reason: 'is not at the place for which it was signed' });
    });

    it('that changed places with its neighbour', async () => {
      const leaf = await one.db.reader.findOneByOrFail(AuditLeafRow, { leafIndex: 2 });
      await one.sql('update audit_leaf set leafIndex = 100 where leafIndex = 2');
      await one.sql('update audit_leaf set leafIndex = 2 where leafIndex = 3');
      await one.sql('update audit_leaf set leafIndex = 3 where recordId = ?', [leaf.recordId]);
      await recompute(one);
      expect(await broken()).toEqual({ seq: 3, id: ids[3], reason: 'is not at the place for which it was signed' });
    });

    it('that was rewritten with everything that can be computed without the keys', async () => {
      // The attacker can write to the tables but does not have the keys.
      await one.sql(`update audit_record set userName = 'Mallory', mac = null where id = ?`, [ids[4]]);
      const forged = hashLeaf(Buffer.from(`4 ${ids[4]} Mallory`)).toString('hex');
      await one.sql('update audit_leaf set leafHash = ? where recordId = ?', [forged, ids[4]]);
      await recompute(one);
      expect(await broken()).toEqual({ seq: 5, id: ids[4], reason: 'was changed after it was written' });
    });

    it('that was written without the keys', async () => {
      const { mac } = await one.db.reader.findOneByOrFail(AuditRow, { id: ids[4] });
      const planted = { ...(await one.db.reader.findOneByOrFail(AuditRow, { id: ids[4] })), id: new Ids().next(), userName: 'Ana, framed', mac };
      await one.db.write((tx) => insertRow(tx, AuditRow, planted));
      await one.record(1);
      expect(await one.sequencer.appendPending(-1_000)).toBe(1);
      expect(await broken()).toEqual({ seq: 0, id: planted.id, reason: 'was not written by this service' });
      await one.sql('delete from audit_record where id = ?', [planted.id]);
      await one.monitor.walk();
      expect(one.monitor.broken).toBe(false);
    });

    it('that was written without authentication, where no earlier version ever ran', async () => {
      const planted = { ...(await one.db.reader.findOneByOrFail(AuditRow, { id: ids[4] })), id: new Ids().next(), mac: null };
      await one.db.write((tx) => insertRow(tx, AuditRow, planted));
      expect(await one.sequencer.appendPending(-1_000)).toBe(0);
      expect(await broken()).toEqual({ seq: 0, id: planted.id, reason: 'was not written by this service' });
    });

    it('that was put at the end by hand', async () => {
      const planted = { ...(await one.db.reader.findOneByOrFail(AuditRow, { id: ids[4] })), id: new Ids().next() };
      await one.db.write((tx) => insertRow(tx, AuditRow, planted));
      await one.sql('insert into audit_leaf (leafIndex, recordId, keyId, leafHash) values (9, ?, ?, ?)', [planted.id, 'a1', '0'.repeat(64)]);
      expect(await broken()).toEqual({ seq: 10, id: '', reason: 'has a place in the log, and no head was signed for it' });
    });

    it('after which the log was cut off while the process that saw it longer still runs', async () => {
      await one.monitor.walk();
      await cutOff(one, 6);
      expect((await one.verify()).broken).toBeUndefined();
      await one.monitor.walk();
      expect(one.monitor.fault).toMatchObject({ seq: 7, reason: expect.stringMatching(/^and those after it up to 9 are missing: a head of .* has 9$/) });
    });
  });

  it('finds nothing missing where records join the log while it reads its end', async () => {
    await one.append(4);
    const { reader } = one.db;
    const find = reader.find.bind(reader);
    jest.spyOn(reader, 'find').mockImplementationOnce(async (...asked) => {
      const found = await find(...asked);
      await one.append(3);
      return found;
    });
    await one.monitor.walk();
    expect(one.sequencer.head?.size).toBe(7);
    expect(one.monitor.fault).toBeUndefined();
    await one.monitor.walk();
    expect(one.monitor.fault).toBeUndefined();
  });

  it('rejects a head that another key signed', async () => {
    await one.append(4);
    const stranger = auditKeysOf({ id: 'a1', key: auditKey() });
    const head = await readHead(one.db.reader);
    const forged = signTreeHead({ log: 'portal.books', size: 4, root: head?.root as string, timestamp: 0 }, [stranger[0].head]);
    await one.sql('update audit_tree_head set signatures = ? where size = 4', [JSON.stringify(forged.signatures)]);
    expect((await one.verify()).broken?.reason).toBe('the head of 4 records is not signed with a key of AUDIT_KEYS');
  });

  it('reports a damaged tree, for which no more heads are signed', async () => {
    await one.append(4);
    await one.sql('update audit_node set hash = ? where level = 2', ['0'.repeat(64)]);
    const next = await AuditInstance.open(backend, keys);
    await next.record(1);
    await expect(next.sequencer.appendPending(-1_000)).rejects.toThrow('the tree of 4 records is not the one whose head was signed');
    expect(next.monitor.fault?.reason).toContain('is not the one whose head was signed');
    expect((await next.sequencer.lag()).records).toBe(1);
    await next.close();
  });

  it('without the keys finds missing records, not changed ones', async () => {
    await one.append(5);
    await one.sql('update audit_record set userName = ? where id = ?', ['Mallory', await one.idAt(1)]);
    expect((await one.verify({ keys: undefined })).broken).toBeUndefined();
    await one.sql('delete from audit_record where id = ?', [await one.idAt(1)]);
    expect((await one.verify({ keys: undefined })).broken).toMatchObject({ seq: 2, reason: 'is missing' });
  });

  describe('against heads that were kept elsewhere', () => {
    it('accepts a log that extends all of them', async () => {
      for (const count of [2, 3, 4]) await one.append(count);
      const heads = (await one.db.reader.find(AuditTreeHeadRow)).map(({ size, rootHash, at }) => ({ size, root: rootHash, timestamp: at.getTime() }));
      expect((await one.verify({ heads })).broken).toBeUndefined();
    });

    it('names the first missing record of a log that was cut off', async () => {
      await one.append(9);
      const head = await readHead(one.db.reader);
      await cutOff(one, 4);
      expect((await one.verify({ heads: [head] })).broken).toMatchObject({ seq: 5, reason: expect.stringContaining('up to 9 are missing') });
    });

    it('names the records among which one was replaced', async () => {
      for (const count of [2, 3, 4]) await one.append(count);
      const kept = { size: 5, root: '1'.repeat(64), timestamp: 0 };
      const first = await one.db.reader.findOneByOrFail(AuditTreeHeadRow, { size: 2 });
      expect((await one.verify({ heads: [kept, { size: 2, root: first.rootHash, timestamp: 0 }] })).broken).toEqual({
        seq: 5,
        id: await one.idAt(4),
        reason: 'or one of the records from 3 on is not the one of the head of 1970-01-01T00:00:00Z that was kept elsewhere',
      });
    });
  });

  describe('of a log that is longer than one walk reads', () => {
    let monitor: AuditMonitor;
    let long: AuditInstance;
    beforeEach(async () => {
      long = await AuditInstance.open(backend, keys, { more: { AUDIT_WALK_RECORDS: '20' } });
      monitor = long.monitor;
      for (let i = 0; i < 6; i++) await long.append(10);
    });
    afterEach(() => long.close());

    it('looks at the newest records with every walk', async () => {
      await monitor.walk();
      expect(monitor.broken).toBe(false);
      const id = await long.idAt(55);
      await long.sql('update audit_record set action = ? where id = ?', ['print', id]);
      await monitor.walk();
      expect(monitor.fault).toMatchObject({ seq: 56, id });
    });

    it('looks at all other records in turn, and reports the fault until the record is as it was', async () => {
      const id = await long.idAt(34);
      await long.sql('update audit_record set action = ? where id = ?', ['print', id]);
      for (let walks = 0; walks < 4; walks++) await monitor.walk();
      expect(monitor.fault).toMatchObject({ seq: 35, id, reason: 'was changed after it was written' });
      await monitor.walk();
      expect(monitor.broken).toBe(true);
      await long.sql('update audit_record set action = ? where id = ?', ['view', id]);
      await monitor.walk();
      expect(monitor.broken).toBe(false);
    });
  });
});
