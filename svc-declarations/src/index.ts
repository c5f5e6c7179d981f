import 'reflect-metadata';
import { type Clock, type EncryptedColumn, type Environment, loadSettings, type RunningService, type ServiceOptions, startService } from '@portal/service-kit';
import { arrivalKind } from './arrival/arrival.definition.ts';
import { ArrivalRow } from './arrival/arrival.row.ts';
import { DeclarationsModule } from './declarations.module.ts';
import { departureKind } from './departure/departure.definition.ts';
import { DepartureRow } from './departure/departure.row.ts';
import { gateDecisionContext } from './gate/gate.decisions.ts';
import { CodeChangeRow, GateDecisionRow } from './gate/gate.entities.ts';
import { gateSchemas } from './gate/gate.schemas.ts';
import { DeclarationGroupRow } from './group/group.row.ts';
import { groupSchemas } from './group/group.schemas.ts';
import { ImportLineRow, ImportPersonRow, ImportRow } from './import/import.entities.ts';
import { lineContext, senderContext } from './import/import.lines.ts';
import { enableListUploads } from './import/import.plugins.ts';
import { importSchemas } from './import/import.schemas.ts';
import { LaneHitRow, LaneRevisionRow, LaneTableRow, LaneTrialRow, WatchListEntryRow } from './lane-rules/lane-rules.entities.ts';
import { laneRulesSchemas } from './lane-rules/lane-rules.schemas.ts';
import { laneTableContext, watchEntryContext } from './lane-rules/lanes-in-force.ts';
import { Declarations1700000001000 } from './migrations/1700000001000-declarations.ts';
import { DeclarationBlindColumns1700000001001 } from './migrations/1700000001001-blind-columns.ts';
import { DeclarationSearch1700000001002 } from './migrations/1700000001002-declaration-search.ts';
import { DeclarationGroups1700000001003 } from './migrations/1700000001003-groups.ts';
import { DeclarationTelephone1700000001004 } from './migrations/1700000001004-declaration-telephone.ts';
import { DeclarationImports1700000001005 } from './migrations/1700000001005-imports.ts';
import { Gate1700000001006 } from './migrations/1700000001006-gate.ts';
import { LaneRules1700000001007 } from './migrations/1700000001007-lane-rules.ts';
import { LaneHits1700000001008 } from './migrations/1700000001008-lane-hits.ts';
import { DeclarationLists1700000901500 } from './migrations/1700000901500-declaration-lists.ts';
import { GroupSharedFields1700000902700 } from './migrations/1700000902700-group-shared-fields.ts';
import { ImportChecked1700000903200 } from './migrations/1700000903200-import-checked.ts';
import { DeclarationSettings } from './settings.ts';
import { publicNumbersSchemas } from './shared/public-numbers.controller.ts';

export { DeclarationSettings } from './settings.ts';

/** The columns outside the documents whose whole value is encrypted. */
const encryptedColumns: readonly EncryptedColumn[] = [
  { entity: GateDecisionRow, column: 'words', key: ['id'], context: (row) => gateDecisionContext(row.id) },
  { entity: ImportRow, column: 'sender', key: ['id'], context: (row) => senderContext(row.id) },
  { entity: ImportLineRow, column: 'content', key: ['importId', 'row'], context: (row) => lineContext(row.importId, row.row) },
  { entity: LaneTableRow, column: 'content', key: ['id'], context: (row) => laneTableContext(row.id) },
  { entity: WatchListEntryRow, column: 'content', key: ['id'], context: (row) => watchEntryContext(row.id) },
];

/** Describes the declarations service: its modules, entities, migrations and settings. @throws SettingsError listing every invalid setting */
export const describeService = (env: Environment, clock?: Clock): ServiceOptions => {
  const settings = loadSettings(DeclarationSettings, env);
  return {
    service: 'declarations',
    title: 'Traveller declarations',
    settings,
    module: DeclarationsModule,
    entities: [
      DepartureRow,
      ArrivalRow,
      DeclarationGroupRow,
      ImportRow,
      ImportLineRow,
      ImportPersonRow,
      GateDecisionRow,
      CodeChangeRow,
      LaneTableRow,
      LaneRevisionRow,
      LaneTrialRow,
      LaneHitRow,
      WatchListEntryRow,
    ],
    encryptedColumns,
    migrations: [
      Declarations1700000001000,
      DeclarationBlindColumns1700000001001,
      DeclarationSearch1700000001002,
      DeclarationGroups1700000001003,
      DeclarationTelephone1700000001004,
      DeclarationImports1700000001005,
      Gate1700000001006,
      LaneRules1700000001007,
      LaneHits1700000001008,
      DeclarationLists1700000901500,
      GroupSharedFields1700000902700,
      ImportChecked1700000903200,
    ],
    schemas: { ...groupSchemas, ...importSchemas, ...gateSchemas, ...laneRulesSchemas, ...publicNumbersSchemas },
    plugins: enableListUploads,
    ...(clock ? { clock } : {}),
    documents: [arrivalKind(settings.retentionDays), departureKind(settings.retentionDays)],
  };
};

export const createService = (env: Environment, clock?: Clock): Promise<RunningService> => startService(describeService(env, clock));
