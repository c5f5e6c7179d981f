import { Module } from '@nestjs/common';
import { officeControllers, provideDocuments, VerificationController } from '@portal/service-kit';
import { ArrivalController, ArrivalPlainController, ArrivalTransactionController } from './arrival/arrival.controller.ts';
import { ArrivalService } from './arrival/arrival.service.ts';
import { DepartureController, DeparturePlainController } from './departure/departure.controller.ts';
import { DepartureService } from './departure/departure.service.ts';

@Module({
  providers: provideDocuments(ArrivalService, DepartureService),
  controllers: [
    DeparturePlainController,
    ArrivalPlainController,
    DepartureController,
    ArrivalController,
    ArrivalTransactionController,
    VerificationController,
    ...officeControllers,
  ],
})
export class DeclarationsModule {}
