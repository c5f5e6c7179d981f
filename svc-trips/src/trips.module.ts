import { Module } from '@nestjs/common';
import { provideDocuments, ReceiptConsumer } from '@portal/service-kit';
import { MediaClient } from './trip/media-client.ts';
import { TripController, TripTransactionController, VerificationController } from './trip/trip.controller.ts';
import { TripService } from './trip/trip.service.ts';

@Module({
  providers: [...provideDocuments(TripService), MediaClient, ReceiptConsumer],
  controllers: [TripController, TripTransactionController, VerificationController],
})
export class TripsModule {}
