import { randomBytes } from 'node:crypto';
import { createConnection } from 'mysql2/promise';
import { systemCall } from '../auth/actor.ts';
import { Ids } from '../clock.ts';
import { Database } from '../database/database.ts';
import { insertRow } from '../database/insert.ts';
import { AuditHeadRow, AuditRow } from '../database/kit.entities.ts';
import { databaseOptions } from '../kit.module.ts';
import { configureLog } from '../logging.ts';
import { loadSettings, ServiceSettings } from '../settings/settings.ts';
import { type TestBackend, TestClock, testBackends } from '../testing/index.ts';
import { AuditLeafRow, AuditNodeRow, AuditTreeHeadRow } from './audit.entities.ts';
import { Audit } from './audit.ts';
import { type AuditKeys, readAuditKeys } from './audit-keys.ts';
import { AuditMonitor } from './audit-monitor.ts';
import { chainHashOf } from './audit-record.ts';
import { AuditSequencer } from './audit-sequencer.ts';
import { AuditTree, nodesOf, readHead } from './audit-tree.ts';
import { type AuditReport, verifyAudit } from './audit-verify.ts';
import { AuditWitness } from './audit-witness.ts';
import { GrowingTree, hashChildren, hashLeaf, proveConsistency, proveInclusion, verifyConsistency, verifyInclusion } from './merkle.ts';
import { signTreeHead } from './tree-head.ts';

const secret = (): string => randomBytes(32).toString('base64url');
const keysOf = (...keys: { id: string; key: string }[]): AuditKeys => readAuditKeys({ keys }, 'books');

/** The audit log part of one instance of a service. */
class Instance {
  private constructor(
    readonly db: Database,
    readonly keys: AuditKeys,
    readonly clock: TestClock,
    readonly audit: Audit,
    readonly sequencer: AuditSequencer,
    readonly monitor: AuditMonitor,
    readonly settings: ServiceSettings,
  ) {}

  static async open(backend: TestBackend, keys: AuditKeys, { clock = new TestClock(), more = {} }: { clock?: TestClock; more?: Record<string, string> } = {}) {
    const settings = loadSettings(ServiceSettings, { ...backend.env, ...more });
    configureLog('silent');
    const db = await Database.open(settings, databaseOptions({ service: 'books', settings, entities: [], migrations: [] }));
    const audit = new Audit(db, clock, new Ids(), keys);
    const tree = new AuditTree('portal.books', keys);
    const sequencer = new AuditSequencer(db, clock, keys, tree, audit, settings);
    const monitor = new AuditMonitor(db, keys, sequencer, new AuditWitness(db, tree, sequencer, settings), settings);
    return new Instance(db, keys, clock, audit, sequencer, monitor, settings);
  }

  async record(count: number, userName = 'Ana'): Promise<void> {
    for (let i = 0; i < count; i++)
      await this.audit.read(
        { ...systemCall(`request-${i}`), actor: { ...systemCall('').actor, name: userName } },
        { action: 'view', kind: 'book', details: { z: i, a: { c: 1, b: [null, 'ü'] } } },
      );
  }
  /** Adds records and seals them. */
  async appendPending(count: number): Promise<void> {
    await this.record(count);
    await this.sequencer.appendPending(-1_000);
  }
  verify(more: object = {}): Promise<AuditReport> {
    return verifyAudit(this.db, { keys: this.keys, ...more });
  }
  sql(text: string, values: unknown[] = []) {
    return this.db.write((tx) => tx.query(text, values));
  }
  async idAt(leafIndex: number): Promise<string> {
    return (await this.db.reader.findOneByOrFail(AuditLeafRow, { leafIndex })).recordId;
  }
  close(): Promise<void> {
    return this.db.close();
  }
}

describe.each(testBackends())('the audit log on %s', (engine, makeBackend) => {
  let backend: TestBackend;
  let one: Instance;
  const keys = keysOf({ id: 'a1', key: secret() });

  beforeEach(async () => {
    backend = await makeBackend();
    one = await Instance.open(backend, keys);
  });
  afterEach(async () => {
    await one.close();
    await backend.remove();
  });

  describe('grows', () => {
    it('by records in their order, with a signed head', async () => {
      await one.appendPending(3);
      await one.appendPending(4);
      expect(await one.verify()).toMatchObject({ records: 7, unsequenced: 0, head: { size: 7, log: 'portal.books' } });
      expect((await one.verify()).broken).toBeUndefined();
      await one.record(1);
      expect(await one.verify()).toMatchObject({ records: 7, unsequenced: 1 });
      expect((await one.sequencer.lag()).records).toBe(1);
    });

    it('with an inclusion proof for every record, and a consistency proof from every head', async () => {
      for (const count of [1, 2, 4, 6]) await one.appendPending(count);
      const [read, head] = [nodesOf(one.db.reader), await readHead(one.db.reader)];
      const root = Buffer.from(head?.root as string, 'hex');
      for (const { leafIndex, leafHash } of await one.db.reader.find(AuditLeafRow))
        expect(verifyInclusion(leafIndex, 13, Buffer.from(leafHash, 'hex'), await proveInclusion(leafIndex, 13, read), root)).toBe(true);
      for (const { size, rootHash } of await one.db.reader.find(AuditTreeHeadRow))
        expect(verifyConsistency(size, 13, Buffer.from(rootHash, 'hex'), root, await proveConsistency(size, 13, read))).toBe(true);
    });

    it('by several instances at once, each record once', async () => {
      const others = engine === 'embedded' ? [] : await Promise.all([1, 2, 3].map(() => Instance.open(backend, keys)));
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
      await one.appendPending(5);
      const next = await Instance.open(backend, keys);
      await next.appendPending(2);
      expect(await next.verify()).toMatchObject({ records: 7, unsequenced: 0 });
      expect((await next.verify()).broken).toBeUndefined();
      await next.close();
    });

    it('by a record that comes minutes late, when the walk has seen it', async () => {
      const { id } = await one.db.reader.create(AuditRow, { id: new Ids().next() });
      const late = { ...systemCall('request-late') };
      await one.appendPending(2);
      // As if its transaction had taken an hour: its id is older than every id that is looked at.
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
      await one.appendPending(3);
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
        { id: 'a1', key: secret() },
        { id: 'a2', key: secret() },
      ];
      const before = await Instance.open(backend, keysOf(old));
      await before.appendPending(3);
      const after = await Instance.open(backend, keysOf(next, old));
      await after.appendPending(3);
      expect((await after.verify()).broken).toBeUndefined();
      expect((await after.db.reader.find(AuditLeafRow, { order: { leafIndex: 'ASC' } })).map(({ keyId }) => keyId)).toEqual([
        'a1',
        'a1',
        'a1',
        'a2',
        'a2',
        'a2',
      ]);
      const lost = await Instance.open(backend, keysOf(next));
      expect((await lost.verify()).broken).toMatchObject({ seq: 1, reason: 'is sealed with the key "a1", which AUDIT_KEYS does not have' });
      for (const each of [before, after, lost]) await each.close();
    });
  });

  describe('names the record', () => {
    let ids: string[];
    beforeEach(async () => {
      await one.appendPending(9);
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

    it('that moved up after the one before it was deleted and everything was computed anew', async () => {
      await one.sql('delete from audit_record where id = ?', [ids[4]]);
      await one.sql('delete from audit_leaf where recordId = ?', [ids[4]]);
      for (const [i, id] of ids.entries()) if (i > 4) await one.sql('update audit_leaf set leafIndex = ? where recordId = ?', [i - 1, id]);
      await recompute(one);
      expect(await broken()).toEqual({ seq: 5, id: ids[5], reason: 'does not stand where it was sealed' });
    });

    it('that was exchanged with its neighbour', async () => {
      const leaf = await one.db.reader.findOneByOrFail(AuditLeafRow, { leafIndex: 2 });
      await one.sql('update audit_leaf set leafIndex = 100 where leafIndex = 2');
      await one.sql('update audit_leaf set leafIndex = 2 where leafIndex = 3');
      await one.sql('update audit_leaf set leafIndex = 3 where recordId = ?', [leaf.recordId]);
      await recompute(one);
      expect(await broken()).toEqual({ seq: 3, id: ids[3], reason: 'does not stand where it was sealed' });
    });

    it('that was rewritten with everything that can be computed without the keys', async () => {
      // The attacker can write to the tables but has no keys.
      await one.sql(`update audit_record set userName = 'Mallory', mac = null where id = ?`, [ids[4]]);
      const forged = hashLeaf(Buffer.from(`4 ${ids[4]} Mallory`)).toString('hex');
      await one.sql('update audit_leaf set leafHash = ? where recordId = ?', [forged, ids[4]]);
      await recompute(one);
      expect(await broken()).toEqual({ seq: 5, id: ids[4], reason: 'was changed after it was written' });
    });

    it('that was written by somebody without the keys', async () => {
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

    it('that was written without authentication, where there never was an earlier version', async () => {
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

    it('after which the log was cut off, while the process runs that saw it longer', async () => {
      await one.monitor.walk();
      await cutOff(one, 6);
      expect((await one.verify()).broken).toBeUndefined();
      await one.monitor.walk();
      expect(one.monitor.fault).toMatchObject({ seq: 7, reason: expect.stringMatching(/^and those after it up to 9 are missing: a head of .* has 9$/) });
    });
  });

  it('does not take a head that another key signed', async () => {
    await one.appendPending(4);
    const stranger = keysOf({ id: 'a1', key: secret() });
    const head = await readHead(one.db.reader);
    const forged = signTreeHead({ log: 'portal.books', size: 4, root: head?.root as string, timestamp: 0 }, [stranger[0].head]);
    await one.sql('update audit_tree_head set signatures = ? where size = 4', [JSON.stringify(forged.signatures)]);
    expect((await one.verify()).broken?.reason).toBe('the head of 4 records is not signed with a key of AUDIT_KEYS');
  });

  it('signs nothing more while its tree is damaged, and says so', async () => {
    await one.appendPending(4);
    await one.sql('update audit_node set hash = ? where level = 2', ['0'.repeat(64)]);
    const next = await Instance.open(backend, keys);
    await next.record(1);
    await expect(next.sequencer.appendPending(-1_000)).rejects.toThrow('the tree of 4 records is not the one whose head was signed');
    expect(next.monitor.fault?.reason).toContain('is not the one whose head was signed');
    expect((await next.sequencer.lag()).records).toBe(1);
    await next.close();
  });

  it('without the keys can be verified for what is missing, not for what was changed', async () => {
    await one.appendPending(5);
    await one.sql('update audit_record set userName = ? where id = ?', ['Mallory', await one.idAt(1)]);
    expect((await one.verify({ keys: undefined })).broken).toBeUndefined();
    await one.sql('delete from audit_record where id = ?', [await one.idAt(1)]);
    expect((await one.verify({ keys: undefined })).broken).toMatchObject({ seq: 2, reason: 'is missing' });
  });

  describe('against heads that were kept elsewhere', () => {
    it('is whole while it extends all of them', async () => {
      for (const count of [2, 3, 4]) await one.appendPending(count);
      const heads = (await one.db.reader.find(AuditTreeHeadRow)).map(({ size, rootHash, at }) => ({ size, root: rootHash, timestamp: at.getTime() }));
      expect((await one.verify({ heads })).broken).toBeUndefined();
    });

    it('names the record after which it ends', async () => {
      await one.appendPending(9);
      const head = await readHead(one.db.reader);
      await cutOff(one, 4);
      expect((await one.verify({ heads: [head] })).broken).toMatchObject({ seq: 5, reason: expect.stringContaining('up to 9 are missing') });
    });

    it('names the records of which one is another', async () => {
      for (const count of [2, 3, 4]) await one.appendPending(count);
      const kept = { size: 5, root: '1'.repeat(64), timestamp: 0 };
      const first = await one.db.reader.findOneByOrFail(AuditTreeHeadRow, { size: 2 });
      expect((await one.verify({ heads: [kept, { size: 2, root: first.rootHash, timestamp: 0 }] })).broken).toEqual({
        seq: 5,
        id: await one.idAt(4),
        reason: 'or one of the records from 3 on is not the one of the head of 1970-01-01T00:00:00Z that was kept elsewhere',
      });
    });
  });

  describe('that is longer than one walk reads', () => {
    let monitor: AuditMonitor;
    let long: Instance;
    beforeEach(async () => {
      long = await Instance.open(backend, keys, { more: { AUDIT_WALK_RECORDS: '20' } });
      monitor = long.monitor;
      for (let i = 0; i < 6; i++) await long.appendPending(10);
    });
    afterEach(() => long.close());

    it('has its newest records verified by every walk', async () => {
      await monitor.walk();
      expect(monitor.broken).toBe(false);
      const id = await long.idAt(55);
      await long.sql('update audit_record set action = ? where id = ?', ['print', id]);
      await monitor.walk();
      expect(monitor.fault).toMatchObject({ seq: 56, id });
    });

    it('has all the others verified in turn, and stays broken until the record is as it was', async () => {
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

  describe('of a portal whose earlier version chained its records', () => {
    /** Writes a hash chain as the earlier version did. */
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

    it('takes over all of them in their order, and then the others', async () => {
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

    it('is verified by its chain until they are taken over', async () => {
      await chained(5);
      await one.sql(`update audit_record set userName = 'Mallory' where seq = 3`);
      expect((await one.verify()).broken).toMatchObject({ seq: 3, reason: 'was changed after it was written' });
    });

    it('takes over what there is of a broken chain, and keeps on record that it was broken', async () => {
      await chained(8);
      await one.sql('delete from audit_record where seq = 3');
      expect(await one.sequencer.appendPending(-1_000)).toBe(8);
      expect(await one.verify()).toMatchObject({ records: 8, unsequenced: 0, earlierChain: expect.stringContaining('record 3 is missing') });
    });

    it('takes what instances of that version write beside this one, for a day', async () => {
      await chained(3);
      await one.sequencer.appendPending(-1_000);
      const write = (at: Date) =>
        one.db.write((tx) =>
          insertRow(tx, AuditRow, { id: new Ids().next(), at, userName: 'Ana', action: 'view', kind: 'book', requestId: 'request-1' } as AuditRow),
        );
      await write(new Date());
      expect(await one.sequencer.appendPending(-1_000)).toBe(1);
      await write(new Date(Date.now() + 25 * 3_600_000));
      one.clock.pass(26 * 3_600_000);
      expect(await one.sequencer.appendPending(-1_000)).toBe(0);
      expect((await one.verify()).broken).toMatchObject({ reason: 'was not written by this service' });
    });

    it('is taken over once by instances that start together', async () => {
      await chained(700);
      const others = engine === 'embedded' ? [] : await Promise.all([1, 2].map(() => Instance.open(backend, keys)));
      for (let turn = 0; turn < 6; turn++) await Promise.all([one, ...others].map((each) => each.sequencer.appendPending(-1_000)));
      expect(await one.verify()).toMatchObject({ records: 701, unsequenced: 0 });
      expect((await one.verify()).broken).toBeUndefined();
      await Promise.all(others.map((each) => each.close()));
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
      const poor = await Instance.open(backend, keys, { more: { MYSQL_URL: url.href, MIGRATE_AT_START: 'false' } });
      await poor.appendPending(5);
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

/** What an attacker can do after any change with the tables alone: recompute all inner nodes and the root of the head from the stored leaf hashes. */
async function recompute({ db }: Instance): Promise<void> {
  const leaves = await db.reader.find(AuditLeafRow, { order: { leafIndex: 'ASC' } });
  await db.write(async (tx) => {
    await tx.query('delete from audit_node');
    let hashes: Buffer[] = leaves.map(({ leafHash }) => Buffer.from(leafHash, 'hex'));
    for (let level = 1; hashes.length > 1; level++) {
      const pairs = Array.from({ length: Math.floor(hashes.length / 2) }, (_, i) => hashChildren(hashes[2 * i] as Buffer, hashes[2 * i + 1] as Buffer));
      for (const [position, hash] of pairs.entries()) await tx.insert(AuditNodeRow, { level, position, hash: hash.toString('hex') });
      hashes = pairs;
    }
    const last = await tx.find(AuditTreeHeadRow, { order: { size: 'DESC' }, take: 1 });
    await tx.query('delete from audit_tree_head where size > ?', [leaves.length]);
    if (last[0] && last[0].size > leaves.length) await tx.insert(AuditTreeHeadRow, { ...last[0], size: leaves.length });
  });
}

/** Rolls the log back to an older state, with a head that was signed for it at the time. */
async function cutOff({ db, keys }: Instance, size: number): Promise<void> {
  const leaves = await db.reader.find(AuditLeafRow, { order: { leafIndex: 'ASC' } });
  const tree = GrowingTree.empty();
  for (const { leafHash } of leaves.slice(0, size)) tree.add(Buffer.from(leafHash, 'hex'));
  const at = new Date();
  const head = signTreeHead({ log: 'portal.books', size, root: tree.root().toString('hex'), timestamp: at.getTime() }, [keys[0].head]);
  await db.write(async (tx) => {
    for (const { recordId } of leaves.slice(size)) await tx.query('delete from audit_record where id = ?', [recordId]);
    await tx.query('delete from audit_leaf where leafIndex >= ?', [size]);
    for (const { level, position } of await tx.find(AuditNodeRow)) if ((position + 1) * 2 ** level > size) await tx.delete(AuditNodeRow, { level, position });
    await tx.query('delete from audit_tree_head where size > ?', [size]);
    await tx.insert(AuditTreeHeadRow, { size, log: head.log, rootHash: head.root, at, signatures: head.signatures });
  });
}
