/** Checks what must be true of every response, for any request. */
import type { Route } from './routes.ts';
import type { WireAnswer, WireCall } from './wire.ts';

/** Words that only internal messages contain. */
const inside =
  /\bat [\w.<>]+ \(|node_modules|\/(?:work|tmp|home|root|usr|dist)\/|\.(?:ts|js|mjs):\d+|SQLITE|SQL syntax|no such (?:table|column)|Unknown column|\bER_[A-Z_]+|QueryFailed|(?:Type|Range|Reference|Syntax)Error|libsql|mysql|typeorm|redis|ECONN|ENOENT|127\.0\.0\.1:\d/i;

const LONGEST_MS = 30_000;

/** Returns the faults of a response. */
export function faultsOf(answer: WireAnswer, route?: Route): string[] {
  const { status, headers, bytes, milliseconds } = answer;
  const type = String(headers['content-type'] ?? '');
  const text = /json|text/.test(type) ? bytes.toString() : '';
  const faults: string[] = [];
  const must = (good: boolean, fault: string): void => {
    if (!good) faults.push(fault);
  };
  must(milliseconds < LONGEST_MS, `took ${milliseconds} ms`);
  must(headers['x-content-type-options'] === 'nosniff', 'has no X-Content-Type-Options: nosniff');
  must(Boolean(headers['x-request-id']), 'has no X-Request-Id');
  // A request whose header is too long never reaches an operation.
  if (route && status !== 431) {
    const media = type.split(';', 1)[0] as string;
    const described = route.answers[status];
    must(Boolean(described), `answers ${status}, which its OpenAPI document does not name`);
    const named = Object.keys(described ?? {});
    must(named.length === 0 || named.includes(media) || named.includes('*/*'), `answers ${media}, its OpenAPI document says ${named}`);
    const difference = described?.[media]?.(JSON.parse(text));
    if (difference) faults.push(`is not as described: ${difference}`);
    const origin = headers['access-control-allow-origin'];
    must(typeof origin === 'string' && origin !== '*', `allows ${origin} to read it`);
    must(status >= 400 || /^\d+\.\d+\.\d+$/.test(String(headers['api-version'])), 'has no API-Version');
    // The gateway refuses some addresses before it counts the request for the rate limit.
    must(status >= 400 || (Number(headers['x-ratelimit-limit']) > 0 && Number(headers['x-ratelimit-reset']) >= 0), 'does not tell the rate limit');
  }
  if (status < 400) return faults;
  const found = inside.exec(text);
  must(!found, `tells of the inside: ${found?.[0]}`);
  must(status < 500 || status === 503, `is ${status}`);
  must((status !== 503 && status !== 429) || Boolean(headers['retry-after']), `is ${status} without Retry-After`);
  // A missing page or file is answered with HTML, not JSON.
  if (status === 404 && !route && (type.startsWith('text/html') || text === 'Not found')) return faults;
  if (!type.startsWith('application/problem+json')) return [...faults, `is ${type || 'untyped'}, not application/problem+json`];
  const problem = JSON.parse(text || '{}') as { status?: number; requestId?: string; errors?: { code?: string; field?: string; message?: string }[] };
  must(problem.status === status, 'does not say its status');
  must(problem.requestId === headers['x-request-id'], 'does not say its request id');
  must(Boolean(problem.errors?.length) && (problem.errors ?? []).every((e) => e.code && e.message && typeof e.field === 'string'), 'has no proper errors');
  must(status !== 422 || (problem.errors ?? []).every(({ field }) => field), 'is 422 without a field');
  return faults;
}

/**
 * Throws if a response has faults.
 * @throws Error that shows the request and the response
 */
export function insistOnGood(call: WireCall, answer: WireAnswer, route?: Route): void {
  const faults = faultsOf(answer, route);
  if (faults.length === 0) return;
  const sent = `${call.method} ${call.path.slice(0, 300)}\n${JSON.stringify(call.headers).slice(0, 500)}\n${String(call.body ?? '').slice(0, 1_500)}`;
  throw new Error(`The answer ${faults.join('; ')}.\nSent: ${sent}\nGot: ${answer.status} ${answer.bytes.toString().slice(0, 800)}`);
}
