/** Distinguishes a transient error (a restarting database, a full disk) from a bug in the program. */

const codes = new Set([
  // Network errors.
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'TimeoutError',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
  'UND_ERR_HEADERS_TIMEOUT',
  // Too many open files.
  'EMFILE',
  'ENFILE',
  // Errors of a full or failing disk.
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  'SQLITE_FULL',
  'SQLITE_IOERR',
  'SQLITE_BUSY',
  'SQLITE_CANTOPEN',
  'SQLITE_READONLY',
  // Errors of MySQL and MariaDB.
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
  'ER_SERVER_SHUTDOWN',
  'ER_CON_COUNT_ERROR',
  'ER_CONNECTION_KILLED',
  'ER_QUERY_INTERRUPTED',
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_READ_ONLY_MODE',
  'ER_DISK_FULL',
  'ER_RECORD_FILE_FULL',
  'ER_ERROR_ON_WRITE',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_LOCK_DEADLOCK',
  // Galera: the node is not part of the cluster, or left it during a commit.
  'ER_UNKNOWN_COM_ERROR',
  'ER_ERROR_DURING_COMMIT',
  // Errors of Redis.
  'MaxRetriesPerRequestError',
]);

/** Patterns of messages from drivers that give no error code. */
const words =
  /closed state|connection (is|was) closed|connection lost|pool is closed|disk is full|no space left|disk quota exceeded|input\/output error|command timed out|^(LOADING|READONLY|OOM|CLUSTERDOWN) /i;

interface Fault {
  code?: unknown;
  name?: unknown;
  message?: unknown;
  driverError?: unknown;
  cause?: unknown;
  errors?: unknown;
  /** Where the S3 client reports the HTTP status of the bucket's answer. */
  $metadata?: { httpStatusCode?: number };
}

/**
 * Returns whether the error, or one of its causes, says that something this service depends on is temporarily unavailable. The caller may retry. It is unknown
 * whether a write has happened; idempotency keys make the retry safe.
 */
export function isTransientError(error: unknown, depth = 0): boolean {
  if (error === null || typeof error !== 'object' || depth > 4) return false;
  const { code, name, message, driverError, cause, errors, $metadata } = error as Fault;
  if (typeof code === 'string' && (codes.has(code) || /^SQLITE_IOERR/.test(code))) return true;
  if (typeof name === 'string' && codes.has(name)) return true;
  if (($metadata?.httpStatusCode ?? 0) >= 500) return true;
  if (typeof message === 'string' && words.test(message)) return true;
  return [driverError, cause, ...(Array.isArray(errors) ? errors : [])].some((inner) => isTransientError(inner, depth + 1));
}
