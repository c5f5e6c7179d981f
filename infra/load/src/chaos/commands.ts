/** Faults of a portal that somebody else runs. The operator gives the commands that begin and end each fault. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Fault, PortalUnderTest } from './experiment.ts';

/** A fault in the operator's file, such as `{ "name": "trips killed", "begin": "docker kill portal-svc-trips-1", "end": "docker start portal-svc-trips-1" }`. */
interface FaultCommands {
  name: string;
  /** Command that begins the fault. It runs in a shell, on the machine on which the tool runs. */
  begin: string;
  /** Command that ends the fault; left out if the fault ends by itself. It also runs if the first command fails. */
  end?: string;
  /** Seconds between the two commands; 5 if left out. */
  seconds?: number;
  /** Seconds after the end within which calls must succeed again; 60 if left out. */
  recovers?: number;
}

const commandSeconds = 300;

/** @throws Error with the output of the command if it fails */
async function runCommand(command: string): Promise<void> {
  try {
    await promisify(execFile)('sh', ['-c', command], { timeout: commandSeconds * 1000 });
  } catch (error) {
    const { message, stderr } = error as Error & { stderr?: string };
    throw new Error(`the command failed: ${command}\n${stderr?.trim() || message}`);
  }
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const isDuration = (value: unknown): boolean => value === undefined || (typeof value === 'number' && value >= 0 && value <= 3600);

/** Returns what is wrong with an entry of the file; undefined if nothing is. */
function mistake(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null) return 'is not an object';
  const { name, begin, end, seconds, recovers } = entry as Record<string, unknown>;
  if (!isText(name)) return 'needs a "name"';
  if (!isText(begin)) return 'needs the command "begin"';
  if (end !== undefined && !isText(end)) return '"end" must be a command';
  if (!isDuration(seconds)) return '"seconds" must be a number from 0 to 3600';
  if (!isDuration(recovers)) return '"recovers" must be a number from 0 to 3600';
  return undefined;
}

/** Returns the fault that two commands make. */
export const faultOfCommands = ({ name, begin, end, seconds = 5, recovers = 60 }: FaultCommands): Fault<PortalUnderTest> => ({
  name,
  recovers,
  async inject(_portal, _ledger, _load, hold) {
    try {
      await runCommand(begin);
      await hold(seconds * 1000);
    } finally {
      if (end) await runCommand(end);
    }
  },
});

/** Reads the faults of a file, a JSON array. @throws Error that names the entry and what is wrong with it */
export function readFaults(file: string): Fault<PortalUnderTest>[] {
  const entries: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!Array.isArray(entries) || entries.length === 0) throw new Error(`${file}: must be an array of faults`);
  return entries.map((entry, i) => {
    const wrong = mistake(entry);
    if (wrong) throw new Error(`${file}: fault ${i + 1} ${wrong}`);
    return faultOfCommands(entry);
  });
}
