import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startPart } from '../lib/child.mjs';
import { place } from '../lib/engines.mjs';
import { median } from '../lib/measure.mjs';
import { startPortal } from '../lib/portal.mjs';
import { root } from '../lib/root.mjs';

const services = ['svc-reference', 'svc-media', 'svc-declarations', 'svc-licences', 'svc-trips', 'gateway'];
const settle = () => new Promise((done) => setTimeout(done, 3_000));
const part = (name) => new URL(`../parts/${name}.mjs`, import.meta.url);

async function firstStart() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-clone-'));
  try {
    execFileSync('git', ['clone', '--quiet', root, folder]);
    const portal = await startPortal({ folder });
    await portal.close();
    return portal.seconds;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function idleMemory(start) {
  const one = startPart(part(start ? 'one-service' : 'empty-service'));
  await (start ? one.call('start', ...start) : one.call('ready'));
  await settle();
  const memory = one.memory();
  await one.end();
  return memory;
}

/** How long it takes to the first page, and what it weighs when nobody calls. */
export async function starts({ report, rounds }) {
  report.section(
    'Startup and memory',
    'Seconds from `npm start` to the first page: in a fresh clone (install, build, publish, start), and at the next start. Memory is the resident set, three seconds after the start. Baseline: an empty NestJS service.',
  );
  report.add({ what: 'npm start in a fresh clone', engine: 'embedded', ours: await firstStart(), unit: 's', target: '120' });
  const again = [];
  let memory = 0;
  for (let round = 0; round < Math.min(rounds, 3); round++) {
    const portal = await startPortal();
    again.push(portal.seconds);
    if (round === 0) {
      await settle();
      memory = portal.memory();
    }
    await portal.close();
  }
  report.add({ what: 'npm start, next time', engine: 'embedded', ours: median(again), unit: 's', target: '10' });
  const empty = await idleMemory();
  report.add({ what: 'the whole portal in one process', engine: 'embedded', ours: memory, limit: empty, unit: 'MiB', target: '350' });
  for (const name of services) {
    const own = place({ env: { MYSQL_URL: '', REDIS_URL: '' } });
    report.add({
      what: name,
      engine: 'embedded',
      ours: await idleMemory([name, { ...own.env, PORT: '0', HOST: '127.0.0.1', WEB_DIR: path.join(root, 'shell/dist/web') }]),
      limit: empty,
      unit: 'MiB',
    });
    await own.remove();
  }
}
