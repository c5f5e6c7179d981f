import { Module } from '@nestjs/common';
import { LicenceController, PhotoController, VerificationController } from './licence/licence.controller.ts';
import { ExpiryJob } from './licence/licence.expiry.ts';
import { LicenceService } from './licence/licence.service.ts';
import { MediaClient } from './licence/media-client.ts';
import { ReceiptConsumer } from './licence/receipt.consumer.ts';

@Module({
  providers: [LicenceService, MediaClient, ReceiptConsumer, ExpiryJob],
  controllers: [LicenceController, PhotoController, VerificationController],
})
export class LicencesModule {}
