/** Decides after which errors a transaction on MySQL or MariaDB may be run again without its caller noticing. */

/**
 * Errors after which nothing of the transaction is committed: a deadlock, a lock wait timeout, or on Galera a conflict with a transaction of another node
 * (certification).
 */
const rolledBack = new Set(['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'ER_CHECKREAD']);

/**
 * Errors that mean that the connection is lost, or that the node refuses statements because it is not part of the cluster (1047, "WSREP has not yet prepared
 * node").
 */
const lost = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
  'ER_SERVER_SHUTDOWN',
  'ER_CONNECTION_KILLED',
  'ER_UNKNOWN_COM_ERROR',
]);

/** Message with which mysql2 reports, without a code, that a connection has ended. */
const closed = /in closed state/;

/** Returns the code of a database error; empty if it has none. */
const codeOf = (error: unknown): string => {
  const { code, driverError } = (error ?? {}) as { code?: string; driverError?: { code?: string } };
  return driverError?.code ?? code ?? '';
};

/** Whether the server has rolled back the statement and its transaction, so that it may be run again. */
export const isRolledBack = (error: unknown): boolean => rolledBack.has(codeOf(error));

/** Maximum number of attempts to run a transaction. */
export const maxAttempts = 5;

/**
 * Returns the milliseconds to wait before the transaction is run again; undefined if it must not be run again. If the connection is lost after COMMIT was sent,
 * nobody knows whether the commit happened; then only the caller, with an idempotency key, may repeat the call.
 * @param attempt number of the attempt that failed, from 1
 * @param committing whether COMMIT may have been sent
 */
export function pauseBeforeRetry(error: unknown, attempt: number, committing: boolean): number | undefined {
  if (attempt >= maxAttempts) return undefined;
  const { message = '' } = (error ?? {}) as { message?: string };
  if (isRolledBack(error)) return attempt * 10 * Math.random();
  if (!committing && (lost.has(codeOf(error)) || closed.test(message))) return attempt * 100;
  return undefined;
}
