import type { Database } from '../database/database.ts';
import type { ServiceOptions } from '../http/start-service.ts';
import { databaseOptions } from '../kit.module.ts';
import { withDatabase } from '../project-services.ts';
import { BlindIndex } from './blind-index.ts';
import { type DataKeys, loadDataKeys } from './data-keys.ts';
import { Encryption } from './encryption.ts';
import { type KeyUsage, ReEncryption } from './re-encryption.ts';

export interface RotatedKeys {
  /** Number of rows that were encrypted again. */
  rows: number;
  tables: KeyUsage[];
}

/**
 * Encrypts all stored data of a service with the first keys of DATA_KEYS. The service may run meanwhile.
 * @param only `status` counts and changes nothing
 * @returns undefined if the service has no data yet
 * @throws Error while SEAL_PERSONAL_DATA is `later`
 */
export async function rotateKeysOf(options: ServiceOptions, only?: 'status'): Promise<RotatedKeys | undefined> {
  const { settings } = options;
  if (settings.sealPersonalData === 'later' && only !== 'status')
    throw new Error('SEAL_PERSONAL_DATA is later: instances of the version before may still read these rows. Set it to now everywhere first.');
  return withDatabase(
    options,
    async (database) => {
      const keys = await loadDataKeys(settings);
      const reEncryption = new ReEncryption(database, new Encryption(keys), new BlindIndex(keys), options);
      const rows = only === 'status' ? 0 : await reEncryption.run();
      return { rows, tables: await reEncryption.keyUsage(keys.encryption.map(({ id }) => id)) };
    },
    databaseOptions(options),
  );
}

/**
 * Checks that these keys decrypt the data of a service: one value of each table that holds encrypted ones, for each key.
 * @throws Error that names the missing key, or the kind of record that does not open
 */
export async function checkKeys(options: ServiceOptions, keys: DataKeys): Promise<void> {
  const check = (database: Database): Promise<void> =>
    new ReEncryption(database, new Encryption(keys), new BlindIndex(keys), options).decryptSamples(keys.encryption.map(({ id }) => id));
  await withDatabase(options, check, databaseOptions(options));
}
