import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** Listens on a free port of this machine. @returns its address */
export async function listen(server: Pick<Server, 'listen' | 'address' | 'once'>): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server as Server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
