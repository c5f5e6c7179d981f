import { type DatabaseOptions, databaseOptions, type Environment, projectServices, type ServiceOptions, type ServiceSettings } from '@portal/service-kit';

export interface ServiceDatabase {
  service: string;
  settings: ServiceSettings;
  options: DatabaseOptions;
  /** The description of the service, with its encrypted columns. */
  description: ServiceOptions;
}

/**
 * Returns the databases of the portal that these settings describe, with the consumers of messages before the producers. Embedded databases are copied one
 * after the other, and a backup must never contain the effect of a message without the message.
 */
export const serviceDatabases = async (env: Environment, root: string): Promise<ServiceDatabase[]> =>
  (await projectServices(root, env)).map((description) => ({
    service: description.service,
    settings: description.settings,
    options: databaseOptions(description),
    description,
  }));

/** Returns the error of a command that found no data of any service, as in a checkout that is not the portal. @param purpose such as "verify" */
export const noData = (purpose: string): Error =>
  new Error(`There is no data to ${purpose}. Set MYSQL_URL and DATABASE_PREFIX, or DATA_DIR, as the portal does. In a deployment, use its containers.`);
