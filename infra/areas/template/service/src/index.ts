import 'reflect-metadata';
import { type Environment, loadSettings, type RunningService, type ServiceOptions, startService } from '@portal/service-kit';
import { Samples1700000100000 } from './migrations/1700000100000-samples.ts';
import { sampleKind } from './sample/sample.definition.ts';
import { SampleRow } from './sample/sample.row.ts';
import { SamplesModule } from './samples.module.ts';
import { SampleSettings } from './settings.ts';

export { SampleSettings } from './settings.ts';

/** Describes the sample service: its settings, migrations and documents. @throws SettingsError listing every bad setting */
export const describeService = (env: Environment): ServiceOptions => ({
  service: 'samples',
  title: 'Samples',
  settings: loadSettings(SampleSettings, env),
  module: SamplesModule,
  entities: [SampleRow],
  migrations: [Samples1700000100000],
  documents: [sampleKind],
});

export const createService = (env: Environment): Promise<RunningService> => startService(describeService(env));
