import { Module } from '@nestjs/common';
import { ExpiryJob } from './licence/expiry.job.ts';
import { LicenceController, PhotoController, VerificationController } from './licence/licence.controller.ts';
import { Licences } from './licence/licences.ts';
import { MediaClient } from './licence/media-client.ts';
import { ReceiptConsumer } from './licence/receipt.consumer.ts';

@Module({
  providers: [Licences, MediaClient, ReceiptConsumer, ExpiryJob],
  controllers: [LicenceController, PhotoController, VerificationController],
})
export class LicencesModule {}
