import { existsSync } from 'node:fs';
import {
  acceptEarlierVersion,
  type Environment,
  faultSentence,
  findAuditKeys,
  isSignedBy,
  logNameOf,
  projectServices,
  type ServiceOptions,
  type ServiceSettings,
  verifyAudit,
  WitnessClient,
  type WitnessedLog,
  withDatabase,
} from '@portal/service-kit';
import { HeadStore, localFolder } from '@portal/witness';
import { noData } from './services.ts';

/** The result of verifying one log. */
interface Finding {
  whole: boolean;
  says: string;
}

/** Reads what the witness knows of a log: over HTTP, or from the folder of the witness of `npm start`. @returns undefined if there is no witness */
async function readWitnessedLog(log: string, { witnessUrl, witnessToken, dataDir }: ServiceSettings): Promise<WitnessedLog | undefined> {
  if (witnessUrl) return new WitnessClient(witnessUrl, witnessToken ?? '').log(log);
  return existsSync(localFolder(dataDir)) ? new HeadStore(localFolder(dataDir)).log(log) : undefined;
}

const time = (timestamp: number): string => `${new Date(timestamp).toISOString().slice(0, 19)}Z`;
const many = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
const noDataYet: Finding = { whole: true, says: 'no data yet' };
const broken = (says: string): Finding => ({ whole: false, says: `BROKEN: ${says}` });

/** Returns the end of the sentence about a verified log: what the witness confirms. */
function aboutHeads(of: WitnessedLog | undefined): string {
  const last = of?.heads.at(-1);
  const restored = (of?.restored ?? []).map(({ at, size, reason }) => `; taken back to ${many(size, 'record')} on ${at}: ${reason}`).join('');
  if (!last) return `; no witness keeps a head of it${restored}`;
  return `; it extends all ${many((of as WitnessedLog).heads.length, 'head')} of the witness, the last of ${time(last.timestamp)} with ${many(last.size, 'record')}${restored}`;
}

async function verifyService({ service, settings }: ServiceOptions): Promise<Finding> {
  const log = logNameOf(settings.databasePrefix, service);
  let kept: WitnessedLog | undefined;
  try {
    kept = await readWitnessedLog(log, settings);
  } catch (error) {
    return { whole: false, says: `not proved: the witness at ${settings.witnessUrl} was asked, and ${error instanceof Error ? error.message : String(error)}` };
  }
  const heads = kept?.heads ?? [];
  const last = heads.at(-1);
  const keys = findAuditKeys(settings, service);
  const report = await withDatabase({ service, settings }, (database) => verifyAudit(database, { keys, heads }));
  if (!report) return last ? broken(`there is no database, and the witness keeps a head of ${many(last.size, 'record')}`) : noDataYet;
  const stranger = keys && heads.find((head) => head.log !== log || !isSignedBy(head, keys));
  const notProved = (why: string): Finding => ({ whole: false, says: `${many(report.records, 'record')}, not proved: ${why}` });
  if (report.broken) return broken(faultSentence(report.broken));
  if (stranger) return broken(`the witness keeps a head of ${many(stranger.size, 'record')} of ${time(stranger.timestamp)} that this log did not sign`);
  if (!keys && report.records) return notProved('the file of AUDIT_KEYS is missing, so nobody can tell whether they were changed');
  if (settings.witnessUrl && report.records && !last) return notProved('the witness has never seen this log');
  const chain = report.earlierChain && report.earlierChain !== 'whole' ? `; the chain of the earlier version was broken before: ${report.earlierChain}` : '';
  const waiting = report.unsequenced ? `, ${report.unsequenced} not in the log yet` : '';
  return { whole: true, says: `${report.records} records, whole${waiting}${aboutHeads(kept)}${chain}` };
}

/**
 * Verifies the audit log of every service: each record against its place in the log, the log against its signed head, and the log against every head that the
 * witness has. Prints one line per service.
 * @returns false if a record is missing, changed or added, or if this cannot be verified
 * @throws Error if no service has any data
 */
export async function verifyAudits(environment: Environment, root: string): Promise<boolean> {
  let whole = true;
  let anyData = false;
  for (const service of await projectServices(root, environment)) {
    const finding = await verifyService(service).catch(
      (error: unknown): Finding => ({ whole: false, says: `not proved: ${error instanceof Error ? error.message : String(error)}` }),
    );
    console.log(`svc-${service.service}: ${finding.says}`);
    whole &&= finding.whole;
    anyData ||= finding !== noDataYet;
  }
  if (!anyData) throw noData('verify');
  return whole;
}

/** Accepts audit records that an earlier version of the services has written since this version runs. @param reason is stored in the log */
export async function acceptEarlierVersions(environment: Environment, root: string, reason: string): Promise<void> {
  for (const options of await projectServices(root, environment)) {
    const keys = findAuditKeys(options.settings, options.service);
    if (!keys) continue;
    await withDatabase(options, async (database) => {
      await acceptEarlierVersion(database, keys, reason);
      console.log(`svc-${options.service}: accepts what an earlier version has written until now, and for a day; restart the service`);
    });
  }
}
