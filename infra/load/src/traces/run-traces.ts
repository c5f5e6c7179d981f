import { startPortalProcesses } from '../processes/portal-processes.ts';
import { runTraces } from './traces.ts';

/**
 * Makes random traces on a portal that it starts, or on the portal at `url`, and prints the results. @returns whether every answer was as the tables promise
 */
export async function runTracesAlone({ steps, url: given }: { steps: number; url?: string }): Promise<boolean> {
  const own = given ? undefined : await startPortalProcesses();
  try {
    const began = Date.now();
    const { faults, answers, ways, reached, ...report } = await runTraces({ url: own?.url ?? new URL(given ?? '').origin, steps });
    console.log(`${report.steps} steps (${ways}), ${report.calls} calls in ${((Date.now() - began) / 1000).toFixed(0)} s, answered ${answers}.`);
    console.log(`Led to ${reached}.`);
    for (const fault of faults) console.log(fault);
    console.log(`Not as promised: ${faults.length}.`);
    return faults.length === 0;
  } finally {
    await own?.stop();
  }
}
