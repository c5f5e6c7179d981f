import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { proveInclusion, verifyInclusion } from '../testing/inclusion-proof.ts';
import { emptyRoot, GrowingTree, hashLeaf, proveConsistency, type ReadNodes, subtreesOf, verifyConsistency } from './merkle.ts';
import vectors from './testdata/proof-vectors.json';

const bytes = (text: string): Buffer => Buffer.from(text, 'base64');
const sha256 = (...parts: Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

/** The definitions of RFC 9162, 2.1, implemented literally: recursion over all leaves. */
const naive = {
  root(entries: Buffer[]): Buffer {
    if (entries.length === 0) return sha256();
    if (entries.length === 1) return sha256(Buffer.from([0]), entries[0] as Buffer);
    const k = naive.split(entries.length);
    return sha256(Buffer.from([1]), naive.root(entries.slice(0, k)), naive.root(entries.slice(k)));
  },
  split(n: number): number {
    return 2 ** Math.ceil(Math.log2(n) - 1);
  },
  path(m: number, entries: Buffer[]): Buffer[] {
    if (entries.length === 1) return [];
    const k = naive.split(entries.length);
    return m < k
      ? [...naive.path(m, entries.slice(0, k)), naive.root(entries.slice(k))]
      : [...naive.path(m - k, entries.slice(k)), naive.root(entries.slice(0, k))];
  },
  subproof(m: number, entries: Buffer[], known: boolean): Buffer[] {
    if (m === entries.length) return known ? [] : [naive.root(entries)];
    const k = naive.split(entries.length);
    return m <= k
      ? [...naive.subproof(m, entries.slice(0, k), known), naive.root(entries.slice(k))]
      : [...naive.subproof(m - k, entries.slice(k), false), naive.root(entries.slice(0, k))];
  },
};

function grown(entries: Buffer[]): { tree: GrowingTree; read: ReadNodes } {
  const nodes = new Map<string, Buffer>();
  const tree = GrowingTree.empty();
  for (const entry of entries) for (const { level, index, hash } of tree.add(hashLeaf(entry))) nodes.set(`${level}/${index}`, hash);
  return { tree, read: async (ids) => ids.map(({ level, index }) => nodes.get(`${level}/${index}`) as Buffer) };
}

const entries = fc.array(
  fc.uint8Array({ maxLength: 8 }).map((some) => Buffer.from(some)),
  { minLength: 1, maxLength: 70 },
);

describe('the public proof vectors of transparency-dev/merkle', () => {
  it('are complete', () => expect([vectors.inclusion.length, vectors.consistency.length]).toEqual([98, 98]));

  it('of inclusion are accepted or refused as expected', () => {
    const wrong = vectors.inclusion.filter((v) => verifyInclusion(v.leafIdx, v.treeSize, bytes(v.leafHash), v.proof.map(bytes), bytes(v.root)) === v.wantErr);
    expect(wrong.map(({ desc }) => desc)).toEqual([]);
  });

  it('of consistency are accepted or refused as expected', () => {
    const wrong = vectors.consistency.filter((v) => verifyConsistency(v.size1, v.size2, bytes(v.root1), bytes(v.root2), v.proof.map(bytes)) === v.wantErr);
    expect(wrong.map(({ desc }) => desc)).toEqual([]);
  });
});

describe('a tree', () => {
  it('without leaves has the hash of an empty text as its root', () => {
    expect(emptyRoot.toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(GrowingTree.empty().root()).toEqual(emptyRoot);
  });

  it('has the root that the definition gives, at every size', () =>
    fc.assert(
      fc.property(entries, (all) => {
        const tree = GrowingTree.empty();
        for (const [i, entry] of all.entries()) {
          tree.add(hashLeaf(entry));
          expect(tree.root()).toEqual(naive.root(all.slice(0, i + 1)));
        }
        expect(tree.size).toBe(all.length);
      }),
    ));

  it('can be continued from the hashes of its subtrees', () =>
    fc.assert(
      fc.asyncProperty(entries, fc.nat(), async (all, some) => {
        const size = some % (all.length + 1);
        const { read } = grown(all);
        const tree = GrowingTree.of(size, await read(subtreesOf(0, size)));
        for (const entry of all.slice(size)) tree.add(hashLeaf(entry));
        expect(tree.root()).toEqual(naive.root(all));
      }),
    ));

  it('refuses hashes that do not belong to its size', () => expect(() => GrowingTree.of(3, [emptyRoot])).toThrow('2 subtrees'));
});

describe('a proof', () => {
  it('of inclusion agrees with the definition, and verifies', () =>
    fc.assert(
      fc.asyncProperty(entries, fc.nat(), async (all, some) => {
        const index = some % all.length;
        const { tree, read } = grown(all);
        const proof = await proveInclusion(index, all.length, read);
        expect(proof).toEqual(naive.path(index, all));
        expect(verifyInclusion(index, all.length, hashLeaf(all[index] as Buffer), proof, tree.root())).toBe(true);
      }),
    ));

  it('of consistency agrees with the definition, and verifies', () =>
    fc.assert(
      fc.asyncProperty(entries, fc.nat(), async (all, some) => {
        const size = (some % all.length) + 1;
        const { tree, read } = grown(all);
        const proof = await proveConsistency(size, all.length, read);
        expect(proof).toEqual(naive.subproof(size, all, true));
        expect(verifyConsistency(size, all.length, naive.root(all.slice(0, size)), tree.root(), proof)).toBe(true);
      }),
    ));

  it('of consistency fails for a tree whose beginning was changed', () =>
    fc.assert(
      fc.asyncProperty(entries, fc.nat(), fc.nat(), async (all, some, other) => {
        const size = (some % all.length) + 1;
        const at = other % size;
        const changed = all.with(at, Buffer.concat([all[at] as Buffer, Buffer.from('x')]));
        const { tree, read } = grown(changed);
        expect(verifyConsistency(size, all.length, naive.root(all.slice(0, size)), tree.root(), await proveConsistency(size, all.length, read))).toBe(false);
      }),
    ));

  it('with one changed byte, one hash too many or one too few fails', () =>
    fc.assert(
      fc.asyncProperty(entries, fc.nat(), fc.nat(), async (all, some, byte) => {
        const size = (some % all.length) + 1;
        const { tree, read } = grown(all);
        const proof = await proveConsistency(size, all.length, read);
        const holds = (changed: Buffer[]): boolean => verifyConsistency(size, all.length, naive.root(all.slice(0, size)), tree.root(), changed);
        expect(holds([...proof, emptyRoot])).toBe(false);
        expect(holds([emptyRoot, ...proof])).toBe(false);
        if (proof.length === 0) return;
        expect(holds(proof.slice(1))).toBe(false);
        const at = byte % (proof.length * 32);
        const flipped = proof.map((hash) => Buffer.from(hash));
        (flipped[Math.floor(at / 32)] as Buffer)[at % 32] = ((flipped[Math.floor(at / 32)] as Buffer)[at % 32] as number) ^ 1;
        expect(holds(flipped)).toBe(false);
      }),
    ));

  it.each([
    ['inclusion of a leaf that is not there', () => proveInclusion(3, 3, async () => [])],
    ['consistency with the empty tree', () => proveConsistency(0, 3, async () => [])],
    ['consistency with a larger tree', () => proveConsistency(4, 3, async () => [])],
  ])('of %s is refused', (_what, prove) => expect(prove()).rejects.toThrow(RangeError));
});
