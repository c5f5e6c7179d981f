/**
 * The Merkle tree of RFC 9162, section 2.1: hashes, inclusion proofs, consistency proofs. Pure functions without I/O:
 * services build their audit log with them, and the witness verifies with them.
 *
 * Sizes and indexes are whole numbers below 2^53, so powers of two are computed by multiplication, never by 32-bit operators.
 */
import { createHash } from 'node:crypto';

/** A complete subtree: it covers the leaves from `index * 2^level` to `(index + 1) * 2^level - 1`. */
export interface NodeId {
  level: number;
  index: number;
}

export interface TreeNode extends NodeId {
  hash: Buffer;
}

const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const leafPrefix = Buffer.from([0]);
const nodePrefix = Buffer.from([1]);

/** Root of an empty tree. */
export const emptyRoot = sha256();
/** Hash of a leaf, from its entry. */
export const hashLeaf = (entry: Uint8Array): Buffer => sha256(leafPrefix, entry);
/** Hash of an inner node, from its two children. */
export const hashChildren = (left: Uint8Array, right: Uint8Array): Buffer => sha256(nodePrefix, left, right);

/** Returns the complete subtrees, from left to right, that cover the leaves `[begin, end)`. `begin` must be the start of a subtree that holds them all. */
export function subtreesOf(begin: number, end: number): NodeId[] {
  const nodes: NodeId[] = [];
  for (let at = begin; at < end; ) {
    let level = 0;
    let width = 1;
    while (at % (width * 2) === 0 && at + width * 2 <= end) {
      level += 1;
      width *= 2;
    }
    nodes.push({ level, index: at / width });
    at += width;
  }
  return nodes;
}

/** Combines the hashes of subtrees from left to right: the smaller ones on the right are joined first. */
const join = (hashes: readonly Uint8Array[]): Buffer =>
  hashes.length === 0
    ? emptyRoot
    : (hashes.slice(0, -1).reduceRight<Uint8Array>((right, left) => hashChildren(left, right), hashes.at(-1) as Buffer) as Buffer);

/** An append-only tree. It stores one hash for each 1 in the binary form of its size, which is enough to add leaves and to compute the root. */
export class GrowingTree {
  private constructor(
    private leaves: number,
    private readonly edge: TreeNode[],
  ) {}

  static empty(): GrowingTree {
    return new GrowingTree(0, []);
  }

  /** Builds a tree of this size. @param hashes of `subtreesOf(0, size)` @throws RangeError where there are too many or too few */
  static of(size: number, hashes: readonly Buffer[]): GrowingTree {
    const nodes = subtreesOf(0, size);
    if (nodes.length !== hashes.length) throw new RangeError(`A tree of ${size} leaves has ${nodes.length} subtrees, not ${hashes.length}`);
    return new GrowingTree(
      size,
      nodes.map((node, i) => ({ ...node, hash: hashes[i] as Buffer })),
    );
  }

  get size(): number {
    return this.leaves;
  }

  /** Adds a leaf. @returns the nodes that it completes, starting with the leaf itself */
  add(leafHash: Buffer): TreeNode[] {
    let node: TreeNode = { level: 0, index: this.leaves, hash: leafHash };
    const completed = [node];
    this.leaves += 1;
    while (this.edge.at(-1)?.level === node.level) {
      const left = this.edge.pop() as TreeNode;
      node = { level: node.level + 1, index: (node.index - 1) / 2, hash: hashChildren(left.hash, node.hash) };
      completed.push(node);
    }
    this.edge.push(node);
    return completed;
  }

  root(): Buffer {
    return join(this.edge.map(({ hash }) => hash));
  }

  copy(): GrowingTree {
    return new GrowingTree(this.leaves, [...this.edge]);
  }
}

/** A function that returns the hashes of complete subtrees, in the order requested. */
export type ReadNodes = (nodes: readonly NodeId[]) => Promise<Buffer[]>;

export type Range = readonly [begin: number, end: number];

/** Returns the largest power of two below n. */
export function split(n: number): number {
  let power = 1;
  while (power * 2 < n) power *= 2;
  return power;
}

export async function hashesOf(ranges: readonly Range[], read: ReadNodes): Promise<Buffer[]> {
  const parts = ranges.map(([begin, end]) => subtreesOf(begin, end));
  const hashes = await read(parts.flat());
  let at = 0;
  return parts.map(({ length }) => {
    at += length;
    return join(hashes.slice(at - length, at));
  });
}

/**
 * Builds the proof that the tree of `size2` leaves begins with the tree of `size1` leaves.
 * @returns the proof (RFC 9162, 2.1.4.1) @throws RangeError unless 0 < size1 <= size2
 */
export async function proveConsistency(size1: number, size2: number, read: ReadNodes): Promise<Buffer[]> {
  if (size1 < 1 || size1 > size2) throw new RangeError(`There is no consistency proof from ${size1} to ${size2} leaves`);
  const ranges: Range[] = [];
  let [begin, end] = [0, size2];
  while (size1 !== end) {
    const middle = begin + split(end - begin);
    if (size1 <= middle) {
      ranges.unshift([middle, end]);
      end = middle;
    } else {
      ranges.unshift([begin, middle]);
      begin = middle;
    }
  }
  // If the walk never went right, the old tree is a complete subtree of the new one, and the verifier already knows its root.
  if (begin > 0) ranges.unshift([begin, end]);
  return hashesOf(ranges, read);
}

export const isWhole = (n: number): boolean => Number.isSafeInteger(n) && n >= 0;
export const isHash = (hash: Uint8Array): boolean => hash.length === 32;

/** Returns whether the proof shows that the tree with `root2` begins with the tree with `root1` (RFC 9162, 2.1.4.2). An empty tree has no such proof. */
export function verifyConsistency(size1: number, size2: number, root1: Buffer, root2: Buffer, proof: readonly Buffer[]): boolean {
  if (!isWhole(size1) || !isWhole(size2) || size1 < 1 || size1 > size2) return false;
  if (size1 === size2) return proof.length === 0 && root1.equals(root2);
  if (proof.length === 0 || !proof.every(isHash)) return false;
  const isPowerOfTwo = split(size1 * 2) === size1;
  const [first, ...rest] = isPowerOfTwo ? [root1, ...proof] : (proof as [Buffer, ...Buffer[]]);
  let [position, last] = [size1 - 1, size2 - 1];
  while (position % 2 === 1) {
    position = Math.floor(position / 2);
    last = Math.floor(last / 2);
  }
  let [old, now] = [first as Buffer, first as Buffer];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (position % 2 === 1 || position === last) {
      old = hashChildren(sibling, old);
      now = hashChildren(sibling, now);
      while (position % 2 === 0 && position !== 0) {
        position /= 2;
        last = Math.floor(last / 2);
      }
    } else now = hashChildren(now, sibling);
    position = Math.floor(position / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && old.equals(root1) && now.equals(root2);
}
