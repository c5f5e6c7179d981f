import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A proxy between browsers and a portal, with its own address. It really cuts the connection, because Playwright's offline mode does not in every case affect
 * the service worker behind the pages.
 */
export class PortalProxy {
  private server?: Server;
  private readonly sockets = new Set<Socket>();
  private silent = false;
  private port = 0;
  /** Milliseconds by which each answer of the portal comes later. */
  delayMs = 0;
  /** Inspects what the portal sends; if it returns `false`, the connection is broken at that point. */
  onAnswer?: (bytes: Buffer) => boolean;
  /** Changes what a browser sends. The length must stay the same. */
  onCall?: (bytes: Buffer) => Buffer;

  private constructor(private readonly to: number) {}

  /** @param portal address of the portal */
  static async to(portal: string): Promise<PortalProxy> {
    const line = new PortalProxy(Number(new URL(portal).port));
    await line.restore();
    return line;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /** Refuses all connections immediately, like a portal that does not run. */
  async cut(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    const closed = server && once(server, 'close');
    server?.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Accepts requests but never answers them. */
  stall(): void {
    this.silent = true;
    for (const socket of this.sockets) socket.destroy();
  }

  async restore(): Promise<void> {
    // Connections that were opened during the stall would never be answered, and a browser opens only six connections at a time.
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
        else if (this.delayMs > 0) setTimeout(() => caller.write(bytes), this.delayMs);
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
