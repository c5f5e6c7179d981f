import type { FieldError, Problem } from '@portal/contract-kit';

/** A call that failed. `status` 0 means that no answer came (the network was lost). */
export class ApiProblem extends Error {
  readonly status: number;
  readonly title: string;
  readonly errors: FieldError[];
  readonly current?: Problem['current'];
  /** With the code `CLAIMED`: who has the case, and since when. */
  readonly claim?: Problem['claim'];
  readonly requestId?: string;
  /** The number of seconds to wait before trying again, if the server said so. */
  readonly retryAfter?: number;
  /** Whether the page's CSRF token has expired. Reloading the page gets a new one. */
  readonly pageExpired: boolean;

  constructor(problem: {
    status: number;
    title: string;
    errors?: FieldError[];
    current?: Problem['current'];
    claim?: Problem['claim'];
    requestId?: string;
    retryAfter?: number;
    pageExpired?: boolean;
  }) {
    super(problem.errors?.[0]?.message || problem.title);
    this.name = 'ApiProblem';
    this.status = problem.status;
    this.title = problem.title;
    this.errors = problem.errors ?? [];
    this.current = problem.current;
    this.claim = problem.claim;
    this.requestId = problem.requestId;
    this.retryAfter = problem.retryAfter;
    this.pageExpired = problem.pageExpired ?? false;
  }

  /** The code of the first error, or a code for the status when there is no error. */
  get code(): string {
    return (
      this.errors[0]?.code ??
      { 0: 'NETWORK', 401: 'UNAUTHENTICATED', 403: 'FORBIDDEN', 404: 'NOT_FOUND', 429: 'TOO_MANY_REQUESTS', 503: 'UNAVAILABLE' }[this.status] ??
      'FAILED'
    );
  }

  has(code: string): boolean {
    return this.errors.some((error) => error.code === code);
  }

  /** Whether the same call may succeed later, because there was no answer, the rate limit was reached or a service is down. */
  get retryable(): boolean {
    return this.status === 0 || this.status === 429 || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

/** Returns the number of seconds that a `Retry-After` header asks for. The header holds a number or a date. */
export function retryAfterSeconds(header: string | null, now = Date.now()): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1000);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

/** Reads an error response, whatever its body is: a problem document, other JSON, or the error page of a proxy. */
export function problemFrom(status: number, body: string, headers: { get(name: string): string | null }): ApiProblem {
  let parsed: Partial<Problem> = {};
  try {
    const json: unknown = JSON.parse(body);
    if (json && typeof json === 'object') parsed = json as Partial<Problem>;
  } catch {
    // The body is not JSON but the error page of a proxy, which does not help the user.
  }
  const errors = Array.isArray(parsed.errors)
    ? parsed.errors
        .filter((error) => error && typeof error === 'object')
        .map((error) => ({ code: String(error.code ?? ''), field: String(error.field ?? ''), message: String(error.message ?? error.code ?? '') }))
    : [];
  return new ApiProblem({
    status,
    title: typeof parsed.title === 'string' && parsed.title ? parsed.title : `HTTP ${status}`,
    errors,
    current: parsed.current,
    claim: parsed.claim,
    requestId: parsed.requestId ?? headers.get('x-request-id') ?? undefined,
    retryAfter: retryAfterSeconds(headers.get('retry-after')),
    pageExpired: headers.get('x-area-refused') === 'expired',
  });
}

export const networkProblem = (): ApiProblem => new ApiProblem({ status: 0, title: 'No connection' });

export const isProblem = (error: unknown): error is ApiProblem => error instanceof ApiProblem;

/** Turns any thrown value into a problem. */
export const asProblem = (error: unknown): ApiProblem =>
  isProblem(error) ? error : new ApiProblem({ status: -1, title: error instanceof Error ? error.message : String(error) });
