import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const given = new Set<number>();

/** Returns a free port of this machine. It is below the range that the system uses for outgoing connections, so it stays free until a program listens on it. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const port = 20_000 + randomInt(12_000);
    if (given.has(port)) return resolve(freePort());
    given.add(port);
    const probe = createServer();
    probe.once('error', () => resolve(freePort()));
    probe.listen(port, () => probe.close(() => resolve(port)));
  });
