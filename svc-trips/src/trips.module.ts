import { Module } from '@nestjs/common';
import { MediaClient } from './trip/media-client.ts';
import { ReceiptConsumer } from './trip/receipt.consumer.ts';
import { TripController, TripTransactionController, VerificationController } from './trip/trip.controller.ts';
import { TripService } from './trip/trip.service.ts';

@Module({ providers: [TripService, MediaClient, ReceiptConsumer], controllers: [TripController, TripTransactionController, VerificationController] })
export class TripsModule {}
