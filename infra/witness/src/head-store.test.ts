import { generateKeyPairSync } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GrowingTree, type HeadKey, hashLeaf, proveConsistency, type ReadNodes, type SignedTreeHead, signTreeHead } from '@portal/service-kit/audit';
import { HeadStore } from './head-store.ts';

function newKey(): HeadKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { name: publicKey.export({ format: 'jwk' }).x as string, privateKey };
}

/** An audit log as its service stores it. */
class Log {
  private readonly tree = GrowingTree.empty();
  private readonly nodes = new Map<string, Buffer>();
  private readonly read: ReadNodes = async (ids) => ids.map(({ level, index }) => this.nodes.get(`${level}/${index}`) as Buffer);
  constructor(
    public keys: HeadKey[],
    readonly name = 'portal.books',
  ) {}

  add(...entries: string[]): SignedTreeHead {
    for (const entry of entries) for (const { level, index, hash } of this.tree.add(hashLeaf(Buffer.from(entry)))) this.nodes.set(`${level}/${index}`, hash);
    return this.head();
  }
  head(timestamp = Date.now()): SignedTreeHead {
    return signTreeHead({ log: this.name, size: this.tree.size, root: this.tree.root().toString('hex'), timestamp }, this.keys);
  }
  async submission(from: number, head = this.head()) {
    return { head, from, proof: from ? (await proveConsistency(from, head.size, this.read)).map((hash) => hash.toString('hex')) : [] };
  }
}

describe('the witness', () => {
  let folder: string;
  let store: HeadStore;
  let log: Log;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'witness-'));
    store = new HeadStore(folder);
    log = new Log([newKey()]);
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const submit = async (from: number, of = log) => store.submit('portal.books', await of.submission(from));

  it('stores the first head, and every head that extends the last one', async () => {
    expect(store.latest('portal.books')).toBeNull();
    const heads: SignedTreeHead[] = [];
    for (const [from, entries] of [
      [0, ['a', 'b', 'c']],
      [3, ['d']],
      [4, ['e', 'f', 'g', 'h', 'i']],
    ] as const) {
      heads.push(log.add(...entries));
      const head = heads.at(-1) as SignedTreeHead;
      expect(store.submit('portal.books', await log.submission(from, head))).toEqual({ head });
    }
    expect(store.log('portal.books')).toEqual({ heads, restored: [] });
  });

  it('still has them after a restart, in a file that only its owner can read', async () => {
    log.add('a');
    await submit(0);
    expect(new HeadStore(folder).latest('portal.books')).toEqual(store.latest('portal.books'));
    expect(statSync(join(folder, 'portal.books.ndjson')).mode & 0o777).toBe(0o600);
  });

  it('writes nothing for a head that it already has', async () => {
    log.add('a', 'b');
    const { head } = await submit(0);
    expect(await submit(2)).toEqual({ head });
    expect(readFileSync(join(folder, 'portal.books.ndjson'), 'utf8').split('\n')).toHaveLength(2);
  });

  it('ignores a line that was cut off', async () => {
    log.add('a', 'b');
    const { head } = await submit(0);
    appendFileSync(join(folder, 'portal.books.ndjson'), '{"head":{"log":"portal.bo');
    const again = new HeadStore(folder);
    expect(again.latest('portal.books')).toEqual(head);
    log.add('c');
    expect(again.submit('portal.books', await log.submission(2)).code).toBeUndefined();
    expect(new HeadStore(folder).log('portal.books').heads).toHaveLength(2);
  });

  describe('refuses a head', () => {
    beforeEach(async () => {
      log.add('a', 'b', 'c', 'd', 'e');
      await submit(0);
    });
    afterEach(() => expect(store.latest('portal.books')?.size).toBe(5));

    it('of a log that was cut off', async () => {
      const short = new Log(log.keys);
      short.add('a', 'b', 'c');
      expect(await submit(0, short)).toMatchObject({ code: 'SHORTER', head: { size: 5 } });
    });

    it.each([
      ['in which a record was changed', ['a', 'b', 'X', 'd', 'e', 'f', 'g']],
      ['from which a record was taken', ['a', 'b', 'd', 'e', 'f', 'g']],
      ['into which a record was put', ['a', 'b', 'c', 'c2', 'd', 'e', 'f']],
      ['whose last record was changed', ['a', 'b', 'c', 'd', 'X', 'f']],
      ['of the same size with another record', ['a', 'b', 'c', 'd', 'X']],
    ])('of a log %s', async (_what, entries) => {
      const other = new Log(log.keys);
      other.add(...entries);
      expect(await submit(5, other)).toMatchObject({ code: 'NOT_AN_EXTENSION', head: { size: 5 } });
    });

    it('whose proof starts at another head, and returns the head at which it must start', async () => {
      log.add('f');
      expect(await submit(3)).toMatchObject({ code: 'ANOTHER_START', head: { size: 5 } });
    });

    it('that the keys of the log did not sign', async () => {
      const stolen = new Log([newKey()]);
      stolen.add('a', 'b', 'c', 'd', 'e', 'f');
      expect(await submit(5, stolen)).toMatchObject({ code: 'UNKNOWN_KEY' });
    });

    it.each([
      ['with another root than was signed', (head: SignedTreeHead) => ({ ...head, root: '0'.repeat(64) })],
      ['with another size than was signed', (head: SignedTreeHead) => ({ ...head, size: 7 })],
      ['with another time than was signed', (head: SignedTreeHead) => ({ ...head, timestamp: 1 })],
      ['of another log', (head: SignedTreeHead) => ({ ...head, log: 'portal.trips' })],
      ['without a signature', (head: SignedTreeHead) => ({ ...head, signatures: [] })],
      ['that is no object', () => 'x'],
      ['with a size that is no number', (head: SignedTreeHead) => ({ ...head, size: '6' })],
    ])('%s', async (_what, change) => {
      log.add('f');
      const submission = await log.submission(5);
      expect(store.submit('portal.books', { ...submission, head: change(submission.head) as SignedTreeHead }).code).toBe('BAD_HEAD');
    });

    it('whose proof is no list of hashes', async () => {
      log.add('f');
      const submission = await log.submission(5);
      for (const proof of [undefined, 'x', [1], ['00'], Array.from({ length: 65 }, () => '0'.repeat(64))])
        expect(store.submit('portal.books', { ...submission, proof: proof as string[] }).code).toBe('BAD_HEAD');
    });
  });

  it('lets a log change its key: the new one with the old one, then the new one alone', async () => {
    const [old, next] = [log.keys[0] as HeadKey, newKey()];
    log.add('a');
    await submit(0);
    log.keys = [next];
    log.add('b');
    expect((await submit(1)).code).toBe('UNKNOWN_KEY');
    log.keys = [next, old];
    expect((await submit(1)).code).toBeUndefined();
    log.keys = [next];
    log.add('c');
    expect((await submit(2)).code).toBeUndefined();
    log.keys = [old];
    log.add('d');
    expect((await submit(3)).code).toBe('UNKNOWN_KEY');
  });

  it('resets a log after a restore when an operator asks for it, and records that', async () => {
    log.add('a', 'b', 'c');
    await submit(0);
    log.add('d', 'e');
    await submit(3);
    const restored = new Log(log.keys);
    restored.add('a', 'b', 'c', 'd');
    expect((await submit(0, restored)).code).toBe('SHORTER');
    // The command of an operator does this in another process while the witness runs.
    expect(new HeadStore(folder).restore('portal.books', 4, 'backup of Monday')).toBe(1);
    expect(store.latest('portal.books')?.size).toBe(3);
    expect((await submit(3, restored)).code).toBeUndefined();
    expect(store.log('portal.books')).toMatchObject({ heads: [{ size: 3 }, { size: 4 }], restored: [{ size: 4, reason: 'backup of Monday' }] });
    // Heads from before the restore still belong to the log, so another log is refused.
    const other = new Log(log.keys);
    other.add('a', 'b', 'X', 'd', 'e');
    expect((await submit(4, other)).code).toBe('NOT_AN_EXTENSION');
  });

  describe('with more heads than it needs', () => {
    const now = Date.parse('2026-05-20T00:00:00Z');
    const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
    const file = () => join(folder, 'portal.books.ndjson');
    beforeEach(() => {
      store = new HeadStore(folder, () => now);
      log.add('a');
    });
    /** Makes the file as if heads had come at these times. */
    const write = (times: number[]): void => {
      const head = log.head(now);
      appendFileSync(file(), times.map((timestamp) => `${JSON.stringify({ head: { ...head, timestamp } })}\n`).join(''));
    };
    const series = (from: number, count: number, every: number): number[] => Array.from({ length: count }, (_, i) => from + i * every);
    const kept = (): number[] => store.log('portal.books').heads.map(({ timestamp }) => timestamp);

    it('removes old ones, except the last of each minute, after a week of each hour, and after 90 days of each day', async () => {
      const [daily, hourly, minutely] = [now - 100 * day, now - 20 * day, now - 2 * day];
      const recent = series(now - hour + second, 20_000, 100);
      write([...series(daily, 48, hour), ...series(hourly, 120, minute), ...series(minutely, 24, 5 * second), ...recent]);
      log.add('b');
      expect((await submit(1)).code).toBeUndefined();
      expect(kept().slice(0, -20_001)).toEqual([
        daily + 23 * hour,
        daily + 47 * hour,
        hourly + 59 * minute,
        hourly + 119 * minute,
        minutely + 55 * second,
        minutely + 115 * second,
      ]);
      expect(new HeadStore(folder).latest('portal.books')?.size).toBe(2);
    });

    it('keeps some thousands of a week in which one came every five seconds', async () => {
      write(series(now - 7 * day, (7 * day) / (5 * second), 5 * second));
      log.add('b');
      await submit(1);
      expect(kept().length).toBeLessThan(11_000);
    });

    it('does not write the whole file again for each head if all of them are new', async () => {
      write(series(now - hour + second, 20_000, 100));
      log.add('b');
      await submit(1);
      const { ino } = statSync(file());
      log.add('c');
      await submit(2);
      expect(statSync(file()).ino).toBe(ino);
      expect(kept().length).toBe(20_002);
    });
  });

  it.each(['../portal', 'portal', 'portal.books/x', ''])('refuses %j as the name of a log', (name) => expect(() => store.latest(name)).toThrow(RangeError));
});
