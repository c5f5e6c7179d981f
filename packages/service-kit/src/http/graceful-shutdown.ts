import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Server as TlsServer } from 'node:tls';

/** How long a running request may take when the server stops, in milliseconds; longer than any call is held open. */
const graceMs = 12_000;
const lookMs = 10;

/**
 * How long a process that stops waits for further requests on its open connections, in milliseconds. Connections from other processes are hardly ever idle for
 * longer.
 */
export const drainMs = 500;

/**
 * Stops a server without failing a call. Requests that are running, and requests that arrive on an open connection meanwhile, are answered with `Connection:
 * close`. Connections without a request are closed after the given time, and all others after 12 seconds. Node itself would wait a minute for some connections
 * without a request, such as those that a browser opens in advance, and would close others at once, although the next request may be arriving.
 * @returns a function to call before the server is closed. Its parameter is the time in milliseconds for which connections without a request stay open. It
 * returns a function to call after the server is closed
 */
export function gracefulShutdown(server: Server): (drainFor?: number) => Promise<() => void> {
  const open = new Set<Socket>();
  const idle = new Set<Socket>();
  const answering = new Set<ServerResponse>();
  let ending = false;
  const note = (sockets: Set<Socket>) => (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  server.on('connection', note(open));
  // With TLS, requests refer to the socket that decrypts, and not to the socket of the connection.
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', note(idle));
  // Set the header before the request is handled. Once an answer has begun, it can no longer announce that the connection closes.
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    if (ending) response.setHeader('Connection', 'close');
    answering.add(response);
    response.once('finish', () => !socket.destroyed && idle.add(socket));
    response.once('close', () => answering.delete(response));
  });
  return async (drainFor = 0) => {
    ending = true;
    for (const response of answering) if (!response.headersSent) response.setHeader('Connection', 'close');
    for (const until = Date.now() + drainFor; open.size > 0 && Date.now() < until; ) await wait(lookMs);
    for (const socket of idle) socket.destroySoon();
    const late = setTimeout(() => {
      for (const socket of open) socket.destroy();
    }, graceMs);
    return () => clearTimeout(late);
  };
}
