import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BlindIndex, Database, databaseOptions, Encryption, type Environment, loadDataKeys, projectServices, ReEncryption } from '@portal/service-kit';

/**
 * Seals everything with the first keys of DATA_KEYS, while the portal runs, and prints what is sealed with which key.
 * @param only `status` counts and changes nothing
 * @throws Error while SEAL_PERSONAL_DATA is `later`
 * @returns false while rows are left that the first keys have not sealed
 */
export async function rotateKeys(environment: Environment, root: string, only?: 'status', print: (line: string) => void = console.log): Promise<boolean> {
  const environmentHere = { ...environment, DATA_DIR: resolve(root, environment.DATA_DIR || '.data') };
  let left = 0;
  for (const options of (await projectServices(root)).map((of) => of(environmentHere))) {
    const { service, settings } = options;
    if (settings.sealPersonalData === 'later' && only !== 'status')
      throw new Error('SEAL_PERSONAL_DATA is later: instances of the version before may still read these rows. Set it to now everywhere first.');
    if (!settings.mysqlUrl && !existsSync(join(settings.dataDir, `${service}.db`))) {
      print(`svc-${service}: no data yet`);
      continue;
    }
    const keys = await loadDataKeys(settings);
    const database = await Database.open(settings, databaseOptions(options));
    try {
      const reEncryption = new ReEncryption(database, new Encryption(keys), new BlindIndex(keys), options);
      if (only !== 'status') print(`svc-${service}: ${await reEncryption.run()} rows sealed anew`);
      for (const { table, rows, keys: counts, left: stale } of await reEncryption.keyUsage(keys.encryption.map(({ id }) => id))) {
        const held = Object.entries(counts).filter(([, count]) => count > 0);
        print(`  ${table}: ${rows} rows${held.map(([id, count]) => `, ${id} ${count}`).join('')}${stale ? `; ${stale} left` : ''}`);
        left += stale;
      }
    } finally {
      await database.close();
    }
  }
  print(left ? `${left} rows are not sealed with the first keys.` : 'Everything is sealed with the first keys: older ones can leave DATA_KEYS.');
  return left === 0;
}
