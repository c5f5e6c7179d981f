import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Database, type Environment, kitEntities, projectServices, verifyAudit } from '@portal/service-kit';

/**
 * Walks the audit chain of every service's database and prints what it finds.
 * @returns false when a record is missing or was changed
 */
export async function verifyAudits(environment: Environment, root: string): Promise<boolean> {
  const environmentHere = { ...environment, DATA_DIR: resolve(root, environment.DATA_DIR || '.data') };
  let whole = true;
  for (const { service, settings } of (await projectServices(root)).map((of) => of(environmentHere))) {
    if (!settings.mysqlUrl && !existsSync(join(settings.dataDir, `${service}.db`))) {
      process.stdout.write(`svc-${service}: no data yet\n`);
      continue;
    }
    const database = await Database.open(settings, { service, entities: kitEntities, migrations: [] });
    try {
      const { records, unsealed, broken } = await verifyAudit(database);
      const waiting = unsealed ? `, ${unsealed} not sealed yet` : '';
      process.stdout.write(
        broken
          ? `svc-${service}: BROKEN after ${records} records: record ${broken.seq} ${broken.id} ${broken.reason}\n`
          : `svc-${service}: ${records} records, whole${waiting}\n`,
      );
      whole &&= !broken;
    } finally {
      await database.close();
    }
  }
  return whole;
}
