import { Module } from '@nestjs/common';
import { ArrivalController, ArrivalTransactionController } from './arrival/arrival.controller.ts';
import { Arrivals } from './arrival/arrivals.ts';
import { DepartureController } from './departure/departure.controller.ts';
import { Departures } from './departure/departures.ts';
import { VerificationController } from './shared/verification.controller.ts';

@Module({
  providers: [Arrivals, Departures],
  controllers: [DepartureController, ArrivalController, ArrivalTransactionController, VerificationController],
})
export class DeclarationsModule {}
