/** For tests only: proofs that a tree has a leaf, by which the tests check the nodes of the audit log and the published test vectors. */
import { hashChildren, hashesOf, isHash, isWhole, type Range, type ReadNodes, split } from '../audit/merkle.ts';

/**
 * Builds the proof that the leaf at `index` is in a tree of `size` leaves. @returns the proof (RFC 9162, 2.1.3.1) @throws RangeError where there is no such
 * leaf
 */
export async function proveInclusion(index: number, size: number, read: ReadNodes): Promise<Buffer[]> {
  if (index < 0 || index >= size) throw new RangeError(`A tree of ${size} leaves has no leaf ${index}`);
  const ranges: Range[] = [];
  for (let [begin, end] = [0, size]; end - begin > 1; ) {
    const middle = begin + split(end - begin);
    if (index < middle) {
      ranges.unshift([middle, end]);
      end = middle;
    } else {
      ranges.unshift([begin, middle]);
      begin = middle;
    }
  }
  return hashesOf(ranges, read);
}

/** Returns whether the proof shows that the tree with this root has the leaf at `index` (RFC 9162, 2.1.3.2). */
export function verifyInclusion(index: number, size: number, leafHash: Buffer, proof: readonly Buffer[], root: Buffer): boolean {
  if (!isWhole(index) || !isWhole(size) || index >= size || !isHash(leafHash) || !proof.every(isHash)) return false;
  let [position, last, hash] = [index, size - 1, leafHash];
  for (const sibling of proof) {
    if (last === 0) return false;
    if (position % 2 === 1 || position === last) {
      hash = hashChildren(sibling, hash);
      while (position % 2 === 0 && position !== 0) {
        position /= 2;
        last = Math.floor(last / 2);
      }
    } else hash = hashChildren(hash, sibling);
    position = Math.floor(position / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && hash.equals(root);
}
