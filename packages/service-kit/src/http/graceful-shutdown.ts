import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long a running request may take when the service stops; longer than any call is held open. */
const graceMs = 12_000;

/**
 * Lets a server close without delay. Node waits a minute for connections that never sent a request, such as those a browser opens early, and for those whose
 * request was refused before its body was read. Close these at once, and every other connection after 12 seconds.
 * @returns a function to call before the server is closed; it returns one to call after
 */
export function gracefulShutdown(server: Server): () => () => void {
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    unused.delete(socket);
    response.once('finish', () => !socket.destroyed && unused.add(socket));
  });
  return () => {
    for (const socket of unused) socket.destroy();
    const late = setTimeout(() => server.closeAllConnections(), graceMs);
    return () => clearTimeout(late);
  };
}
