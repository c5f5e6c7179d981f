import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DocumentController } from '@portal/service-kit';
import { SampleService } from './sample.service.ts';

/** The endpoints that every kind of document has. Add endpoints that only samples have here. */
@ApiTags('sample')
@Controller('v1/sample')
export class SampleController extends DocumentController {
  constructor(samples: SampleService) {
    super(samples);
  }
}
