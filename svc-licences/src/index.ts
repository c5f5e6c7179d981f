import 'reflect-metadata';
import { DOCUMENT_ERASED_TOPIC } from '@portal/contract-kit';
import { type Clock, type Environment, loadSettings, type RunningService, type ServiceOptions, startService } from '@portal/service-kit';
import { licenceKind } from './licence/licence.definition.ts';
import { LicenceRow } from './licence/licence.row.ts';
import { LicencesModule } from './licences.module.ts';
import { Licences1700000002000 } from './migrations/1700000002000-licences.ts';
import { LicenceBlindColumns1700000002001 } from './migrations/1700000002001-blind-columns.ts';
import { LicenceSearch1700000002002 } from './migrations/1700000002002-licence-search.ts';
import { LicenceTelephone1700000002003 } from './migrations/1700000002003-licence-telephone.ts';
import { LicenceIdentity1700000002004 } from './migrations/1700000002004-licence-identity.ts';
import { LicenceLists1700000901500 } from './migrations/1700000901500-licence-lists.ts';
import { LicenceHeldStep1700000903000 } from './migrations/1700000903000-licence-held-step.ts';
import { LicenceSettings } from './settings.ts';

export { LicenceSettings } from './settings.ts';

/** Describes the licence service: its modules, entities, migrations and settings. @throws SettingsError listing every invalid setting */
export const describeService = (env: Environment, clock?: Clock): ServiceOptions => {
  const settings = loadSettings(LicenceSettings, env);
  return {
    service: 'licences',
    title: 'Professional licences',
    settings,
    module: LicencesModule,
    entities: [LicenceRow],
    migrations: [
      Licences1700000002000,
      LicenceBlindColumns1700000002001,
      LicenceSearch1700000002002,
      LicenceTelephone1700000002003,
      LicenceIdentity1700000002004,
      LicenceLists1700000901500,
      LicenceHeldStep1700000903000,
    ],
    ...(clock ? { clock } : {}),
    documents: [licenceKind(settings)],
    erasureTopics: [DOCUMENT_ERASED_TOPIC],
  };
};

export const createService = (env: Environment, clock?: Clock): Promise<RunningService> => startService(describeService(env, clock));
