import { L } from '@portal/contract-kit';
import { isTransientError, ProblemError } from '@portal/service-kit';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { apiPolicy } from './security-headers.ts';

const one = (status: number, code: string, message: string, retryAfter?: number): ProblemError =>
  new ProblemError(status, [{ code, field: '', message }], { retryAfter });

export const serviceUnavailable = (retryAfter = 2): ProblemError =>
  one(503, 'UNAVAILABLE', 'This part of the portal does not answer at the moment. Try again in a moment.', retryAfter);
export const bodyTooLarge = (limit: number): ProblemError => one(413, 'FILE_TOO_LARGE', `The request is larger than ${Math.floor(limit / 1024 / 1024)} MB`);
export const tooManyRequests = (seconds: number): ProblemError => one(429, 'TOO_MANY_REQUESTS', `Too many requests. Try again in ${seconds} seconds.`, seconds);
export const csrfRefused = (): ProblemError => one(403, 'FORBIDDEN', 'This call does not carry the token of your session. Reload the page and try again.');
export const areaRefused = (): ProblemError =>
  one(403, 'FORBIDDEN', 'This call does not come from the part of the portal that it belongs to. Reload the page and try again.');
export const sessionEnded = (): ProblemError => one(401, 'UNAUTHENTICATED', 'Your session has ended. Sign in again, or send it once more without signing in.');
export const signInEnded = (): ProblemError => one(401, 'UNAUTHENTICATED', 'Your sign-in has ended. Sign in again.');
export const signInNeeded = (): ProblemError => one(401, 'UNAUTHENTICATED', 'Sign in to see this');
export const notPermitted = (): ProblemError => one(403, 'FORBIDDEN', 'Your roles do not open this');
export const httpsRequired = (): ProblemError => one(403, 'HTTPS_REQUIRED', 'Send this call to the https address of the portal');
export const foreignReport = (): ProblemError => one(403, 'FORBIDDEN', 'Reports are taken from pages of this portal only');
export const badReport = (): ProblemError => one(400, 'BAD_REQUEST', 'This is no report of a page of this portal');
export const badPresence = (): ProblemError => one(400, 'BAD_REQUEST', 'This does not say which case is open: kind, id and tab');
export const logoutTokenRefused = (): ProblemError => one(400, 'BAD_REQUEST', 'This is no logout token of the identity provider for this portal');
export const areaStopped = (): ProblemError =>
  new ProblemError(
    503,
    [
      {
        code: 'AREA_STOPPED',
        field: '',
        message: L(
          'This part of the portal is closed for the moment. What you typed has not been sent.',
          'Esta parte do portal está fechada de momento. O que escreveu não foi enviado.',
        ),
      },
    ],
    { retryAfter: 30 },
  );
export const noSuchAddress = (): ProblemError => one(404, 'NOT_FOUND', 'There is no such address');

/** Converts any error to one that may be sent to the caller, without internal details. */
export function asProblem(error: FastifyError | ProblemError): ProblemError {
  if (error instanceof ProblemError) {
    return error;
  }
  if (isTransientError(error)) {
    return serviceUnavailable();
  }
  const status = error.statusCode ?? 500;
  if (status === 413) {
    return one(413, 'FILE_TOO_LARGE', 'The request is larger than this address takes');
  }
  if (status === 415) {
    return one(415, 'FILE_TYPE', 'This content type is not accepted here');
  }
  if (status === 404) {
    return noSuchAddress();
  }
  if (status >= 400 && status < 500) {
    return one(400, 'BAD_REQUEST', 'The request cannot be read');
  }
  return one(500, 'INTERNAL', 'Something went wrong on our side. Try again.');
}

/** Checks whether the caller disconnected. An error after that is not a fault of the portal. */
const isGone = ({ raw }: FastifyRequest, reply: FastifyReply): boolean =>
  (raw.destroyed && !raw.complete) || (reply.raw.destroyed && !reply.raw.writableFinished);

/** Logs an error if the portal caused it. */
export function logProblem(error: FastifyError | ProblemError, problem: ProblemError, request: FastifyRequest, reply: FastifyReply): void {
  if (problem.status === 500 && isGone(request, reply)) {
    request.log.debug({ requestId: request.id }, 'the caller went away');
  } else if (problem.status === 500) {
    request.log.error({ err: error, requestId: request.id }, 'request failed');
  }
}

/** Sends the response for any error of the gateway: RFC 9457, with the request id and without internal details. */
export function sendProblem(error: FastifyError | ProblemError, request: FastifyRequest, reply: FastifyReply, language?: string): void {
  const problem = asProblem(error);
  logProblem(error, problem, request, reply);
  if (problem.extra.retryAfter) {
    reply.header('retry-after', String(problem.extra.retryAfter));
  }
  void reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', apiPolicy)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem.toProblem(request.id, language)));
}
