/** The connections of a service, managed by @nestjs/typeorm: one data source for reading and one for writing. */
import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { getDataSourceToken, getRepositoryToken, InjectRepository, TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';
import type { DataSource, DataSourceOptions } from 'typeorm';
import type { ServiceSettings } from '../settings/settings.ts';
import { type DatabaseOptions, dataSourceOptions, openReading, openWriting } from './data-sources.ts';
import { Database } from './database.ts';

/** Name of the data source for reads outside a transaction. */
const READING = 'reading';

type EntityClass = new () => object;

/** Injects the repository that reads this entity's table. Writes go through the manager of `Database.write`. */
export const ReadRepository = (entity: EntityClass): ParameterDecorator => InjectRepository(entity, READING);

/** If the database is unreachable at start, the service ends at once, as after any other error; its supervisor starts it again. */
const withoutRetry = { toRetry: () => false } satisfies TypeOrmModuleOptions;

/** Number of databases opened in this process. Several services in one process need data sources with different names. */
let opened = 0;

@Module({})
export class DatabaseModule {
  /** Returns the module with the data sources of a service. @param repositories entities that the service may inject with `@ReadRepository` */
  static forService(settings: ServiceSettings, options: DatabaseOptions, repositories: readonly EntityClass[]): DynamicModule {
    const name = `${options.service}-${++opened}`;
    const writing = getDataSourceToken(`${name}-writing`);
    const reading = settings.mysqlUrl ? writing : getDataSourceToken(`${name}-${READING}`);
    const imports = [
      TypeOrmModule.forRootAsync({
        name: `${name}-writing`,
        useFactory: async () => ({ ...(await dataSourceOptions(settings, options)), ...withoutRetry }),
        dataSourceFactory: (given) => openWriting(given as DataSourceOptions, settings, options),
      }),
    ];
    if (reading !== writing)
      imports.push(
        TypeOrmModule.forRootAsync({
          name: `${name}-${READING}`,
          inject: [writing],
          useFactory: (source: DataSource) => ({ ...source.options, ...withoutRetry }),
          dataSourceFactory: (given) => openReading(given as DataSourceOptions),
        }),
      );
    const providers: Provider[] = [
      { provide: getDataSourceToken(READING), useExisting: reading },
      { provide: Database, inject: [reading, writing], useFactory: (from: DataSource, to: DataSource) => new Database(from, to) },
      ...repositories.map((entity) => ({
        provide: getRepositoryToken(entity, READING),
        inject: [reading],
        useFactory: (source: DataSource) => source.getRepository(entity),
      })),
    ];
    return { module: DatabaseModule, global: true, imports, providers, exports: providers.map((each) => (each as { provide: string }).provide) };
  }
}
