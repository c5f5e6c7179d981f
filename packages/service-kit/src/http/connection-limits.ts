/** Limits that apply before any route is called: for unreadable HTTP requests, and for clients that send or read too slowly. */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from './problems.ts';

const refusals: Record<string, [status: number, reason: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request took too long to arrive. Send it again.'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The address or the headers of the request are too long'],
};
const unreadable: [number, string, string] = [400, 'Bad Request', 'The request cannot be read'];

/** How long a client may go on sending after it was refused, in milliseconds. */
const lingerMs = 2_000;
const refused = new WeakSet<Socket>();

/**
 * Sends an answer, and closes the connection when the client has read the answer. What the client still sends is read and discarded: a connection that is
 * closed with unread bytes is reset, and then the client, or a proxy on the way, loses the answer.
 */
function refuse(socket: Socket, answer: string): void {
  refused.add(socket);
  // Remove the HTTP parser, which would report the same fault again.
  socket.removeAllListeners('data');
  socket.on('data', () => undefined);
  socket.once('end', () => socket.destroySoon());
  const late = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(late));
  socket.end(answer);
}

/**
 * Answers on the raw socket, in the same form as every other error. It is meant for Fastify's `clientErrorHandler`.
 * @param headers of every answer
 */
export const answerClientError =
  (headers: Readonly<Record<string, string>>) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (refused.has(socket)) return;
    const answer = (socket as Socket & { _httpMessage?: ServerResponse })._httpMessage;
    if (error.code === 'ECONNRESET' || !socket.writable || answer?.headersSent) socket.destroy(error);
    else {
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
      refuse(
        socket,
        `HTTP/1.1 ${status} ${reason}\r\n${Object.entries(lines)
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join('')}\r\n${body}`,
      );
    }
  };

/** Returns Fastify's time limits for receiving a request: for its headers, and for the whole request including an upload. */
export const requestTimeouts = (headersMs: number, requestMs: number) => ({
  requestTimeout: requestMs,
  http: { headersTimeout: headersMs, connectionsCheckingInterval: Math.min(5_000, headersMs) },
});

/** Returns whether a body is an upload. JSON and plain forms are read completely before they are processed; every other body is an upload. */
export const isUpload = (contentType = 'application/json'): boolean => !/^application\/(?:(?:[^;]+\+)?json|x-www-form-urlencoded)\b/i.test(contentType);

/** Rejects a request whose body does not arrive in time: answers 408 where no answer has begun, and always closes the connection. */
export function rejectSlowBody(app: FastifyInstance, { raw }: Pick<FastifyRequest, 'raw'>): void {
  app.server.emit('clientError', Object.assign(new Error('the body takes too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket);
}

export interface TransferLimits {
  /** Longest time from the headers of a request to the end of its body, in milliseconds. For uploads, `bytesPerSecond` applies instead. */
  bodyMs: number;
  /** Minimum transfer rate of an upload, and of a client that reads a long answer, averaged over every `bodyMs`. */
  bytesPerSecond: number;
}

interface Transfer {
  request: FastifyRequest;
  reply: FastifyReply;
  began: number;
  /** Bytes received and sent on the connection up to the last check of the transfer rate. */
  checked: { at: number; received: number; sent: number };
}

const SWEEP_MS = 1_000;

/**
 * Closes transfers that are too slow: a body that does not arrive in time, an upload below the minimum rate, an answer that the client does not read.
 */
export function limitTransferTime(app: FastifyInstance, { bodyMs, bytesPerSecond }: TransferLimits): void {
  const open = new Set<Transfer>();

  const tooLittle = (bytes: number, milliseconds: number): boolean => bytes < (bytesPerSecond * milliseconds) / 1000;

  function check(transfer: Transfer, now: number): void {
    const { request, reply, began, checked } = transfer;
    const { raw } = request;
    const { socket } = raw;
    const span = now - checked.at;
    const isArriving = !raw.complete;
    if (isArriving && !isUpload(raw.headers['content-type'])) {
      if (now - began > bodyMs) rejectSlowBody(app, request);
      return;
    }
    if (span < bodyMs) return;
    // If received bytes are buffered here, this service reads slowly, and not the client.
    if (isArriving && raw.readableLength === 0 && tooLittle(socket.bytesRead - checked.received, span)) rejectSlowBody(app, request);
    else if (!isArriving && reply.raw.headersSent && socket.writableLength > 0 && tooLittle(socket.bytesWritten - socket.writableLength - checked.sent, span))
      socket.destroy();
    else transfer.checked = { at: now, received: socket.bytesRead, sent: socket.bytesWritten - socket.writableLength };
  }

  app.addHook('onRequest', (request, reply, done) => {
    const now = Date.now();
    const { bytesRead, bytesWritten } = request.raw.socket;
    const transfer: Transfer = { request, reply, began: now, checked: { at: now, received: bytesRead, sent: bytesWritten } };
    open.add(transfer);
    reply.raw.once('close', () => open.delete(transfer));
    done();
  });
  const sweeper = setInterval(
    () => {
      const now = Date.now();
      for (const transfer of open) check(transfer, now);
    },
    Math.min(SWEEP_MS, bodyMs / 2),
  ).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(sweeper);
    done();
  });
}
