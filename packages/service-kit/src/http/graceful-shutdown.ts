import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** How long a running request may take when the server stops; longer than any call is held open. */
const graceMs = 12_000;
const lookMs = 10;

/**
 * How long connections that wait for their next request stay open when a server stops. In production callers share connections that are hardly ever idle for
 * longer, and each of them learns with its next answer that the connection closes.
 */
export const drainMs = (nodeEnv: string): number => (nodeEnv === 'production' ? 1_000 : 50);

/**
 * Lets a server stop without failing a call: requests that are running are answered, and so is one that is under way on an open connection, with
 * `Connection: close`. Connections that never sent a request, such as those a browser opens early, are closed at once; those that stay idle are closed
 * `drainFor` milliseconds later; every other one after 12 seconds. Node itself would wait a minute for some of them, and close idle ones at once, where the
 * next request may just arrive.
 * @returns a function to call before the server is closed; it returns one to call after
 */
export function gracefulShutdown(server: Server, drainFor: number): () => Promise<() => void> {
  const unused = new Set<Socket>();
  const idle = new Set<Socket>();
  let ending = false;
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => {
      unused.delete(socket);
      idle.delete(socket);
    });
  });
  // Before the request is handled: an answer that has begun can no longer say that the connection closes.
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    unused.delete(socket);
    idle.delete(socket);
    if (ending) response.setHeader('Connection', 'close');
    response.once('finish', () => !socket.destroyed && idle.add(socket));
  });
  return async () => {
    ending = true;
    for (const socket of unused) socket.destroy();
    for (const until = Date.now() + drainFor; idle.size > 0 && Date.now() < until; ) await wait(lookMs);
    for (const socket of idle) socket.destroySoon();
    const late = setTimeout(() => server.closeAllConnections(), graceMs);
    return () => clearTimeout(late);
  };
}
