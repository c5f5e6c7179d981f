import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** Starts a script of `infra/dev` and waits until it prints that it is ready. */
export function run(
  script: string,
  cwd: string,
  env: Record<string, string>,
  ready: RegExp,
  project = root,
  options: readonly string[] = [],
): Promise<{ match: RegExpExecArray; child: ChildProcess }> {
  const child = spawn(process.execPath, [join(project, 'infra/dev', script), ...options], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  return new Promise((found, failed) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        const match = ready.exec(output);
        if (match) found({ match, child });
      });
    }
    child.once('exit', (code) => failed(new Error(`${script} ended with ${code}:\n${output}`)));
  });
}

export async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((done) => child.once('exit', done));
  if (child.exitCode === null && child.kill('SIGTERM')) await ended;
}

/**
 * Starts a separate portal for journeys that change what is deployed or how the portal is configured, so that they do not disturb the others.
 * @param options of `npm start`
 */
export async function startPortal(env: Record<string, string>, project = root, options: readonly string[] = []): Promise<{ url: string; child: ChildProcess }> {
  const settings = { PORT: '0', MYSQL_URL: '', REDIS_URL: '', PUBLIC_URL: '', RATE_LIMIT: 'off', ...env };
  const { match, child } = await run('start.mjs', project, settings, /is ready after .*: (\S+)/, project, options);
  return { url: match[1] as string, child };
}
