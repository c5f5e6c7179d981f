import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Database, type DatabaseOptions } from './database/database.ts';
import { kitEntities } from './database/kit.entities.ts';
import type { ServiceOptions } from './http/start-service.ts';
import type { Environment } from './settings/settings.ts';

/** svc-media and svc-reference come first, then the areas, so that services that consume messages come before the services that produce them. */
const first = ['svc-media', 'svc-reference'];
const place = (name: string): number => (first.includes(name) ? first.indexOf(name) : first.length);

/**
 * Returns the description of every service of a project, including services added later: each `svc-*` folder exports `describeService`. Commands that work on
 * all databases use it.
 * @param root the project's folder; a relative DATA_DIR is below it
 */
export async function projectServices(root: string, environment: Environment): Promise<ServiceOptions[]> {
  const names = readdirSync(root).filter((name) => name.startsWith('svc-') && existsSync(join(root, name, 'package.json')));
  const inOrder = names.sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
  const here = { ...environment, DATA_DIR: resolve(root, environment.DATA_DIR || '.data') };
  return Promise.all(inOrder.map(async (name) => (await import(name)).describeService(here)));
}

/**
 * Opens the database of a service while a command works with it.
 * @param options the entities that the command needs; those of the kit by default
 * @returns undefined if the service has no data yet
 */
export async function withDatabase<T>(
  { service, settings }: Pick<ServiceOptions, 'service' | 'settings'>,
  work: (database: Database) => Promise<T>,
  options: DatabaseOptions = { service, entities: kitEntities, migrations: [] },
): Promise<T | undefined> {
  if (!settings.mysqlUrl && !existsSync(join(settings.dataDir, `${service}.db`))) return undefined;
  const database = await Database.open(settings, options);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
