import { Module } from '@nestjs/common';
import { ArrivalController, ArrivalTransactionController } from './arrival/arrival.controller.ts';
import { ArrivalService } from './arrival/arrival.service.ts';
import { DepartureController } from './departure/departure.controller.ts';
import { DepartureService } from './departure/departure.service.ts';
import { VerificationController } from './shared/verification.controller.ts';

@Module({
  providers: [ArrivalService, DepartureService],
  controllers: [DepartureController, ArrivalController, ArrivalTransactionController, VerificationController],
})
export class DeclarationsModule {}
