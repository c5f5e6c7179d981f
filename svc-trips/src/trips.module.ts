import { Module } from '@nestjs/common';
import { provideDocuments, ReceiptConsumer, VerificationController } from '@portal/service-kit';
import { TripController, TripTransactionController } from './trip/trip.controller.ts';
import { TripService } from './trip/trip.service.ts';

@Module({
  providers: [...provideDocuments(TripService), ReceiptConsumer],
  controllers: [TripController, TripTransactionController, VerificationController],
})
export class TripsModule {}
