import { BlindIndex, databaseOptions, Encryption, type Environment, loadDataKeys, projectServices, ReEncryption, withDatabase } from '@portal/service-kit';

/**
 * Encrypts everything with the first keys of DATA_KEYS, while the portal runs, and prints what is encrypted with which key.
 * @param only `status` counts and changes nothing
 * @throws Error while SEAL_PERSONAL_DATA is `later`
 * @returns false while the first keys have not encrypted every row
 */
export async function rotateKeys(environment: Environment, root: string, only?: 'status'): Promise<boolean> {
  let left = 0;
  for (const options of await projectServices(root, environment)) {
    const { service, settings } = options;
    if (settings.sealPersonalData === 'later' && only !== 'status')
      throw new Error('SEAL_PERSONAL_DATA is later: instances of the version before may still read these rows. Set it to now everywhere first.');
    const tables = await withDatabase(
      options,
      async (database) => {
        const keys = await loadDataKeys(settings);
        const reEncryption = new ReEncryption(database, new Encryption(keys), new BlindIndex(keys), options);
        if (only !== 'status') console.log(`svc-${service}: ${await reEncryption.run()} rows encrypted again`);
        return reEncryption.keyUsage(keys.encryption.map(({ id }) => id));
      },
      databaseOptions(options),
    );
    if (!tables) console.log(`svc-${service}: no data yet`);
    for (const { table, rows, keys: counts, left: stale } of tables ?? []) {
      const held = Object.entries(counts).filter(([, count]) => count > 0);
      console.log(`  ${table}: ${rows} rows${held.map(([id, count]) => `, ${id} ${count}`).join('')}${stale ? `; ${stale} left` : ''}`);
      left += stale;
    }
  }
  console.log(left ? `${left} rows are not encrypted with the first keys.` : 'Everything is encrypted with the first keys: older ones can leave DATA_KEYS.');
  return left === 0;
}
