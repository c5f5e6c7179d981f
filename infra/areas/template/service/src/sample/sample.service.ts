import { Inject, Injectable } from '@nestjs/common';
import { DocumentKit, DocumentService, ServiceSettings } from '@portal/service-kit';
import type { SampleBody, SampleDocument, SampleStatus } from '../../contract/index.ts';
import type { SampleSettings } from '../settings.ts';
import { sampleDefinition } from './sample.definition.ts';
import type { SampleRow } from './sample.row.ts';

@Injectable()
export class SampleService extends DocumentService<SampleBody, SampleDocument, SampleStatus, SampleRow> {
  constructor(kit: DocumentKit, @Inject(ServiceSettings) settings: SampleSettings) {
    super(sampleDefinition(kit, settings), kit);
  }
}
