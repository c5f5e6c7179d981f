/** The audit log in its tables: adds leaves, reads nodes, signs heads. */
import type { EntityManager } from 'typeorm';
import type { AuditRow } from '../database/kit.entities.ts';
import { AuditTreeHeadRow } from './audit.entities.ts';
import type { AuditKeys } from './audit-keys.ts';
import { leafHashOf } from './audit-record.ts';
import { GrowingTree, type NodeId, type ReadNodes, subtreesOf } from './merkle.ts';
import { type SignedTreeHead, signersOf, signTreeHead } from './tree-head.ts';

/** Number of rows in one INSERT. */
const insertedTogether = 500;

/** The tables do not match the signed head. Nothing more is added, so that no false state is signed. */
export class DamagedTree extends Error {}

async function insertAll(tx: EntityManager, table: string, columns: readonly string[], rows: readonly unknown[][]): Promise<void> {
  const one = `(${columns.map(() => '?').join(', ')})`;
  for (let from = 0; from < rows.length; from += insertedTogether) {
    const some = rows.slice(from, from + insertedTogether);
    await tx.query(`insert into ${table} (${columns.join(', ')}) values ${some.map(() => one).join(', ')}`, some.flat());
  }
}

/** Reads complete subtrees. @throws DamagedTree where one is missing */
export const nodesOf =
  (manager: EntityManager): ReadNodes =>
  async (nodes) => {
    const found = new Map<string, string>();
    for (const [level, those] of byLevel(nodes)) {
      const at = those.map(({ index }) => index);
      const marks = at.map(() => '?').join(', ');
      const rows: { position: number; hash: string }[] =
        level === 0
          ? await manager.query(`select leafIndex as position, leafHash as hash from audit_leaf where leafIndex in (${marks})`, at)
          : await manager.query(`select position, hash from audit_node where level = ? and position in (${marks})`, [level, ...at]);
      for (const { position, hash } of rows) found.set(`${level}/${position}`, hash);
    }
    return nodes.map(({ level, index }) => {
      const hash = found.get(`${level}/${index}`);
      if (!hash) throw new DamagedTree(`the node ${index} of level ${level} of the tree is missing`);
      return Buffer.from(hash, 'hex');
    });
  };

function byLevel(nodes: readonly NodeId[]): Map<number, NodeId[]> {
  const groups = new Map<number, NodeId[]>();
  for (const node of nodes) groups.set(node.level, [...(groups.get(node.level) ?? []), node]);
  return groups;
}

/** Returns the name of a service's log, which its heads and the witness use. */
export const logNameOf = (databasePrefix: string, service: string): string => `${databasePrefix}.${service}`;

const headOf = (row: AuditTreeHeadRow): SignedTreeHead => ({
  log: row.log,
  size: row.size,
  root: row.rootHash,
  timestamp: row.at.getTime(),
  signatures: row.signatures ?? [],
});

/** Returns whether one of these keys signed the head. */
export const isSignedBy = (head: SignedTreeHead, keys: AuditKeys): boolean => signersOf(head).some((signer) => keys.some((key) => key.head.name === signer));

/** Reads the largest head in the tables. @returns undefined in an empty log */
export async function readHead(manager: EntityManager): Promise<SignedTreeHead | undefined> {
  const [row] = await manager.find(AuditTreeHeadRow, { order: { size: 'DESC' }, take: 1 });
  return row && headOf(row);
}

/** Returns the number of leaves in the tables: the last index plus one. */
export async function countLeaves(manager: EntityManager): Promise<number> {
  const [{ last }] = (await manager.query('select max(leafIndex) as last from audit_leaf')) as [{ last: number | null }];
  return last === null ? 0 : Number(last) + 1;
}

/** The log of one service. */
export class AuditTree {
  /** The state that this process signed last. It need not be read and verified again. */
  private last?: GrowingTree;

  constructor(
    readonly log: string,
    private readonly keys: AuditKeys,
  ) {}

  /**
   * Adds records at the end of the log, in order, and signs the new head, in the given transaction. When two instances add at the same time, one of them gets a
   * duplicate key error and its transaction is rolled back.
   * @returns the new head, and a function to call once the transaction is committed
   * @throws DamagedTree where the tables do not match the head that was signed last
   */
  async append(tx: EntityManager, rows: readonly AuditRow[], now: Date): Promise<{ head: SignedTreeHead; committed: () => void }> {
    const tree = await this.treeOf(tx);
    const [key] = this.keys;
    const leaves: unknown[][] = [];
    const nodes: unknown[][] = [];
    for (const row of rows) {
      const leafHash = leafHashOf(row, tree.size, key);
      leaves.push([tree.size, row.id, key.id, leafHash.toString('hex')]);
      for (const { level, index, hash } of tree.add(leafHash)) if (level > 0) nodes.push([level, index, hash.toString('hex')]);
    }
    const head = this.sign(tree.size, tree.root().toString('hex'), now.getTime());
    await insertAll(tx, 'audit_leaf', ['leafIndex', 'recordId', 'keyId', 'leafHash'], leaves);
    await insertAll(tx, 'audit_node', ['level', 'position', 'hash'], nodes);
    await tx.insert(AuditTreeHeadRow, { size: head.size, log: head.log, rootHash: head.root, at: now, signatures: head.signatures });
    return {
      head,
      committed: () => {
        this.last = tree;
      },
    };
  }

  /** Returns the current head under the log's current name. @returns undefined in an empty log @throws DamagedTree where the log's keys did not sign it */
  async head(manager: EntityManager): Promise<SignedTreeHead | undefined> {
    const head = await readHead(manager);
    if (!head || head.log === this.log) return head;
    if (!isSignedBy(head, this.keys)) throw new DamagedTree(`the head of ${head.size} records is not signed with a key of AUDIT_KEYS`);
    return this.sign(head.size, head.root, head.timestamp);
  }

  private sign(size: number, root: string, timestamp: number): SignedTreeHead {
    return signTreeHead(
      { log: this.log, size, root, timestamp },
      this.keys.map((key) => key.head),
    );
  }

  /** Returns the tree as stored in the tables, ready to be extended. */
  private async treeOf(tx: EntityManager): Promise<GrowingTree> {
    const size = await countLeaves(tx);
    if (this.last?.size === size) return this.last.copy();
    if (size === 0) return GrowingTree.empty();
    const tree = GrowingTree.of(size, await nodesOf(tx)(subtreesOf(0, size)));
    const head = await readHead(tx);
    if (head?.size !== size || head.root !== tree.root().toString('hex'))
      throw new DamagedTree(`the tree of ${size} records is not the one whose head was signed`);
    if (!isSignedBy(head, this.keys)) throw new DamagedTree(`the head of ${size} records is not signed with a key of AUDIT_KEYS`);
    return tree;
  }
}
