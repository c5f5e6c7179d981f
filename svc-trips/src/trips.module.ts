import { Module } from '@nestjs/common';
import { MediaClient } from './trip/media-client.ts';
import { ReceiptConsumer } from './trip/receipt.consumer.ts';
import { TripController, TripTransactionController, VerificationController } from './trip/trip.controller.ts';
import { Trips } from './trip/trips.ts';

@Module({ providers: [Trips, MediaClient, ReceiptConsumer], controllers: [TripController, TripTransactionController, VerificationController] })
export class TripsModule {}
