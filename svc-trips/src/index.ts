import 'reflect-metadata';
import { DOCUMENT_ERASED_TOPIC } from '@portal/contract-kit';
import { type Clock, type Environment, loadSettings, type RunningService, type ServiceOptions, startService } from '@portal/service-kit';
import { Trips1700000003000 } from './migrations/1700000003000-trips.ts';
import { TripBlindColumns1700000003001 } from './migrations/1700000003001-blind-columns.ts';
import { TripSearch1700000003002 } from './migrations/1700000003002-trip-search.ts';
import { TripTelephone1700000003003 } from './migrations/1700000003003-trip-telephone.ts';
import { TripMovement1700000901100 } from './migrations/1700000901100-trip-movement.ts';
import { TripLists1700000901500 } from './migrations/1700000901500-trip-lists.ts';
import { TripSettings } from './settings.ts';
import { tripKind } from './trip/trip.definition.ts';
import { TripRow } from './trip/trip.row.ts';
import { TripsModule } from './trips.module.ts';

export { TripSettings } from './settings.ts';

/** Describes the trip service: its modules, entities, migrations and settings. @throws SettingsError listing every invalid setting */
export const describeService = (env: Environment, clock?: Clock): ServiceOptions => {
  const settings = loadSettings(TripSettings, env);
  return {
    service: 'trips',
    title: 'Vehicle trip permits',
    settings,
    module: TripsModule,
    entities: [TripRow],
    migrations: [
      Trips1700000003000,
      TripBlindColumns1700000003001,
      TripSearch1700000003002,
      TripTelephone1700000003003,
      TripMovement1700000901100,
      TripLists1700000901500,
    ],
    ...(clock ? { clock } : {}),
    documents: [tripKind(settings)],
    erasureTopics: [DOCUMENT_ERASED_TOPIC],
  };
};

export const createService = (env: Environment, clock?: Clock): Promise<RunningService> => startService(describeService(env, clock));
