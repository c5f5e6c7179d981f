import 'reflect-metadata';
import { type Clock, type Environment, loadSettings, type RunningService, startService } from '@portal/service-kit';
import { BorderInput, DecisionInput, ModificationInput, OwnershipInput, TripBody } from '../contract/index.ts';
import { Trips1700000003000 } from './migrations/1700000003000-trips.ts';
import { TripSettings } from './settings.ts';
import { TripRow } from './trip/trip.row.ts';
import { TripsModule } from './trips.module.ts';

/** Starts the trip service. @throws SettingsError listing every bad setting */
export const createService = (env: Environment, clock?: Clock): Promise<RunningService> =>
  startService({
    service: 'trips',
    title: 'Vehicle trip permits',
    settings: loadSettings(TripSettings, env),
    module: TripsModule,
    entities: [TripRow],
    migrations: [Trips1700000003000],
    contracts: [TripBody, DecisionInput, BorderInput, ModificationInput, OwnershipInput],
    ...(clock ? { clock } : {}),
  });
