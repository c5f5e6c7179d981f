import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type TestBackend, testBackends } from '@portal/service-kit/testing';
import { arrivals } from '../calls.ts';
import { Ledger } from '../ledger.ts';
import { type PortalProcesses, startPortalProcesses } from '../processes/portal-processes.ts';
import { runTraces } from '../traces/traces.ts';
import { faultOfCommands } from './commands.ts';
import { experiment } from './experiment.ts';
import { killed, type PortalFault, receiptWhileAway } from './faults.ts';
import { keptSections } from './run-chaos.ts';

/** A short form of `npm run chaos`: the faults that a release must never handle badly, under a light load. */
const light = { connections: 3, before: 1, after: 1, leaveOut: ['PDF', 'staff list', 'upload'] };
const unharmed = { lost: [], duplicates: [], faults: [] };

it('reports a document that two registrations received, and a skipped version', () => {
  const ledger = new Ledger();
  const model = { id: 'a', version: 1, documentStatus: 'CREATED', serialReference: { reference: '', year: 2026, serial: 'A', number: 1 } };
  ledger.registered(arrivals, model);
  ledger.registered(arrivals, model);
  ledger.changed({ ...model, version: 3 });
  expect(ledger.takeNews().faults).toEqual(['two registrations were given the same document a', 'a went from version 1 to 3']);
});

it('keeps the sections of separate runs when a whole run writes the page', () => {
  const separate = '\n## Messages\n\nA separate run.\n\n## Attacks\n\nAnother.\n';
  expect(keptSections(`# Fault injection\n\n| fault |\n${separate}`)).toBe(separate);
  expect(keptSections('# Fault injection\n')).toBe('');
});

// The processes find each other through Redis.
const withServers = process.env.TEST_REDIS_URL ? testBackends().slice(1) : [];
for (const [engine, makeBackend] of withServers) {
  describe(`a portal of separate processes on ${engine}`, () => {
    const ledger = new Ledger();
    let backend: TestBackend;
    let portal: PortalProcesses;

    // How fast a portal recovers and delivers is measured by `npm run chaos`. Here the machine may be busy with other tests.
    const after = (fault: PortalFault) => experiment(portal, ledger, { ...fault, recovers: 90, delivers: 200 }, light);

    beforeAll(async () => {
      execFileSync(process.execPath, [join(__dirname, '../../../build/build.mjs'), 'backend'], { stdio: 'pipe' });
      backend = await makeBackend();
      portal = await startPortalProcesses({
        mysql: false,
        redis: false,
        balanced: true,
        env: { ...backend.env, SESSION_PREFIX: `{${backend.env.QUEUE_PREFIX}}` },
      });
    });
    afterAll(async () => {
      await portal?.stop();
      await backend?.remove();
    });

    it('neither loses nor duplicates acknowledged results when svc-declarations is killed, and recovers', async () => {
      const found = await after(killed('svc-declarations', 1));
      expect(found).toMatchObject(unharmed);
      expect(found.acknowledged).toBeGreaterThan(0);
    });

    it('moves a trip once when its receipt arrives while svc-trips is down', async () => {
      expect(await after(receiptWhileAway)).toMatchObject(unharmed);
      expect(ledger.receipts.size).toBeGreaterThan(0);
    });

    it('injects the fault of two commands into a portal of which it knows only the address', async () => {
      const { pid } = portal.process('svc-declarations');
      const frozen = faultOfCommands({ name: 'frozen', begin: `kill -STOP ${pid}`, end: `kill -CONT ${pid}`, seconds: 4, recovers: 90 });
      const found = await experiment({ url: portal.url }, ledger, frozen, light);
      expect(found).toMatchObject({ ...unharmed, delivered: undefined });
      expect(found.pause).toBeGreaterThan(1.5);
    });

    it('upgrades one service while the others run, without losing an acknowledged result', async () => {
      const upgrade: PortalFault = { name: 'upgrade of svc-trips', recovers: 10, inject: () => portal.replace('svc-trips') };
      const found = await after(upgrade);
      expect(found).toMatchObject(unharmed);
      // Only calls to svc-trips itself may have to be repeated.
      expect(found.retries).toMatch(/^(none|503 ×\d+)$/);
    });

    // This test must be the last one, because what it writes is not in the ledger.
    it('answers random actions of all callers as the workflow tables are printed, and does each of them once', async () => {
      const { steps, answers, ways, faults } = await runTraces({ url: portal.url, steps: 300 });
      expect(faults).toEqual([]);
      expect(steps).toBeGreaterThanOrEqual(300);
      expect([...answers.keys()]).toEqual(expect.arrayContaining(['200', '401', '403', '409']));
      expect([...ways.keys()].sort()).toEqual(['once', 'outdated', 'together', 'twice']);
    });
  });
}
