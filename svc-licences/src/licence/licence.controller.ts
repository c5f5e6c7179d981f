import { Controller, Get, Header, Headers, Param } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ListResult } from '@portal/contract-kit';
import { Answers, AnswersList, type Call, type CatalogueFee, CurrentCall, DocumentController, MediaClient } from '@portal/service-kit';
import type { LicenceRequirement } from '../../contract/index.ts';
import { LicenceService } from './licence.service.ts';

@ApiTags('professional licence')
@Controller('v1/professional')
export class LicenceController extends DocumentController {
  constructor(private readonly licences: LicenceService) {
    // A POST that names an id submits the stored document.
    super(licences, 'register', 'submission');
  }

  @Get(':documentCode/:subDocumentCode/searchRequirement')
  @ApiOperation({ summary: 'Requirements of a document and academic level' })
  @AnswersList()
  searchRequirement(
    @Param('documentCode') documentCode: string,
    @Param('subDocumentCode') subDocumentCode: string,
    @CurrentCall() { language }: Call,
  ): Promise<ListResult<LicenceRequirement>> {
    return this.licences.requirements(documentCode, subDocumentCode, language);
  }

  @Get(':documentCode/:subDocumentCode/searchFee')
  @ApiOperation({ summary: 'Fees of a document and academic level' })
  @AnswersList()
  searchFee(
    @Param('documentCode') documentCode: string,
    @Param('subDocumentCode') subDocumentCode: string,
    @CurrentCall() { language }: Call,
  ): Promise<ListResult<CatalogueFee>> {
    return this.licences.fees(documentCode, subDocumentCode, language);
  }
}

/** The holder's photo at the URL that the licence service publishes; svc-media stores it. */
@ApiTags('professional licence')
@Controller('v1/photo')
export class PhotoController {
  constructor(private readonly media: MediaClient) {}

  @Get(':id/document')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'Photo of a holder, base64 in model.fileBlob' })
  @Answers('FileAnswer')
  photo(@Param('id') id: string, @Headers('authorization') authorization: string | undefined): Promise<unknown> {
    return this.media.photo(id, authorization);
  }
}
