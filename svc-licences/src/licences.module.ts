import { Module } from '@nestjs/common';
import { officeControllers, provideDocuments, ReceiptConsumer, VerificationController } from '@portal/service-kit';
import { LicenceController, PhotoController } from './licence/licence.controller.ts';
import { ExpiryJob } from './licence/licence.expiry.ts';
import { LicenceService } from './licence/licence.service.ts';

@Module({
  providers: [...provideDocuments(LicenceService), ReceiptConsumer, ExpiryJob],
  controllers: [LicenceController, PhotoController, VerificationController, ...officeControllers],
})
export class LicencesModule {}
