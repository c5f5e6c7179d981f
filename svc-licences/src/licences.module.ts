import { Module } from '@nestjs/common';
import { provideDocuments, ReceiptConsumer } from '@portal/service-kit';
import { LicenceController, PhotoController, VerificationController } from './licence/licence.controller.ts';
import { ExpiryJob } from './licence/licence.expiry.ts';
import { LicenceService } from './licence/licence.service.ts';
import { MediaClient } from './licence/media-client.ts';

@Module({
  providers: [...provideDocuments(LicenceService), MediaClient, ReceiptConsumer, ExpiryJob],
  controllers: [LicenceController, PhotoController, VerificationController],
})
export class LicencesModule {}
