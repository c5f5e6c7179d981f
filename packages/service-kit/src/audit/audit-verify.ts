/** Verifies an audit log: every record against its leaf, the leaves against the signed head, and the tree against the heads kept by a witness. */
import type { EntityManager } from 'typeorm';
import type { Database } from '../database/database.ts';
import { AuditRow } from '../database/kit.entities.ts';
import type { AuditFault } from './audit-fault.ts';
import type { AuditKeys } from './audit-keys.ts';
import { beginning, earlierVersionUntil, type LeafRecord, readIds, readLeaves } from './audit-queries.ts';
import { isAuthentic, leafHashOf } from './audit-record.ts';
import { countLeaves, isSignedBy, readHead } from './audit-tree.ts';
import { hasLegacyChain, verifyLegacyChain } from './legacy-hash-chain.ts';
import { GrowingTree } from './merkle.ts';
import type { SignedTreeHead, TreeHead } from './tree-head.ts';

/** Number of leaves in one batch: a few milliseconds of reading and hashing. */
const leavesTogether = 250;
const idsTogether = 2_000;

export type KeptHead = Pick<TreeHead, 'size' | 'root' | 'timestamp'>;

/** Returns the fault of one leaf; undefined if the leaf is unchanged. @param keys without them the records themselves cannot be verified */
function leafFault({ leafIndex, recordId, keyId, leafHash, record }: LeafRecord, expected: number, keys: AuditKeys | undefined): AuditFault | undefined {
  if (leafIndex !== expected) return { seq: expected + 1, id: '', reason: 'is missing' };
  const fault = (reason: string): AuditFault => ({ seq: expected + 1, id: recordId, reason });
  if (!record) return fault('is missing');
  if (!keys) return undefined;
  const key = keys.find(({ id }) => id === keyId);
  if (!key) return fault(`is signed with the key "${keyId}", which AUDIT_KEYS does not have`);
  if (leafHashOf(record, expected, key).toString('hex') === leafHash) return undefined;
  return fault(isAuthentic(record, keys) ? 'is not at the place for which it was signed' : 'was changed after it was written');
}

export interface LeafWalk {
  /** The tree at the start of the walk; the walk extends it. */
  tree: GrowingTree;
  /** Size of the tree at which the walk ends. */
  until: number;
  keys: AuditKeys | undefined;
  /** Heads that the tree must have had at their sizes. */
  heads?: readonly KeptHead[];
  /** Called and awaited between two batches, to leave time for other work. */
  rest?: () => Promise<void>;
}

const day = (timestamp: number): string => `${new Date(timestamp).toISOString().slice(0, 19)}Z`;

/** Walks through leaves in order and verifies them. @returns the first fault */
export async function walkLeaves(manager: EntityManager, { tree, until, keys, heads = [], rest }: LeafWalk): Promise<AuditFault | undefined> {
  const due = heads.filter(({ size }) => size > tree.size && size <= until).sort((a, b) => a.size - b.size);
  let fits = tree.size;
  while (tree.size < until) {
    const wanted = Math.min(leavesTogether, until - tree.size);
    const leaves = await readLeaves(manager, tree.size, wanted);
    if (leaves.length === 0) return { seq: tree.size + 1, id: '', reason: 'is missing' };
    for (const leaf of leaves) {
      const fault = leafFault(leaf, tree.size, keys);
      if (fault) return fault;
      tree.add(Buffer.from(leaf.leafHash, 'hex'));
      while (due[0]?.size === tree.size) {
        const head = due.shift() as KeptHead;
        if (tree.root().toString('hex') !== head.root)
          return {
            seq: head.size,
            id: leaf.recordId,
            reason: `or one of the records from ${fits + 1} on is not the one of the head of ${day(head.timestamp)} that was kept elsewhere`,
          };
        fits = head.size;
      }
    }
    await rest?.();
  }
  return undefined;
}

/** Compares a fully walked tree with the head that was signed for it. @returns the fault where they differ */
export function headFault(tree: GrowingTree, head: SignedTreeHead, keys: AuditKeys | undefined): AuditFault | undefined {
  if (tree.root().toString('hex') !== head.root) return { seq: 0, id: '', reason: `the ${head.size} records are not those whose head was signed` };
  if (keys && !isSignedBy(head, keys)) return { seq: 0, id: '', reason: `the head of ${head.size} records is not signed with a key of AUDIT_KEYS` };
  return undefined;
}

/** Returns the fault of a log that is shorter than a known head: records at the end are missing. */
export const shorterFault = (size: number, kept: KeptHead): AuditFault => ({
  seq: size + 1,
  id: '',
  reason: `${kept.size - size > 1 ? `and those after it up to ${kept.size} are` : 'is'} missing: a head of ${day(kept.timestamp)} has ${kept.size}`,
});

/** Reads the signed head at the end of the tables, or returns the fault found there. */
export async function readEnd(manager: EntityManager): Promise<{ head?: SignedTreeHead; fault?: AuditFault }> {
  // Read the head second, so that it covers the leaves that are added between the two reads.
  const leaves = await countLeaves(manager);
  const head = await readHead(manager);
  if (leaves <= (head?.size ?? 0)) return { head };
  return { head, fault: { seq: (head?.size ?? 0) + 1, id: '', reason: 'has a place in the log, and no head was signed for it' } };
}

/** Yields the ids of records without a place in the log, in batches; `last` is the last id that was read. */
export async function* idsOutsideLog(manager: EntityManager, after = '', rest?: () => Promise<void>): AsyncGenerator<{ ids: string[]; last: string }> {
  let last = after;
  for (;;) {
    const ids = await readIds(manager, last, idsTogether);
    last = ids.at(-1)?.id ?? last;
    yield { ids: ids.filter(({ isLogged }) => !isLogged).map(({ id }) => id), last };
    if (ids.length < idsTogether) return;
    await rest?.();
  }
}

export interface AuditReport {
  /** Number of records in the log that were verified. */
  records: number;
  /** Number of records that wait for their place in the log. */
  unsequenced: number;
  head?: SignedTreeHead;
  /** The result of verifying an earlier version's records when the log took them over; undefined where there was no earlier version. */
  earlierChain?: string;
  broken?: AuditFault;
}

export interface VerifyOptions {
  /** Without the keys, verification only shows that no record is missing and that the leaves match the head. */
  keys?: AuditKeys;
  /** Heads that a witness keeps. */
  heads?: readonly KeptHead[];
  /** Called and awaited between two batches. */
  rest?: () => Promise<void>;
}

/** Verifies the whole log. It may run while records are added. */
export async function verifyAudit(db: Database, { keys, heads = [], rest = async () => undefined }: VerifyOptions = {}): Promise<AuditReport> {
  const manager = db.reader;
  const { head, fault } = await readEnd(manager);
  const size = head?.size ?? 0;
  const tree = GrowingTree.empty();
  const longest = heads.reduce<KeptHead | undefined>((most, one) => (one.size > (most?.size ?? 0) ? one : most), undefined);
  const inLog =
    (await walkLeaves(manager, { tree, until: size, keys, heads, rest })) ??
    fault ??
    (head && headFault(tree, head, keys)) ??
    (longest && longest.size > size ? shorterFault(size, longest) : undefined);
  if (inLog) return { records: tree.size, unsequenced: 0, head, broken: inLog };
  const begin = await manager.findOne(AuditRow, { where: { documentId: beginning.documentId, action: beginning.action }, order: { id: 'ASC' } });
  const chain = !begin && (await hasLegacyChain(db)) ? await verifyLegacyChain(db, rest) : undefined;
  const { unsequenced, stranger } = await waiting(db, keys, chain !== undefined, rest);
  const earlierChain = (begin?.details as { earlierChain?: string } | null)?.earlierChain;
  const broken = chain?.broken ?? stranger;
  return { records: tree.size, unsequenced: unsequenced, head, ...(earlierChain ? { earlierChain } : {}), ...(broken ? { broken } : {}) };
}

/**
 * Returns the unsequenced records, and the first one without a valid authentication code. @param earlier whether records of an earlier version wait to be taken
 * over
 */
async function waiting(
  db: Database,
  keys: AuditKeys | undefined,
  earlier: boolean,
  rest: () => Promise<void>,
): Promise<{ unsequenced: number; stranger?: AuditFault }> {
  const until = keys && (await earlierVersionUntil(db.reader, keys));
  let unsequenced = 0;
  let stranger: AuditFault | undefined;
  for await (const { ids } of idsOutsideLog(db.reader, '', rest)) {
    unsequenced += ids.length;
    if (!keys || earlier || stranger) continue;
    for (const id of ids) {
      const row = await db.findById(AuditRow, id);
      if (!row || isAuthentic(row, keys) || (row.mac === null && until && row.at <= until)) continue;
      stranger ??= { seq: 0, id, reason: 'was not written by this service' };
    }
  }
  return { unsequenced: unsequenced, ...(stranger ? { stranger } : {}) };
}
