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
