import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DocumentController } from '@portal/service-kit';
import { SampleService } from './sample.service.ts';

/** The calls of every document; those of samples alone come here. */
@ApiTags('sample')
@Controller('v1/sample')
export class SampleController extends DocumentController {
  constructor(samples: SampleService) {
    super(samples);
  }
}
