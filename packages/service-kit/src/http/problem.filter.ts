import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import { L, sentence } from '@portal/contract-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callOf } from '../auth/auth.guard.ts';
import { log } from '../logging.ts';
import { badRequest, notFound, ProblemError, unavailable } from './problems.ts';
import { isTransientError } from './transient-errors.ts';

interface FastifyFault {
  statusCode?: number;
  code?: string;
}

/** Maps any error to an answer for the caller. The error's own message leaves the service only if it was written for callers. */
export function asProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const fault = error as FastifyFault;
  const status = error instanceof HttpException ? error.getStatus() : fault?.statusCode;
  if (status === 413)
    return new ProblemError(413, [{ code: 'FILE_TOO_LARGE', field: '', message: L('The request is too large', 'O pedido é demasiado grande') }]);
  if (status === 415)
    return new ProblemError(415, [
      { code: 'FILE_TYPE', field: '', message: sentence('Send the request as {{type}}', 'Envie o pedido como {{type}}', { type: 'application/json' }) },
    ]);
  if (status === 404) return notFound('address');
  if (status !== undefined && status >= 400 && status < 500)
    return badRequest('BAD_REQUEST', '', L('The request cannot be read', 'Não é possível ler o pedido'));
  if (isTransientError(error))
    return unavailable(
      L(
        'This part of the portal cannot be reached at the moment. Try again in a moment.',
        'De momento não é possível chegar a esta parte do portal. Tente novamente dentro de instantes.',
      ),
    );
  return new ProblemError(500, [
    { code: 'INTERNAL', field: '', message: L('Something went wrong on our side. Try again.', 'Ocorreu um erro do nosso lado. Tente novamente.') },
  ]);
}

/** The statuses of a refused call: not signed in, not permitted, too many requests. */
const refusals = new Set([401, 403, 429]);

/** Answers a call with an error. Logs the error where this service or a part behind it failed, or where the caller was refused. */
export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = asProblem(error);
  // A failure because the caller disconnected is not a fault of this service.
  const gone = (request.raw.destroyed && !request.raw.complete) || (reply.raw.destroyed && !reply.raw.writableFinished);
  if (gone) log().debug({ requestId: request.id, method: request.method, route: request.routeOptions?.url }, 'the caller went away');
  else if (problem.status >= 500 && problem.status !== 503)
    log().error({ err: error, requestId: request.id, method: request.method, route: request.routeOptions?.url }, 'request failed');
  else if (problem !== error && problem.status === 503)
    log().warn({ reason: (error as Error).message, requestId: request.id, method: request.method, route: request.routeOptions?.url }, 'a part does not answer');
  else if (refusals.has(problem.status))
    // The gateway logs the caller's address under the same request id.
    log().info(
      {
        event: 'refused',
        user: callOf(request).actor.sub,
        requestId: request.id,
        method: request.method,
        route: request.routeOptions?.url,
        status: problem.status,
      },
      'refused',
    );
  if (reply.sent || reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  if (problem.extra.retryAfter) reply.header('Retry-After', String(problem.extra.retryAfter));
  if (problem.extra.challenge) reply.header('WWW-Authenticate', problem.extra.challenge);
  void reply
    .status(problem.status)
    .header('Content-Type', 'application/problem+json; charset=utf-8')
    .header('Cache-Control', 'no-store')
    .send(JSON.stringify(problem.toProblem(request.id, callOf(request).language)));
}

/** The only place where errors become answers. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    answerProblem(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }
}
