import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addDevelopmentUsers, developmentUsers } from '@portal/identity';
import { colleagues } from '@portal/load/seed/case';
import { type Seeded, seed } from '@portal/load/seed/seed';
import { Clock, Database, type Environment, PrintClient, type RunningService, type ServiceOptions, startService } from '@portal/service-kit';
import { ownServices, type Portal, type StartService, startPortal } from './portal.ts';

/** Number of cases of a demonstration. */
export const DEMO_CASES = 300;

/** A clock that can be set back. The services of a portal that is being filled use it. */
class SettableClock extends Clock {
  /** The time that the clock shows; undefined means the present. */
  at?: number;
  override now(): Date {
    return new Date(this.at ?? Date.now());
  }
}

const markerOf = (dataDir: string): string => join(dataDir, 'demo.json');

/** What a portal needs to be filled with made-up cases: services with a settable clock, and additional officers. */
export class Demonstration {
  private readonly clock = new SettableClock();
  private readonly running: RunningService[] = [];

  /** @throws Error in production */
  constructor(
    private readonly root: string,
    private readonly environment: Environment,
  ) {
    if (environment.NODE_ENV === 'production') throw new Error('Cases are made up in development only, never in production.');
    if (environment.OIDC_ISSUER) throw new Error('Made up cases need the development sign-in: OIDC_ISSUER must not be set.');
    addDevelopmentUsers(
      colleagues.map(([username, name, like]) => {
        const { roles = [], agencies = [] } = developmentUsers.find((user) => user.username === like) ?? {};
        return { username, name, roles: [...roles], agencies: [...agencies] };
      }),
    );
  }

  /** Returns the services of the project, with the clock that can be set. */
  services(): Record<string, StartService> {
    return ownServices(this.root, (name) => async (settings) => {
      const { describeService } = (await import(name)) as { describeService(settings: Environment): ServiceOptions };
      const service = await startService({ ...describeService(settings), clock: this.clock });
      this.running.push(service);
      return service;
    });
  }

  /** Returns the number of made-up cases in the portal's data. */
  filled(): number {
    const marker = markerOf(resolve(this.root, this.environment.DATA_DIR || '.data'));
    return existsSync(marker) ? ((JSON.parse(readFileSync(marker, 'utf8')) as { cases?: number }).cases ?? 0) : 0;
  }

  /** Returns whether the portal's data contains the cases of a demonstration. */
  isFilled(): boolean {
    return this.filled() > 0;
  }

  /** Fills a portal that was started with these services with made-up cases. Afterwards its clock shows the present again. */
  async fill(portal: Portal, cases: number, report?: (line: string) => void): Promise<Seeded> {
    this.hurry(true);
    const before = this.filled();
    try {
      // The seed depends on the number of existing cases, so that cases that are added later are different.
      const seeded = await seed({ url: portal.url, cases, report, seed: 2026 + before, setTime: (at) => (this.clock.at = at) });
      writeFileSync(markerOf(portal.dataDir), `${JSON.stringify({ cases: before + cases, at: new Date().toISOString() })}\n`);
      return seeded;
    } finally {
      this.clock.at = undefined;
      this.hurry(false);
    }
  }

  /** Switches to fast filling or back. Made-up data can be made again, so no commit waits for the disk, and forms are drawn only on request. */
  private hurry(hurried: boolean): void {
    for (const { app } of this.running) {
      app.get(Database).durable = !hurried;
      app.get(PrintClient).atOnce = !hurried;
    }
  }
}

/**
 * `npm run load -- --seed <cases>`: starts the portal with the settings of `npm start`, fills it until it contains this many made-up cases, and stops it. If it
 * already contains as many, this does nothing.
 */
export async function runSeed(root: string, wanted: number): Promise<boolean> {
  process.umask(0o077);
  const environment = { RATE_LIMIT: 'off', ...process.env };
  const demonstration = new Demonstration(root, environment);
  const missing = wanted - demonstration.filled();
  if (missing <= 0) {
    console.log(`The portal holds ${demonstration.filled()} made up cases already.`);
    return true;
  }
  const portal = await startPortal({ environment, root, services: demonstration.services() });
  try {
    console.log(`Filling ${portal.dataDir} (database: ${portal.database}) with ${missing} cases …`);
    const { calls, receipts, voided, refused, seconds } = await demonstration.fill(portal, missing, (line) => console.log(`  ${line}`));
    console.log(`${missing} cases, ${receipts} receipts (${voided} voided), ${calls} calls in ${seconds.toFixed(0)} s`);
    const all = [...refused].sort((a, b) => b[1] - a[1]);
    for (const [reason, count] of all.slice(0, 12)) console.log(`  refused ${count} times: ${reason}`);
    return refused.size === 0 || all.reduce((sum, [, count]) => sum + count, 0) < calls / 20;
  } finally {
    await portal.close();
  }
}
