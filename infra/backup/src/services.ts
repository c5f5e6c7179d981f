import { type DatabaseOptions, databaseOptions, type Environment, projectServices, type ServiceSettings } from '@portal/service-kit';

export interface ServiceDatabase {
  service: string;
  settings: ServiceSettings;
  options: DatabaseOptions;
}

/**
 * The databases of the portal that these settings describe. Those who hear come before those who tell: a snapshot of the embedded files
 * must never hold an effect without its cause.
 */
export const serviceDatabases = async (env: Environment, root: string): Promise<ServiceDatabase[]> =>
  (await projectServices(root)).map((describeService) => {
    const options = describeService(env);
    return { service: options.service, settings: options.settings, options: databaseOptions(options) };
  });
