/** Tells after which errors a transaction on MySQL or MariaDB may be run again without its caller noticing. */

/** The server has rolled the transaction back: a deadlock, or on Galera a conflict with a transaction of another node (certification). */
const rolledBack = new Set(['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'ER_CHECKREAD']);

/** There is no connection any more, or the node refuses statements because it is not part of the cluster (1047, "WSREP has not yet prepared node"). */
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

/** What mysql2 says, without a code, of a connection that has ended. */
const closed = /in closed state/;

/** How often a transaction is run at most. */
export const maxAttempts = 5;

/**
 * Milliseconds to wait before the transaction is run again; undefined if it must not be.
 * After COMMIT was sent over a connection that was then lost, nobody knows whether it happened: only the caller, with an idempotency key, may repeat it.
 * @param attempt which attempt failed, from 1
 * @param committing whether COMMIT may have been sent
 */
export function pauseBeforeRetry(error: unknown, attempt: number, committing: boolean): number | undefined {
  if (attempt >= maxAttempts) return undefined;
  const { code: own, message = '', driverError } = (error ?? {}) as { code?: string; message?: string; driverError?: { code?: string } };
  const code = driverError?.code ?? own ?? '';
  if (rolledBack.has(code)) return attempt * 10 * Math.random();
  if (!committing && (lost.has(code) || closed.test(message))) return attempt * 100;
  return undefined;
}
