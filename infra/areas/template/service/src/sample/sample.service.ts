import { Injectable } from '@nestjs/common';
import { DocumentKit, DocumentService } from '@portal/service-kit';
import type { SampleBody, SampleDocument, SampleStatus } from '../../contract/index.ts';
import { SampleSettings } from '../settings.ts';
import { sampleDefinition } from './sample.definition.ts';
import type { SampleRow } from './sample.row.ts';

@Injectable()
export class SampleService extends DocumentService<SampleBody, SampleDocument, SampleStatus, SampleRow> {
  constructor(kit: DocumentKit, settings: SampleSettings) {
    super(sampleDefinition(kit, settings), kit);
  }
}
