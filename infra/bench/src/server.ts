import { createServer } from 'node:net';

export const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, 'localhost', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Waits until a server answers well. @throws where its process ended before that */
export async function untilAnswered(url, child) {
  for (;;) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(' ')} ended before it served a page: run it by hand to see why`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
