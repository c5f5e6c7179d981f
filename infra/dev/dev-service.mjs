import { spawn } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import { createInterface } from 'node:readline';
import { build } from '../build/build.mjs';
import { at } from '../build/lib/paths.mjs';
import { giveBackAtEnd, replacePart, runningPortal, workspace } from './lib/running-portal.mjs';

/**
 * `npm run dev -w svc-trips`: runs a service from its source beside a running portal, with the portal's data and settings. The gateway sends the area's calls
 * to this process, the portal stops its own copy of the service, and every change restarts this process.
 */
const name = workspace();
const targets = [name, 'service-kit', 'contract-kit'];
const sources = [`${name}/src`, `${name}/contract`, 'packages/service-kit/src', 'packages/contract-kit/src'].filter((folder) => existsSync(at(folder)));

/** Starts a process of the service and waits until it prints its address. @param {{ settings: Record<string, string> }} portal @returns {Promise<{ child: import('node:child_process').ChildProcess, url: string }>} */
function start({ settings }) {
  const env = { ...process.env, ...settings, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'info' };
  const child = spawn(process.execPath, ['--enable-source-maps', at(name, 'dist/src/main.js')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      console.log(line);
      const url = /"url":"(http:[^"]+)".*"listening"/.exec(line)?.[1];
      if (url) resolve({ child, url });
    });
    child.once('exit', (code) => reject(new Error(`${name} ended with code ${code}`)));
  });
}

/** @type {Awaited<ReturnType<typeof start>> | undefined} */
let running;
let ending = false;

/** Replaces the process. The new process is started before the old one is ended, so that no call is refused. */
async function replace() {
  const old = running;
  await build({ only: targets });
  const next = await start(runningPortal());
  if (ending) return next.child.kill();
  running = next;
  replacePart(name, next.url);
  if (old) old.child.kill('SIGTERM');
  console.log(`  ${name} ${old ? 'runs anew' : `answers in the portal, from source. Stop with Ctrl-C.`}`);
}

/** @type {Promise<unknown>} */
let turn = Promise.resolve();
let planned = false;
/** Plans a restart, so that several files that are saved together cause only one. */
function changed() {
  if (planned) return;
  planned = true;
  setTimeout(() => {
    planned = false;
    turn = turn.then(replace).catch((error) => console.error(`\n${/** @type {Error} */ (error).message}\n  Waiting for the next change …`));
  }, 100);
}

try {
  const { settings } = runningPortal();
  await replace();
  giveBackAtEnd(name, async () => {
    ending = true;
    if (!running) return;
    const { child } = running;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  });
  if (!settings.REDIS_URL)
    console.log('  Without REDIS_URL messages between services stay in one process: receipts and catalogue changes arrive when you have stopped.');
  for (const folder of sources) watch(at(folder), { recursive: true }, changed);
} catch (error) {
  console.error(`\n${/** @type {Error} */ (error).message}`);
  process.exit(1);
}
