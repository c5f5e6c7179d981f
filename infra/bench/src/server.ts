import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** Listens on a free port of this machine. @returns its address */
export async function listen(server: Pick<Server, 'listen' | 'address' | 'once'>, host = '127.0.0.1'): Promise<string> {
  server.listen(0, host);
  await once(server as Server, 'listening');
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

/** A port that is free now. */
export async function freePort(): Promise<string> {
  const probe = createServer();
  const { port } = new URL(await listen(probe, 'localhost'));
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Waits until a server answers 2xx. @throws Error when its process ends before that */
export async function untilAnswered(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(' ')} ended before it served a page: run it by hand to see why`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
