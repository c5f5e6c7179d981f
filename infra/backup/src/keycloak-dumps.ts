import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { timeOfName } from './named-times.ts';

/** The end of the name of a dump. infra/compose/mariadb/keycloak-dump.sh gives it to a dump that is complete. */
const ending = '.sql.gz';

/**
 * Returns when the newest dump of Keycloak's database was made, in Unix time in seconds; 0 if there is none.
 * @param folder the folder of the dumps
 */
export function newestKeycloakDump(folder: string): number {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return 0;
  }
  return Math.max(0, ...names.filter((name) => name.endsWith(ending)).map((name) => timeOfName(basename(name, ending))));
}
