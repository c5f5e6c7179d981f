import { Module } from '@nestjs/common';
import { OTHER_QR_CODES, type OtherQrCodes, officeControllers, provideDocuments, VerificationController } from '@portal/service-kit';
import { ArrivalController, ArrivalGroupController, ArrivalPlainController, ArrivalTransactionController } from './arrival/arrival.controller.ts';
import { ArrivalGroups } from './arrival/arrival.group.ts';
import { ArrivalService } from './arrival/arrival.service.ts';
import { DepartureController, DepartureGroupController, DeparturePlainController } from './departure/departure.controller.ts';
import { DepartureGroups } from './departure/departure.group.ts';
import { DepartureService } from './departure/departure.service.ts';
import { GateCheck } from './gate/gate.check.ts';
import { GateCleaning } from './gate/gate.cleaning.ts';
import { GateController } from './gate/gate.controller.ts';
import { GateDecisions } from './gate/gate.decisions.ts';
import { GatePasses } from './gate/gate.pass.ts';
import { GroupCleaning } from './group/group.cleaning.ts';
import { ImportController } from './import/import.controller.ts';
import { ImportJob } from './import/import.job.ts';
import { DeclarationImports } from './import/import.service.ts';
import { LaneHits } from './lane-rules/lane-hits.ts';
import { LaneRulesController, WatchListsController } from './lane-rules/lane-rules.controller.ts';
import { LaneRules } from './lane-rules/lane-rules.service.ts';
import { LaneTrials } from './lane-rules/lane-trials.ts';
import { LanesInForce } from './lane-rules/lanes-in-force.ts';
import { WatchLists } from './lane-rules/watch-lists.ts';
import { PublicNumbersController } from './shared/public-numbers.controller.ts';

@Module({
  providers: [
    ...provideDocuments(ArrivalService, DepartureService),
    ArrivalGroups,
    DepartureGroups,
    GroupCleaning,
    GateCheck,
    GatePasses,
    GateDecisions,
    GateCleaning,
    DeclarationImports,
    ImportJob,
    LanesInForce,
    LaneHits,
    LaneRules,
    LaneTrials,
    WatchLists,
    { provide: OTHER_QR_CODES, inject: [ArrivalGroups, DepartureGroups], useFactory: (...groups: OtherQrCodes[]) => groups },
  ],
  controllers: [
    DeparturePlainController,
    ArrivalPlainController,
    ImportController,
    GateController,
    LaneRulesController,
    WatchListsController,
    DepartureGroupController,
    ArrivalGroupController,
    DepartureController,
    ArrivalController,
    ArrivalTransactionController,
    VerificationController,
    PublicNumbersController,
    ...officeControllers,
  ],
})
export class DeclarationsModule {}
