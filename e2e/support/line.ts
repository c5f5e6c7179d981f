import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A line between browsers and a portal, with an address of its own. It is really cut: a worker behind the pages does not see what
 * Playwright calls offline in every case.
 */
export class Line {
  private server?: Server;
  private readonly sockets = new Set<Socket>();
  private silent = false;
  private port = 0;
  /** Sees what the portal sends; with `false` the line breaks there. */
  onAnswer?: (bytes: Buffer) => boolean;
  /** Changes what a browser sends. The length stays. */
  onCall?: (bytes: Buffer) => Buffer;

  private constructor(private readonly to: number) {}

  /** @param portal address of the portal */
  static async to(portal: string): Promise<Line> {
    const line = new Line(Number(new URL(portal).port));
    await line.restore();
    return line;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /** Whoever calls is refused at once, as by a portal that does not run. */
  async cut(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    const closed = server && once(server, 'close');
    server?.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Calls arrive and are never answered. */
  stall(): void {
    this.silent = true;
    for (const socket of this.sockets) socket.destroy();
  }

  async restore(): Promise<void> {
    // Nobody would ever answer on what was opened in silence, and a browser opens only six connections at a time.
    if (this.silent) for (const socket of this.sockets) socket.destroy();
    this.silent = false;
    if (this.server) return;
    const server = createServer((caller) => {
      this.keep(caller);
      if (this.silent) return;
      const portal = this.keep(connect(this.to, 'localhost'));
      caller.on('data', (bytes: Buffer) => portal.write(this.onCall?.(bytes) ?? bytes));
      portal.on('data', (bytes: Buffer) => {
        if (this.onAnswer?.(bytes) === false) caller.destroy();
        else caller.write(bytes);
      });
      caller.on('close', () => portal.destroy());
      portal.on('close', () => caller.destroy());
    });
    server.listen(this.port, 'localhost');
    await once(server, 'listening');
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  private keep(socket: Socket): Socket {
    this.sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
    return socket;
  }
}
