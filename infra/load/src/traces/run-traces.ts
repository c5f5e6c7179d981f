import { readCredentials } from '../credentials.ts';
import { startPortalProcesses } from '../processes/portal-processes.ts';
import { runTraces } from './traces.ts';

/**
 * Makes random traces on a portal that it starts, or on the portal at `url`, and prints the results. @param credentials a file with what the staff of that
 * portal signs in with @returns whether every answer was as the tables promise
 */
export async function runTracesAlone({ steps, url: given, credentials: file }: { steps: number; url?: string; credentials?: string }): Promise<boolean> {
  const credentials = file ? readCredentials(file) : undefined;
  const own = given ? undefined : await startPortalProcesses();
  try {
    const began = Date.now();
    const { faults, answers, ways, reached, ...report } = await runTraces({ url: own?.url ?? new URL(given ?? '').origin, credentials, steps });
    console.log(`${report.steps} steps (${ways}), ${report.calls} calls in ${((Date.now() - began) / 1000).toFixed(0)} s, answered ${answers}.`);
    console.log(`Led to ${reached}.`);
    for (const fault of faults) console.log(fault);
    console.log(`Not as promised: ${faults.length}.`);
    return faults.length === 0;
  } finally {
    await own?.stop();
  }
}
