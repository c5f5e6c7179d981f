import { readdirSync } from 'node:fs';

/** The name of a dump: its time in UTC. infra/compose/mariadb/keycloak-dump.sh gives it to a dump that is complete. */
const dumpName = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)\.sql\.gz$/;

/**
 * Returns when the newest dump of Keycloak's database was made, in Unix time in seconds; 0 if there is none. A dump that was made while the clock was ahead does
 * not count: it would hide that there is no newer one.
 * @param folder the folder of the dumps
 */
export function newestKeycloakDump(folder: string): number {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return 0;
  }
  const times = names.flatMap((name) => {
    const [, day, hour, minute, second] = dumpName.exec(name) ?? [];
    return day ? Date.parse(`${day}T${hour}:${minute}:${second}Z`) / 1000 : [];
  });
  return Math.max(0, ...times.filter((time) => time <= Date.now() / 1000));
}
