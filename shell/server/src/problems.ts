import { L, sentence } from '@portal/contract-kit';
import { asProblem as asServiceProblem, type LocalisableText, notFound, ProblemError } from '@portal/service-kit';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { languageOfCall } from './reader-choices.ts';
import { apiPolicy } from './security-headers.ts';

const one = (status: number, code: string, message: LocalisableText, retryAfter?: number): ProblemError =>
  new ProblemError(status, [{ code, field: '', message }], { retryAfter });

export const serviceUnavailable = (retryAfter = 2): ProblemError =>
  one(
    503,
    'UNAVAILABLE',
    L(
      'This part of the portal cannot be reached at the moment. Try again in a moment.',
      'De momento não é possível chegar a esta parte do portal. Tente novamente dentro de instantes.',
    ),
    retryAfter,
  );
export const bodyTooLarge = (limit: number): ProblemError =>
  one(
    413,
    'FILE_TOO_LARGE',
    sentence('The request is larger than {{megabytes}} MB', 'O pedido tem mais de {{megabytes}} MB', { megabytes: Math.floor(limit / 1024 / 1024) }),
  );
export const tooManyRequests = (seconds: number): ProblemError =>
  one(
    429,
    'TOO_MANY_REQUESTS',
    sentence('Too many requests. Try again in {{seconds}} seconds.', 'Demasiados pedidos. Tente novamente dentro de {{seconds}} segundos.', { seconds }),
    seconds,
  );
export const csrfRefused = (): ProblemError =>
  one(
    403,
    'FORBIDDEN',
    L(
      'This call does not carry the token of your session. Reload the page and try again.',
      'Este pedido não traz o código da sua sessão. Recarregue a página e tente novamente.',
    ),
  );
export const areaRefused = (): ProblemError =>
  one(
    403,
    'FORBIDDEN',
    L(
      'This call does not come from the part of the portal that it belongs to. Reload the page and try again.',
      'Este pedido não vem da parte do portal a que pertence. Recarregue a página e tente novamente.',
    ),
  );
export const sessionEnded = (): ProblemError =>
  one(
    401,
    'UNAUTHENTICATED',
    L(
      'Your session has ended. Sign in again, or send it once more without signing in.',
      'A sua sessão terminou. Inicie sessão novamente ou envie outra vez sem iniciar sessão.',
    ),
  );
export const signInEnded = (): ProblemError =>
  one(401, 'UNAUTHENTICATED', L('Your sign-in has ended. Sign in again.', 'A sua sessão terminou. Inicie sessão novamente.'));
export const signInNeeded = (): ProblemError => one(401, 'UNAUTHENTICATED', L('Sign in to see this', 'Inicie sessão para ver isto'));
export const notPermitted = (): ProblemError => one(403, 'FORBIDDEN', L('Your roles do not allow this', 'As suas funções não o permitem'));
export const httpsRequired = (): ProblemError =>
  one(403, 'HTTPS_REQUIRED', L('Send this call to the https address of the portal', 'Envie este pedido para o endereço https do portal'));
export const foreignReport = (): ProblemError => one(403, 'FORBIDDEN', 'Reports are taken from pages of this portal only');
export const badReport = (): ProblemError => one(400, 'BAD_REQUEST', 'This is no report of a page of this portal');
export const badPresence = (): ProblemError => one(400, 'BAD_REQUEST', 'This does not say which case is open: kind, id and tab');
export const logoutTokenRefused = (): ProblemError => one(400, 'BAD_REQUEST', 'This is no logout token of the identity provider for this portal');
export const areaStopped = (): ProblemError =>
  one(
    503,
    'AREA_STOPPED',
    L(
      'This part of the portal is closed for the moment. What you typed has not been sent.',
      'Esta parte do portal está fechada de momento. O que escreveu não foi enviado.',
    ),
    30,
  );
export const noSuchAddress = (): ProblemError => notFound('address');

/** Converts any error to one that may be sent to the caller, without internal details. */
export const asProblem = (error: FastifyError | ProblemError): ProblemError =>
  // The gateway takes other content types than a service: forms without script, uploads.
  (error as FastifyError).statusCode === 415
    ? one(415, 'FILE_TYPE', L('This content type is not accepted here', 'Este tipo de conteúdo não é aceite aqui'))
    : asServiceProblem(error);

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

/** Sends the response for any error of the gateway, in the reader's language: RFC 9457, with the request id and without internal details. */
export function sendProblem(error: FastifyError | ProblemError, request: FastifyRequest, reply: FastifyReply): void {
  const problem = asProblem(error);
  logProblem(error, problem, request, reply);
  if (problem.extra.retryAfter) {
    reply.header('retry-after', String(problem.extra.retryAfter));
  }
  if (problem.extra.challenge) {
    reply.header('www-authenticate', problem.extra.challenge);
  }
  void reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', apiPolicy)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem.toProblem(request.id, languageOfCall(request))));
}
