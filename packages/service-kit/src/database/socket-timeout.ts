import type { Socket } from 'node:net';
import type { DataSource } from 'typeorm';

interface Connection {
  stream: Socket;
}
interface Pool {
  on(event: 'acquire', listener: (connection: Connection) => void): void;
}

/**
 * Closes connections to a database that has stopped answering. A host that vanished does not close its connections, and without this each call would wait a
 * quarter of an hour for the operating system to notice. Running statements fail as with any lost connection, and the pool makes new connections. Call this
 * after the migrations, which may take as long as they need.
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
