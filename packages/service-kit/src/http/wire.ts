/** What comes before any route: requests that cannot be read as HTTP, and senders who take too long. */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ProblemError } from './problems.ts';

const refusals: Record<string, [status: number, reason: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request took too long to arrive. Send it again.'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The address or the headers of the request are too long'],
};
const unreadable: [number, string, string] = [400, 'Bad Request', 'The request cannot be read'];

/**
 * Answers on the socket itself, in the form of every other refusal; for Fastify's `clientErrorHandler`.
 * @param headers of every answer
 */
export const refuseOnSocket =
  (headers: Readonly<Record<string, string>>) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    const answer = (socket as Socket & { _httpMessage?: ServerResponse })._httpMessage;
    if (error.code !== 'ECONNRESET' && socket.writable && !answer?.headersSent) {
      const [status, reason, message] = refusals[error.code ?? ''] ?? unreadable;
      const requestId = randomUUID();
      const body = JSON.stringify(new ProblemError(status, [{ code: 'BAD_REQUEST', field: '', message }]).toProblem(requestId));
      const lines = {
        ...headers,
        'x-request-id': requestId,
        'cache-control': 'no-store',
        'content-type': 'application/problem+json; charset=utf-8',
        'content-length': String(Buffer.byteLength(body)),
        connection: 'close',
      };
      socket.write(
        `HTTP/1.1 ${status} ${reason}\r\n${Object.entries(lines)
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join('')}\r\n${body}`,
      );
    }
    socket.destroy(error);
  };

/** Fastify's settings for how long a request may take to arrive: its headers, and all of it. */
export const patience = (headersMs: number, requestMs: number) => ({
  requestTimeout: requestMs,
  http: { headersTimeout: headersMs, connectionsCheckingInterval: Math.min(5_000, headersMs) },
});
