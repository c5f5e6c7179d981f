import { type Environment, projectServices, rotateKeysOf } from '@portal/service-kit';
import { noData } from './services.ts';

/**
 * Encrypts everything with the first keys of DATA_KEYS while the portal runs, and prints what is encrypted with which key.
 * @param only `status` counts and changes nothing
 * @throws Error while SEAL_PERSONAL_DATA is `later`, or if no service has any data
 * @returns false while some rows are not yet encrypted with the first keys
 */
export async function rotateKeys(environment: Environment, root: string, only?: 'status'): Promise<boolean> {
  let left = 0;
  let anyData = false;
  for (const options of await projectServices(root, environment)) {
    const { service } = options;
    const rotated = await rotateKeysOf(options, only);
    anyData ||= rotated !== undefined;
    if (!rotated) console.log(`svc-${service}: no data yet`);
    else if (only !== 'status') console.log(`svc-${service}: ${rotated.rows} rows encrypted again`);
    else console.log(`svc-${service}:`);
    for (const { table, rows, keys: counts, left: stale } of rotated?.tables ?? []) {
      const held = Object.entries(counts).filter(([, count]) => count > 0);
      console.log(`  ${table}: ${rows} rows${held.map(([id, count]) => `, ${id} ${count}`).join('')}${stale ? `; ${stale} left` : ''}`);
      left += stale;
    }
  }
  if (!anyData) throw noData('encrypt');
  console.log(
    left
      ? `${left} rows are not encrypted with the first keys.`
      : 'Everything is encrypted with the first keys. Keep the older ones: backups from before need them.',
  );
  return left === 0;
}
