/** Tests that a mistake can be undone: everything is restored to the moment before it, from a backup and the binary log of the database. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { backUp, restoreUntil } from '@portal/backup';
import { at, root } from '@portal/build/paths';
import { type Environment, faultSentence, findAuditKeys, projectServices, verifyAudit, withDatabase } from '@portal/service-kit';
import { checkAcknowledged } from '../acknowledged-check.ts';
import { callKinds } from '../calls.ts';
import { checkStored } from '../database-check.ts';
import { Ledger } from '../ledger.ts';
import { Load } from '../load.ts';
import { type PortalProcesses, services, startPortalProcesses } from '../processes/portal-processes.ts';
import { mergeFindings } from '../report.ts';
import { rowsOf } from '../service-database.ts';
import { until } from '../until.ts';

const run = promisify(execFile);
const mysqlArguments = ['--log-bin=binlog', '--binlog-format=ROW', '--sync-binlog=1', '--server-id=1'];

/** Returns the number of records in the audit log of each service, with the hash over all of them. */
async function auditHeads(env: Environment): Promise<string[]> {
  const heads: string[] = [];
  for (const { service, settings } of await projectServices(root, env)) {
    const report = await withDatabase({ service, settings }, (database) => verifyAudit(database, { keys: findAuditKeys(settings, service) }));
    if (report?.broken) throw new Error(`svc-${service}: ${faultSentence(report.broken)}`);
    if (report?.unsequenced) throw new Error(`svc-${service}: ${report.unsequenced} records are not in the log yet`);
    heads.push(`svc-${service}: ${report?.records} ${report?.head?.root}`);
  }
  return heads;
}

/** The number of documents that are created by the whole mix of calls, which also act on them. All further documents are only registered. */
const workedOn = 1_000;
const registrationsOnly = callKinds.map(({ name }) => name).filter((name) => name !== 'register an arrival');

/** Works with the portal until it has this many more documents. */
async function work(portal: PortalProcesses, ledger: Ledger, connections: number, documents: number): Promise<void> {
  const goal = ledger.documents.size + documents;
  const steps = [
    { enough: Math.min(goal, ledger.documents.size + workedOn), leaveOut: [] },
    { enough: goal, leaveOut: registrationsOnly },
  ];
  for (const { enough, leaveOut } of steps) {
    const load = new Load(portal.url, { ledger, connections, leaveOut });
    load.start();
    while (ledger.documents.size < enough) await wait(100);
    await load.stop();
  }
}

/** Applies the binary log in the way compose.yaml does. */
const applyLog = (env: Environment, words: string[]) =>
  run(at('infra/compose/mariadb/apply-log.sh'), words, {
    env: {
      PATH: process.env.PATH,
      MYSQL_HOST: '127.0.0.1',
      MYSQL_TCP_PORT: new URL(String(env.MYSQL_URL)).port,
      MARIADB_ROOT_PASSWORD: '',
    } as unknown as NodeJS.ProcessEnv,
  });

const end = async (portal: PortalProcesses): Promise<void> => {
  for (const name of ['gateway', ...services]) await portal.process(name).kill('SIGTERM');
};

const begin = async (portal: PortalProcesses): Promise<void> => {
  for (const name of [...services, 'gateway']) await portal.process(name).start();
};

export interface Recovered {
  documents: number;
  records: number;
  seconds: { backup: number; restore: number };
  problems: string[];
}

/**
 * Registers this many documents, half of them before a backup and half after it, loses them by a mistake, and restores them. The moment is an ordinary one:
 * prints are still to be drawn and messages to be sent.
 */
export async function runPointInTime({ documents, connections = 16 }: { documents: number; connections?: number }): Promise<Recovered> {
  const portal = await startPortalProcesses({ mysqlArguments, mysqlDirect: true });
  const ledger = new Ledger();
  const folder = path.join(portal.folder, 'backup');
  const seconds = { backup: 0, restore: 0 };
  const timed = async (what: keyof typeof seconds, step: () => Promise<unknown>): Promise<void> => {
    const began = Date.now();
    await step();
    seconds[what] += (Date.now() - began) / 1000;
  };
  try {
    await work(portal, ledger, connections, documents / 2);
    // The load continues during the backup.
    const meanwhile = work(portal, ledger, connections, documents / 2);
    await timed('backup', () => backUp(portal.env, { folder, root }));
    await meanwhile;
    await until('all records are in the audit logs', () => auditHeads(portal.env), { seconds: 120, every: 1000 });
    await end(portal);
    const heads = await auditHeads(portal.env);
    await wait(1_100);
    const moment = new Date(Math.floor(Date.now() / 1000) * 1000);
    await wait(1_100);
    await begin(portal);

    // First changes after the moment, which must be lost, and then the mistake.
    const later = new Ledger();
    await work(portal, later, connections, 50);
    await rowsOf(portal.env, 'declarations', 'delete from arrival_declaration');
    await rowsOf(portal.env, 'trips', "update document_action set action = 'x'");

    await end(portal);
    await timed('restore', async () => {
      const how = { folder, root, force: true, until: moment };
      const { apply } = await restoreUntil(portal.env, how);
      await applyLog(portal.env, apply ?? []);
      await restoreUntil(portal.env, how);
    });
    const problems = (await auditHeads(portal.env)).flatMap((head, i) => (head === heads[i] ? [] : [`the audit log was ${heads[i]}, and is ${head}`]));
    await begin(portal);
    const found = mergeFindings(await checkAcknowledged(ledger, portal.url), await checkStored(ledger, portal.env));
    problems.push(...Object.values(found).flat());
    const records = heads.reduce((sum, head) => sum + Number(head.split(' ')[1]), 0);
    return { documents: ledger.documents.size, records, seconds, problems };
  } finally {
    await portal.stop();
  }
}
