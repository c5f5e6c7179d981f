import { Module } from '@nestjs/common';
import { ReceiptConsumer } from './trip/receipt.consumer.ts';
import { TripController, VerificationController } from './trip/trip.controller.ts';
import { Trips } from './trip/trips.ts';

@Module({ providers: [Trips, ReceiptConsumer], controllers: [TripController, VerificationController] })
export class TripsModule {}
