import type { EntityManager, QueryRunner } from 'typeorm';

type Then = () => void;
const held = new WeakMap<QueryRunner, Then[]>();

/** Does something once the transaction is committed; never where it is rolled back. It is lost when the process ends in between. */
export function afterCommit({ queryRunner }: EntityManager, then: Then): void {
  if (!queryRunner) throw new Error('afterCommit needs the manager of a transaction');
  const those = held.get(queryRunner);
  if (those) those.push(then);
  else held.set(queryRunner, [then]);
}

/** For who commits: takes what was asked for so far. */
export function takeAfterCommit({ queryRunner }: EntityManager): Then[] {
  const those = held.get(queryRunner as QueryRunner) ?? [];
  held.delete(queryRunner as QueryRunner);
  return those;
}
