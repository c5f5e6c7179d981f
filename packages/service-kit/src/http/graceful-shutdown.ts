import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Server as TlsServer } from 'node:tls';

/** How long a running request may take when the server stops; longer than any call is held open. */
const graceMs = 12_000;
const lookMs = 10;

/** How long a process waits for the next requests of connections that are open when it ends: those of other processes are hardly ever idle for longer. */
export const drainMs = 500;

/**
 * Lets a server stop without failing a call: requests that are running are answered, and so are those that come over an open connection meanwhile, with
 * `Connection: close`. Connections without a request are closed after the given time, every other one after 12 seconds. Node itself would wait a minute for
 * some of the first, such as those a browser opens early, and close others at once, where the next request may just arrive.
 * @returns a function to call before the server is closed, with the time for which connections without a request stay open, in milliseconds; it returns one
 * to call after
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
  // With TLS, requests come over the socket that decrypts, and not over that of the connection.
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', note(idle));
  // Before the request is handled: an answer that has begun can no longer say that the connection closes.
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
