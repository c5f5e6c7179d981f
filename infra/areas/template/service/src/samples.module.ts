import { Module } from '@nestjs/common';
import { SampleController } from './sample/sample.controller.ts';
import { SampleService } from './sample/sample.service.ts';

@Module({ providers: [SampleService], controllers: [SampleController] })
export class SamplesModule {}
