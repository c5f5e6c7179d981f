import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DocumentController } from '@portal/service-kit';
import { SampleService } from './sample.service.ts';

/** The calls that every document has. Add those that only samples have. */
@ApiTags('sample')
@Controller('v1/sample')
export class SampleController extends DocumentController {
  constructor(samples: SampleService) {
    super(samples);
  }
}
