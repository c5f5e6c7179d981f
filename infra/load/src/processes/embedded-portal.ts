import { at, root } from '@portal/build/paths';
import { freePort } from './free-port.ts';
import { ManagedProcess } from './managed-process.ts';

/** Starts the built portal in one process, as `npm start` does. @returns the portal, when all of it is ready */
export async function startEmbeddedPortal(env: Record<string, string | undefined>): Promise<{ url: string; process: ManagedProcess }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const code = `(await import(${JSON.stringify(at('infra/dev/dist/src/main.js'))})).runPortal(${JSON.stringify(root)})`;
  const portal = new ManagedProcess('portal', process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env, HOST: '127.0.0.1', PORT: String(port) } as NodeJS.ProcessEnv,
    ready: async () => (await fetch(`${url}/health/ready`)).ok,
  });
  await portal.start();
  return { url, process: portal };
}
