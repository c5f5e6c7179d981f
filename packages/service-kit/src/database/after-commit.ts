import type { EntityManager, QueryRunner } from 'typeorm';

type Then = () => void;
const held = new WeakMap<QueryRunner, Then[]>();

/** Runs a function after the transaction commits; never after a rollback. It is lost when the process ends in between. */
export function afterCommit({ queryRunner }: EntityManager, then: Then): void {
  if (!queryRunner) throw new Error('afterCommit needs the manager of a transaction');
  const those = held.get(queryRunner);
  if (those) those.push(then);
  else held.set(queryRunner, [then]);
}

/** Called by the code that commits: takes the functions registered so far. */
export function takeAfterCommit({ queryRunner }: EntityManager): Then[] {
  const those = held.get(queryRunner as QueryRunner) ?? [];
  held.delete(queryRunner as QueryRunner);
  return those;
}
