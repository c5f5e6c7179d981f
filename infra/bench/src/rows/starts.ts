import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { embeddedBackend } from '../engines.ts';
import { median } from '../measure.ts';
import { type Part, startPart } from '../part.ts';
import type { EmptyServicePart } from '../parts/empty-service.ts';
import type { IdleServicePart } from '../parts/idle-service.ts';
import { startPortal } from '../portal.ts';
import type { Report } from '../report.ts';

const services = ['svc-reference', 'svc-media', 'svc-declarations', 'svc-licences', 'svc-trips', 'gateway'];
/** Milliseconds between the start and the measurement of the memory. */
const idle = 3_000;

/** Returns how many seconds `npm start` takes in a fresh clone. */
async function firstStart(): Promise<number> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-clone-'));
  try {
    execFileSync('git', ['clone', '--quiet', process.cwd(), folder]);
    const portal = await startPortal({ folder });
    await portal.close();
    return portal.seconds;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the memory of a started part when it is idle, in MiB. Ends the part. */
async function idleMemory(part: Pick<Part<never>, 'memory' | 'end'>): Promise<number> {
  await wait(idle);
  const memory = part.memory();
  await part.end();
  return memory;
}

/** Measures the time to the first page, and the memory while nobody sends calls. */
export async function starts(report: Report, rounds: number): Promise<void> {
  const engine = 'embedded';
  report.section(
    'Startup and memory',
    'Seconds from `npm start` to the first page: in a fresh clone (install, build, publish, start), and at the next start. Memory is the resident set, three seconds after the start. Baseline: an empty NestJS service.',
  );
  report.add({ what: 'npm start in a fresh clone', engine, ours: await firstStart(), unit: 's', target: { value: 60 } });
  const again: number[] = [];
  let memory = 0;
  for (let round = 0; round < Math.min(rounds, 3); round++) {
    const portal = await startPortal();
    again.push(portal.seconds);
    if (round === 0) {
      await wait(idle);
      memory = portal.memory();
    }
    await portal.close();
  }
  report.add({ what: 'npm start, next time', engine, ours: median(again), unit: 's', target: { value: 4 } });
  const emptyService = startPart<EmptyServicePart>('empty-service');
  await emptyService.call('start');
  const limit = await idleMemory(emptyService);
  report.add({ what: 'the whole portal in one process', engine, ours: memory, limit, unit: 'MiB', target: { value: 230 } });
  for (const what of services) {
    const backend = await embeddedBackend();
    const service = startPart<IdleServicePart>('idle-service');
    await service.call('start', what, { ...backend.env, WEB_DIR: path.resolve('shell/dist/web') });
    report.add({ what, engine, ours: await idleMemory(service), limit, unit: 'MiB' });
    await backend.remove();
  }
}
