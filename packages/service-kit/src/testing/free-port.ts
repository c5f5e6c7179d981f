/** For tests only. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

const given = new Set<number>();

/**
 * Returns a free port for a program that is started with a port number. It lies below the ports that the system gives to outgoing connections: one of those may
 * be taken again before the program listens on it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 12_000 + randomInt(8_000);
    if (given.has(port)) continue;
    given.add(port);
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await once(probe.close(), 'close');
    return port;
  }
}
