import { Module } from '@nestjs/common';
import { officeControllers, provideDocuments, VerificationController } from '@portal/service-kit';
import { SampleController } from './sample/sample.controller.ts';
import { SampleService } from './sample/sample.service.ts';

@Module({ providers: provideDocuments(SampleService), controllers: [SampleController, VerificationController, ...officeControllers] })
export class SamplesModule {}
