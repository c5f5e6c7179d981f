import { connect, createServer, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

interface Pair {
  client: Socket;
  server: Socket;
  abandoned: boolean;
}

/** A proxy that imitates a bad network connection: slow, frozen or cut. With several targets it is a round-robin load balancer for connections. */
export class TcpProxy {
  /** The delay of each chunk, in ms. */
  delay = 0;
  frozen = false;
  private readonly pairs = new Set<Pair>();
  private readonly server = createServer((client) => this.join(client));
  private turn = 0;

  /** @param port the port on which it listens @param targets ports on this machine; a change applies to new connections */
  constructor(
    readonly port: number,
    public targets: number[],
  ) {}

  /** Starts to accept connections. */
  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(this.port, '127.0.0.1', resolve);
    });
  }

  /** Stops accepting connections and closes the open ones. */
  async cut(): Promise<void> {
    if (!this.server.listening) return;
    const closed = new Promise((done) => this.server.close(done));
    for (const { client, server } of this.pairs) {
      client.destroy();
      server.destroy();
    }
    await closed;
  }

  /** Imitates a host behind the proxy that disappears: open connections receive nothing more, not even their end. New connections work. */
  abandon(): void {
    for (const pair of this.pairs) {
      pair.abandoned = true;
      pair.server.destroy();
    }
  }

  private join(client: Socket): void {
    const pair: Pair = { client, server: connect(this.targets[this.turn++ % this.targets.length], '127.0.0.1'), abandoned: false };
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
        // Data that arrived before the end is still delivered.
        if (!from.readableEnded) to.destroy();
      });
      void this.carry(from.pipe(new PassThrough()), to, pair);
    }
  }

  private async carry(chunks: PassThrough, to: Socket, pair: Pair): Promise<void> {
    for await (const chunk of chunks) {
      while (this.frozen && !to.destroyed) await wait(50);
      if (this.delay) await wait(this.delay);
      if (pair.abandoned) continue;
      if (to.destroyed) return;
      if (!to.write(chunk)) {
        await new Promise<void>((done) => {
          to.once('drain', done);
          to.once('close', done);
        });
      }
    }
    if (!pair.abandoned) to.end();
  }
}
