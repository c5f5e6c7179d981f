import { Module } from '@nestjs/common';
import { SampleController } from './sample/sample.controller.ts';
import { Samples } from './sample/samples.ts';

@Module({ providers: [Samples], controllers: [SampleController] })
export class SamplesModule {}
