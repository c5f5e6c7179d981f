import { connect, createServer } from 'node:net';
import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Stands between a client and a server and behaves as a bad line does: slow, frozen or cut.
 * With several targets it is a simple balancer: each new connection goes to the next.
 */
export class TcpProxy {
  /** Milliseconds that each piece waits on its way. */
  delay = 0;
  frozen = false;
  /** @type {Set<{ client: import('node:net').Socket, server: import('node:net').Socket, abandoned: boolean }>} */
  pairs = new Set();
  turn = 0;

  /** @param {number} port where it listens @param {{ host?: string, port: number }[]} targets */
  constructor(port, targets) {
    this.port = port;
    this.targets = targets;
    this.server = createServer((client) => this.join(client));
  }

  /** Takes connections (again). */
  open() {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(this.port, '127.0.0.1', resolve);
    });
  }

  /** Takes no connections, and ends those there are. */
  async cut() {
    if (!this.server.listening) return;
    const closed = new Promise((done) => this.server.close(done));
    for (const { client, server } of this.pairs) {
      client.destroy();
      server.destroy();
    }
    await closed;
  }

  /** The host behind the line is gone: what was connected hears nothing any more, not even an end. New connections find it again. */
  abandon() {
    for (const pair of this.pairs) {
      pair.abandoned = true;
      pair.server.destroy();
    }
  }

  join(client) {
    const { host = '127.0.0.1', port } = this.targets[this.turn++ % this.targets.length];
    const pair = { client, server: connect(port, host), abandoned: false };
    this.pairs.add(pair);
    for (const [from, to] of [
      [pair.client, pair.server],
      [pair.server, pair.client],
    ]) {
      from.setNoDelay(true);
      from.on('error', () => undefined);
      from.on('close', () => {
        if (pair.abandoned && from === pair.server) return;
        this.pairs.delete(pair);
        to.destroy();
      });
      const way = new PassThrough();
      from.pipe(way);
      void this.carry(way, to, pair);
    }
  }

  async carry(way, to, pair) {
    for await (const piece of way) {
      while (this.frozen && !to.destroyed) await wait(50);
      if (this.delay) await wait(this.delay);
      if (pair.abandoned) continue;
      if (to.destroyed) return;
      if (!to.write(piece)) {
        await new Promise((done) => {
          to.once('drain', done);
          to.once('close', done);
        });
      }
    }
    if (!pair.abandoned) to.end();
  }
}
