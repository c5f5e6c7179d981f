import { relative } from 'node:path';
import { developmentUsers } from '@portal/identity';
import { DEMO_CASES, Demonstration } from './demo.ts';
import { type Portal, startPortal } from './portal.ts';

const line = (text = ''): boolean => process.stdout.write(`${text}\n`);

function welcome(portal: Portal, root: string, seconds: string): void {
  const folder = relative(root, portal.dataDir);
  line();
  line(`  The portal is ready after ${seconds} s: ${portal.url}`);
  line();
  line(`  Data       ${folder.startsWith('..') ? portal.dataDir : folder} (database: ${portal.database}, queues and sessions: ${portal.queue})`);
  if (portal.developmentUsers) {
    const names = developmentUsers.map(({ username }) => username);
    line('  Sign in as one of these; the password is the user name:');
    for (let from = 0; from < names.length; from += 5) {
      line(`             ${names.slice(from, from + 5).join(', ')}`);
    }
  }
  line('  Stop       Ctrl-C');
  line();
}

/** Starts a portal with made-up cases. Its address is not announced before the cases exist. */
async function startDemonstration(root: string, report: (line: string) => void): Promise<Portal> {
  const demonstration = new Demonstration(root, process.env);
  const services = demonstration.isFilled() ? {} : { services: demonstration.services() };
  const portal = await startPortal({ environment: process.env, root, report, ...services });
  if (!demonstration.isFilled()) {
    const { cases, seconds } = await demonstration.fill(portal, DEMO_CASES);
    report(`${cases} made up cases were added (${seconds.toFixed(1)} s)`);
  }
  return portal;
}

/**
 * Runs the portal until a signal stops it.
 * @param root the project's folder
 * @param began when the command was started, in milliseconds
 * @param options `demo`: with made-up cases, which are added if there are none
 */
export async function runPortal(root: string, began = Date.now(), { demo = false } = {}): Promise<void> {
  // Databases, files and secrets must be readable only by this user.
  process.umask(0o077);
  let stopping = false;
  const report = (text: string): void => void line(`  ${text}`);
  const starting = demo ? startDemonstration(root, report) : startPortal({ environment: process.env, root, report });
  const stop = async (): Promise<void> => {
    // A second Ctrl-C ends the process at once.
    if (stopping) {
      process.exit(130);
    }
    stopping = true;
    line('\n  Stopping …');
    const portal = await starting.catch(() => undefined);
    await portal?.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop());
  }
  try {
    welcome(await starting, root, ((Date.now() - began) / 1000).toFixed(1));
  } catch (error) {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
