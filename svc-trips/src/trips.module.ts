import { Module } from '@nestjs/common';
import { officeControllers, provideDocuments, ReceiptConsumer, VerificationController } from '@portal/service-kit';
import { TripController, TripTransactionController } from './trip/trip.controller.ts';
import { TripMovementFill } from './trip/trip.movement-fill.ts';
import { TripService } from './trip/trip.service.ts';

@Module({
  providers: [...provideDocuments(TripService), TripMovementFill, ReceiptConsumer],
  controllers: [TripController, TripTransactionController, VerificationController, ...officeControllers],
})
export class TripsModule {}
