import 'reflect-metadata';
import { type Environment, loadSettings, type RunningService, startService } from '@portal/service-kit';
import { ArrivalDeclarationBody, DecisionInput, DepartureDeclarationBody, VerificationInput } from '../contract/index.ts';
import { ArrivalRow } from './arrival/arrival.row.ts';
import { DeclarationsModule } from './declarations.module.ts';
import { DepartureRow } from './departure/departure.row.ts';
import { Declarations1700000001000 } from './migrations/1700000001000-declarations.ts';
import { DeclarationSettings } from './settings.ts';

export { DeclarationSettings } from './settings.ts';

/** Starts the declarations service. @throws SettingsError listing every bad setting */
export const createService = (env: Environment): Promise<RunningService> =>
  startService({
    service: 'declarations',
    title: 'Traveller declarations',
    settings: loadSettings(DeclarationSettings, env),
    module: DeclarationsModule,
    entities: [DepartureRow, ArrivalRow],
    migrations: [Declarations1700000001000],
    contracts: [DepartureDeclarationBody, ArrivalDeclarationBody, VerificationInput, DecisionInput],
  });
