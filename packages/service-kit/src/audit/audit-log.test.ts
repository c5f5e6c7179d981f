import { createConnection } from 'mysql2/promise';
import { systemCall } from '../auth/actor.ts';
import { Ids } from '../clock.ts';
import { AuditRow } from '../database/kit.entities.ts';
import { AuditInstance, auditKey, auditKeysOf } from '../testing/audit-instance.ts';
import { proveInclusion, verifyInclusion } from '../testing/inclusion-proof.ts';
import { type TestBackend, testBackends } from '../testing/index.ts';
import { AuditLeafRow, AuditTreeHeadRow } from './audit.entities.ts';
import { Audit } from './audit.ts';
import { AuditSequencer } from './audit-sequencer.ts';
import { AuditTree, nodesOf, readHead } from './audit-tree.ts';
import { proveConsistency, verifyConsistency } from './merkle.ts';

describe.each(testBackends())('the audit log on %s', (engine, makeBackend) => {
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

  describe('grows', () => {
    it('by records in their order, with a signed head', async () => {
      await one.append(3);
      await one.append(4);
      expect(await one.verify()).toMatchObject({ records: 7, unsequenced: 0, head: { size: 7, log: 'portal.books' } });
      expect((await one.verify()).broken).toBeUndefined();
      await one.record(1);
      expect(await one.verify()).toMatchObject({ records: 7, unsequenced: 1 });
      expect((await one.sequencer.lag()).records).toBe(1);
    });

    it('with an inclusion proof for every record, and a consistency proof from every head', async () => {
      for (const count of [1, 2, 4, 6]) await one.append(count);
      const [read, head] = [nodesOf(one.db.reader), await readHead(one.db.reader)];
      const root = Buffer.from(head?.root as string, 'hex');
      for (const { leafIndex, leafHash } of await one.db.reader.find(AuditLeafRow))
        expect(verifyInclusion(leafIndex, 13, Buffer.from(leafHash, 'hex'), await proveInclusion(leafIndex, 13, read), root)).toBe(true);
      for (const { size, rootHash } of await one.db.reader.find(AuditTreeHeadRow))
        expect(verifyConsistency(size, 13, Buffer.from(rootHash, 'hex'), root, await proveConsistency(size, 13, read))).toBe(true);
    });

    it('by several instances at once, each record once', async () => {
      const others = engine === 'embedded' ? [] : await Promise.all([1, 2, 3].map(() => AuditInstance.open(backend, keys)));
      const all = [one, ...others];
      await Promise.all(all.map((each) => each.record(40)));
      const until = 40 * all.length;
      for (let appended = 0; appended < until; )
        appended += (await Promise.all(all.map((each) => each.sequencer.appendPending(-1_000)))).reduce((sum, n) => sum + n, 0);
      expect(await one.verify()).toEqual(expect.objectContaining({ records: until, unsequenced: 0 }));
      expect((await one.verify()).broken).toBeUndefined();
      await Promise.all(others.map((each) => each.close()));
    });

    it('after a start where the instance before it ended', async () => {
      await one.append(5);
      const next = await AuditInstance.open(backend, keys);
      await next.append(2);
      expect(await next.verify()).toMatchObject({ records: 7, unsequenced: 0 });
      expect((await next.verify()).broken).toBeUndefined();
      await next.close();
    });

    it('by a record that comes minutes late, when the walk has seen it', async () => {
      const { id } = await one.db.reader.create(AuditRow, { id: new Ids().next() });
      const late = { ...systemCall('request-late') };
      await one.append(2);
      // Simulates a transaction that took an hour: the record's id is older than every id that the sequencer looks at.
      const early = `00000000${id.slice(8)}`;
      class EarlyIds extends Ids {
        override next(): string {
          return early;
        }
      }
      await new Audit(one.db, one.clock, new EarlyIds(), keys).read(late, { action: 'view', kind: 'book' });
      expect(await one.sequencer.appendPending(-1_000)).toBe(0);
      await one.monitor.walk();
      expect(await one.sequencer.appendPending(-1_000)).toBe(1);
      expect(await one.verify()).toMatchObject({ records: 3, unsequenced: 0 });
    });

    it('also where a name ends in half a character', async () => {
      await one.record(1, 'Zé \ud83d');
      await one.sequencer.appendPending(-1_000);
      expect(await one.verify()).toMatchObject({ records: 1, unsequenced: 0 });
      expect((await one.verify()).broken).toBeUndefined();
    });

    it('under another name where the database was restored', async () => {
      await one.append(3);
      const [db, clock] = [one.db, one.clock];
      const elsewhere = new AuditTree('restored.books', keys);
      expect(await elsewhere.head(db.reader)).toMatchObject({ log: 'restored.books', size: 3 });
      await one.record(2);
      expect(await new AuditSequencer(db, clock, keys, elsewhere, one.audit, one.settings).appendPending(-1_000)).toBe(2);
      expect((await db.reader.find(AuditTreeHeadRow, { order: { size: 'ASC' } })).map(({ log }) => log)).toEqual(['portal.books', 'restored.books']);
      expect((await one.verify()).broken).toBeUndefined();
    });

    it('under a new key, while records of the old one still verify', async () => {
      const [old, next] = [
        { id: 'a1', key: auditKey() },
        { id: 'a2', key: auditKey() },
      ];
      const before = await AuditInstance.open(backend, auditKeysOf(old));
      await before.append(3);
      const after = await AuditInstance.open(backend, auditKeysOf(next, old));
      await after.append(3);
      expect((await after.verify()).broken).toBeUndefined();
      expect((await after.db.reader.find(AuditLeafRow, { order: { leafIndex: 'ASC' } })).map(({ keyId }) => keyId)).toEqual([
        'a1',
        'a1',
        'a1',
        'a2',
        'a2',
        'a2',
      ]);
      const lost = await AuditInstance.open(backend, auditKeysOf(next));
      expect((await lost.verify()).broken).toMatchObject({ seq: 1, reason: 'is signed with the key "a1", which AUDIT_KEYS does not have' });
      for (const each of [before, after, lost]) await each.close();
    });
  });

  if (engine === 'embedded') return;

  it('grows and is verified by an account that may only insert and read', async () => {
    const url = new URL(backend.env.MYSQL_URL as string);
    const admin = await createConnection(url.href);
    const [database, user] = [`${backend.env.DATABASE_PREFIX}_books`, `a${String(backend.env.DATABASE_PREFIX).slice(-8)}`];
    await admin.query(`create user '${user}'@'%' identified by 'only-here'`);
    try {
      await admin.query(`grant select, insert on \`${database}\`.* to '${user}'@'%'`);
      url.username = user;
      url.password = 'only-here';
      const poor = await AuditInstance.open(backend, keys, { more: { MYSQL_URL: url.href, MIGRATE_AT_START: 'false' } });
      await poor.append(5);
      await poor.monitor.walk();
      expect(poor.monitor.broken).toBe(false);
      expect(await poor.verify()).toMatchObject({ records: 5, unsequenced: 0 });
      await poor.close();
    } finally {
      await admin.query(`drop user '${user}'@'%'`);
      await admin.end();
    }
  });
});
