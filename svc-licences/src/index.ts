import 'reflect-metadata';
import { type Clock, type Environment, loadSettings, type RunningService, startService } from '@portal/service-kit';
import { LicenceRecommendation, LicenceValidity, LicenceVerification, ProfessionalLicence } from '../contract/index.ts';
import { LicenceRow } from './licence/licence.row.ts';
import { LicencesModule } from './licences.module.ts';
import { Licences1700000002000 } from './migrations/1700000002000-licences.ts';
import { LicenceSettings } from './settings.ts';

export { LicenceSettings } from './settings.ts';

/** Starts the licence service. @throws SettingsError listing every bad setting */
export const createService = (env: Environment, clock?: Clock): Promise<RunningService> =>
  startService({
    service: 'licences',
    title: 'Professional licences',
    settings: loadSettings(LicenceSettings, env),
    module: LicencesModule,
    entities: [LicenceRow],
    migrations: [Licences1700000002000],
    contracts: [ProfessionalLicence, LicenceVerification, LicenceRecommendation, LicenceValidity],
    ...(clock ? { clock } : {}),
  });
