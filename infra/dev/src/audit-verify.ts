import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  acceptEarlierVersion,
  Database,
  type Environment,
  faultSentence,
  findAuditKeys,
  isSignedBy,
  kitEntities,
  logNameOf,
  projectServices,
  type ServiceSettings,
  verifyAudit,
  WitnessClient,
  type WitnessedLog,
} from '@portal/service-kit';
import { HeadStore, localFolder } from '@portal/witness';

/** What was found out of one log, as sentences. */
interface Finding {
  whole: boolean;
  says: string;
}

/** What the witness keeps of a log: over HTTP, or from the folder of the one that `npm start` runs. @returns undefined where there is none */
async function witnessed(log: string, { witnessUrl, witnessToken, dataDir }: ServiceSettings): Promise<WitnessedLog | undefined> {
  if (witnessUrl) return new WitnessClient(witnessUrl, witnessToken ?? '').log(log);
  return existsSync(localFolder(dataDir)) ? new HeadStore(localFolder(dataDir)).log(log) : undefined;
}

const time = (timestamp: number): string => `${new Date(timestamp).toISOString().slice(0, 19)}Z`;
const many = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
const broken = (says: string): Finding => ({ whole: false, says: `BROKEN: ${says}` });

/** What the heads of the witness say, as the end of the sentence about a log that is whole. */
function aboutHeads(of: WitnessedLog | undefined): string {
  const last = of?.heads.at(-1);
  const restored = (of?.restored ?? []).map(({ at, size, reason }) => `; taken back to ${many(size, 'record')} on ${at}: ${reason}`).join('');
  if (!last) return `; no witness keeps a head of it${restored}`;
  return `; it extends all ${many((of as WitnessedLog).heads.length, 'head')} of the witness, the last of ${time(last.timestamp)} with ${many(last.size, 'record')}${restored}`;
}

async function verifyService(service: string, settings: ServiceSettings): Promise<Finding> {
  const log = logNameOf(settings.databasePrefix, service);
  let kept: WitnessedLog | undefined;
  try {
    kept = await witnessed(log, settings);
  } catch (error) {
    return { whole: false, says: `not proved: the witness at ${settings.witnessUrl} was asked, and ${error instanceof Error ? error.message : String(error)}` };
  }
  const heads = kept?.heads ?? [];
  const last = heads.at(-1);
  if (!settings.mysqlUrl && !existsSync(join(settings.dataDir, `${service}.db`)))
    return last ? broken(`there is no database, and the witness keeps a head of ${many(last.size, 'record')}`) : { whole: true, says: 'no data yet' };
  const keys = findAuditKeys(settings, service);
  const database = await Database.open(settings, { service, entities: kitEntities, migrations: [] });
  try {
    const report = await verifyAudit(database, { keys, heads });
    const stranger = keys && heads.find((head) => head.log !== log || !isSignedBy(head, keys));
    if (report.broken) return broken(faultSentence(report.broken));
    if (stranger) return broken(`the witness keeps a head of ${many(stranger.size, 'record')} of ${time(stranger.timestamp)} that this log did not sign`);
    if (!keys && report.records)
      return {
        whole: false,
        says: `${many(report.records, 'record')}, not proved: the file of AUDIT_KEYS is not there, so nobody can tell whether they were changed`,
      };
    if (settings.witnessUrl && report.records && !last)
      return { whole: false, says: `${many(report.records, 'record')}, not proved: the witness has never seen this log` };
    const chain = report.earlierChain && report.earlierChain !== 'whole' ? `; the chain of the earlier version was broken before: ${report.earlierChain}` : '';
    const waiting = report.unsealed ? `, ${report.unsealed} not sealed yet` : '';
    return { whole: true, says: `${report.records} records, whole${waiting}${aboutHeads(kept)}${chain}` };
  } finally {
    await database.close();
  }
}

/** The services of a project with their settings, their data below its folder. */
async function servicesOf(environment: Environment, root: string) {
  const here = { ...environment, DATA_DIR: resolve(root, environment.DATA_DIR || '.data') };
  return (await projectServices(root)).map((of) => of(here));
}

/**
 * Proves the audit log of every service: each record against its place in the log, the log against its signed head, and the log against every head that the
 * witness keeps. Prints a sentence for each.
 * @returns false when a record is missing, was changed or was added, or when this cannot be proved
 */
export async function verifyAudits(environment: Environment, root: string): Promise<boolean> {
  let whole = true;
  for (const { service, settings } of await servicesOf(environment, root)) {
    const finding = await verifyService(service, settings).catch(
      (error: unknown): Finding => ({ whole: false, says: `not proved: ${error instanceof Error ? error.message : String(error)}` }),
    );
    process.stdout.write(`svc-${service}: ${finding.says}\n`);
    whole &&= finding.whole;
  }
  return whole;
}

/** Lets every log take what an earlier version has written since this one was in use. @param reason kept on record */
export async function acceptEarlierVersions(environment: Environment, root: string, reason: string): Promise<void> {
  for (const { service, settings } of await servicesOf(environment, root)) {
    const keys = findAuditKeys(settings, service);
    if (!keys || (!settings.mysqlUrl && !existsSync(join(settings.dataDir, `${service}.db`)))) continue;
    const database = await Database.open(settings, { service, entities: kitEntities, migrations: [] });
    try {
      await acceptEarlierVersion(database, keys, reason);
    } finally {
      await database.close();
    }
    process.stdout.write(`svc-${service}: takes what an earlier version has written until now, and for a day; start the service anew\n`);
  }
}
