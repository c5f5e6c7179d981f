import { type DatabaseOptions, databaseOptions, type Environment, projectServices, type ServiceSettings } from '@portal/service-kit';

export interface ServiceDatabase {
  service: string;
  settings: ServiceSettings;
  options: DatabaseOptions;
}

/**
 * The databases of the portal that these settings describe. Consumers of messages stand before producers: embedded
 * files are copied one after the other, and a backup must never hold an effect without its cause.
 */
export const serviceDatabases = async (env: Environment, root: string): Promise<ServiceDatabase[]> =>
  (await projectServices(root)).map((describeService) => {
    const options = describeService(env);
    return { service: options.service, settings: options.settings, options: databaseOptions(options) };
  });
