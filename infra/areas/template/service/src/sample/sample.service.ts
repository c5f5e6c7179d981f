import { Injectable } from '@nestjs/common';
import { DocumentKit, DocumentService } from '@portal/service-kit';
import type { SampleBody, SampleStatus } from '../../contract/index.ts';
import { sampleDefinition } from './sample.definition.ts';
import type { SampleRow } from './sample.row.ts';
import type { Sample } from './sample.workflow.ts';

@Injectable()
export class SampleService extends DocumentService<SampleBody, Sample, SampleStatus, SampleRow> {
  constructor(kit: DocumentKit) {
    super(sampleDefinition, kit);
  }
}
