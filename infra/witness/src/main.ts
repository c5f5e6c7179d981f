import { loadSettings } from '@portal/service-kit/settings';
import { HeadStore } from './head-store.ts';
import { createWitness } from './server.ts';
import { WitnessSettings } from './settings.ts';

/**
 * The program of the witness. Without arguments it serves until SIGTERM or SIGINT. After a restore of a backup, run this on the machine of the witness:
 * `node infra/witness/dist/src/main.js restored portal.trips 1234 "backup of Monday"`. It tells the witness that the log has 1234 records again.
 */
async function main([command, log = '', size = '', ...reason]: string[]): Promise<void> {
  if (command === 'restored') {
    if (!/^\d+$/.test(size) || reason.length === 0) throw new Error('restored <log> <records that it has now> <reason>');
    const taken = new HeadStore(loadSettings(WitnessSettings, process.env).dataDir).restore(log, Number(size), reason.join(' '));
    process.stdout.write(`${log}: ${taken} heads no longer count; the next head may extend the one of ${size} records or the last before it.\n`);
    return;
  }
  if (command) throw new Error(`There is no command "${command}"; there is "restored", and none to serve`);
  const witness = await createWitness(process.env);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void witness.close().then(() => process.exit(0)));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
