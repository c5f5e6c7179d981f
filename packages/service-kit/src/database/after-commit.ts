import type { EntityManager, QueryRunner } from 'typeorm';

type Then = () => void;
const held = new WeakMap<QueryRunner, Then[]>();

/**
 * Runs a function after the transaction commits, and never after a rollback. If the process ends between the commit and the call, the function does not run.
 */
export function afterCommit({ queryRunner }: EntityManager, then: Then): void {
  if (!queryRunner) throw new Error('afterCommit needs the manager of a transaction');
  const those = held.get(queryRunner);
  if (those) those.push(then);
  else held.set(queryRunner, [then]);
}

/** Removes and returns the functions registered for a transaction. The code that commits calls it. */
export function takeAfterCommit({ queryRunner }: EntityManager): Then[] {
  const those = held.get(queryRunner as QueryRunner) ?? [];
  held.delete(queryRunner as QueryRunner);
  return those;
}
