import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** What a request under way may still take when the service stops; longer than any call is held open. */
const graceMs = 12_000;

/**
 * Lets a server end. Node waits for connections on which nothing was ever asked, such as a browser's early ones, until they time out
 * after a minute; these are closed at once, and after a while whatever is left.
 * @returns to be called before the server is closed; what it returns, after
 */
export function gracefulShutdown(server: Server): () => () => void {
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', (request) => unused.delete(request.socket));
  return () => {
    for (const socket of unused) socket.destroy();
    const late = setTimeout(() => server.closeAllConnections(), graceMs);
    return () => clearTimeout(late);
  };
}
