import type { Socket } from 'node:net';
import type { DataSource } from 'typeorm';

interface Connection {
  stream: Socket;
}
interface Pool {
  on(event: 'acquire', listener: (connection: Connection) => void): void;
}

/**
 * Ends connections on which the database says nothing any more: a host that vanished sends no farewell, and without this each call would
 * wait for the operating system to notice, a quarter of an hour later. Statements under way fail as with any lost connection; the pool makes
 * new connections. To be called when the migrations are done: those may take as long as they need.
 */
export function closeUnresponsiveConnections(source: DataSource, afterMs: number): void {
  const watched = new WeakSet<Connection>();
  const { pool } = source.driver as unknown as { pool: Pool };
  pool.on('acquire', (connection) => {
    if (watched.has(connection)) return;
    watched.add(connection);
    const { stream } = connection;
    stream.setTimeout(afterMs, () => stream.destroy(Object.assign(new Error('The database has been silent for too long'), { code: 'ETIMEDOUT' })));
  });
}
