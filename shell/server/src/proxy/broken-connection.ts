import { reasonOf } from '../observe/gateway-metrics.ts';
import { WholeBody } from './body-limit.ts';

/** How long the connections of a service that ends have to close, before a call is sent over another one. */
const REPEAT_AFTER_MS = 50;

/** A call as @fastify/reply-from sends it. It sends `body` anew for each attempt. */
interface SentCall {
  method: string;
  headers: Record<string, unknown>;
  body?: unknown;
}

/** Reads change nothing, and a service does a call with a key only once. */
const mayRepeat = ({ method, headers }: SentCall): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method) || Boolean(headers['idempotency-key']);

/**
 * A service that ends closes its open connections, and a call may be on its way over one of them. Such a call is sent once more where that has no
 * second effect.
 * @returns after how many ms; null not to repeat it
 */
export function repeatDelay({ err, req, attempt }: { err: Error | null; req: unknown; attempt: number }): number | null {
  const call = req as SentCall;
  if (!err || attempt > 0 || reasonOf(err) !== 'broken' || !mayRepeat(call)) return null;
  if (call.body instanceof WholeBody) call.body = call.body.again();
  // An upload was sent on while it was read.
  else if (call.body) return null;
  return REPEAT_AFTER_MS;
}
