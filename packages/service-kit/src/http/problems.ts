/** Coded errors that services throw; one filter maps them to RFC 9457 answers. */
import type { FieldError, Problem } from '@portal/contract-kit';

const titles: Record<number, string> = {
  400: 'The request cannot be understood',
  401: 'Sign in first',
  403: 'You may not do this',
  404: 'Not found',
  408: 'Too slow',
  409: 'The document has changed or does not allow this now',
  413: 'Too large',
  415: 'This type of file is not allowed',
  422: 'Some answers are not right',
  429: 'Too many requests',
  431: 'Too long',
  500: 'Something went wrong',
  503: 'Temporarily unavailable',
};

export class ProblemError extends Error {
  constructor(
    readonly status: number,
    readonly errors: FieldError[],
    readonly extra: { retryAfter?: number; current?: Problem['current'] } = {},
  ) {
    // A refusal is an answer, not a fault: nobody reads its stack, and taking one costs more than the rest of the refusal.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(errors[0]?.message ?? titles[status]);
    Error.stackTraceLimit = stackTraceLimit;
  }

  /** The body of the answer. */
  toProblem(requestId?: string): Problem {
    return {
      type: 'about:blank',
      title: titles[this.status] ?? 'Error',
      status: this.status,
      requestId,
      errors: this.errors,
      ...(this.extra.current ? { current: this.extra.current } : {}),
    };
  }
}

const one = (status: number, code: string, field: string, message: string, extra?: ProblemError['extra']): ProblemError =>
  new ProblemError(status, [{ code, field, message }], extra);

export const badRequest = (code: 'BAD_REQUEST' | 'UNKNOWN_FIELD' | 'BAD_VALUE', field: string, message: string): ProblemError => one(400, code, field, message);
export const unauthenticated = (message = 'Sign in to do this'): ProblemError => one(401, 'UNAUTHENTICATED', '', message);
export const forbidden = (message = 'Your roles do not allow this', code = 'FORBIDDEN'): ProblemError => one(403, code, '', message);
export const notFound = (what = 'document'): ProblemError => one(404, 'NOT_FOUND', '', `There is no such ${what}`);
export const conflict = (code: string, message: string, current?: Problem['current']): ProblemError => one(409, code, '', message, { current });
export const unprocessable = (errors: FieldError[]): ProblemError => new ProblemError(422, errors);
export const unavailable = (message: string, retryAfter = 2): ProblemError => one(503, 'UNAVAILABLE', '', message, { retryAfter });
