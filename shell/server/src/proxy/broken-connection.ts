import { reasonOf } from '../observe/gateway-metrics.ts';
import { WholeBody } from './body-limit.ts';

/** Milliseconds before a call is repeated. The closing connections of a service that stops are gone by then, so the call uses another one. */
const REPEAT_AFTER_MS = 50;

/** A call in the form in which @fastify/reply-from sends it. Each attempt sends `body` again. */
interface SentCall {
  method: string;
  headers: Record<string, unknown>;
  body?: unknown;
}

/** Checks whether a call may be repeated: reads change nothing, and a service executes a call with an idempotency key only once. */
const mayRepeat = ({ method, headers }: SentCall): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method) || Boolean(headers['idempotency-key']);

/**
 * Decides whether a failed call is repeated. A service that stops closes its open connections while a call may be on its way over one of them. Such a call is
 * repeated once, provided that this has no second effect.
 * @returns the milliseconds until the repetition; null when the call must not be repeated
 */
export function repeatDelay({ err, req, attempt }: { err: Error | null; req: unknown; attempt: number }): number | null {
  const call = req as SentCall;
  if (!err || attempt > 0 || reasonOf(err) !== 'broken' || !mayRepeat(call)) return null;
  if (call.body instanceof WholeBody) call.body = call.body.again();
  // An upload is streamed, so its body is no longer available.
  else if (call.body) return null;
  return REPEAT_AFTER_MS;
}
