import { Controller, Get, Header, Headers, Param } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ListResult } from '@portal/contract-kit';
import { Answers, AnswersList, type Call, CurrentCall, DocumentController, DocumentReader } from '@portal/service-kit';
import type { LicenceDocument, LicenceRequirement, LicenceStatus, ProfessionalLicence } from '../../contract/index.ts';
import type { FeeLine } from './licence.application.ts';
import type { LicenceRow } from './licence.row.ts';
import { LicenceService } from './licence.service.ts';
import { MediaClient } from './media-client.ts';

@ApiTags('professional licence')
@Controller('v1/professional')
export class LicenceController extends DocumentController {
  constructor(private readonly licences: LicenceService) {
    // A POST that names an id submits what is stored under it.
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
  ): Promise<ListResult<FeeLine>> {
    return this.licences.fees(documentCode, subDocumentCode, language);
  }
}

/** The holder's photo under the address that the licence service publishes; svc-media keeps it. */
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

/** What a scanned code says. */
@ApiTags('professional licence')
@Controller('v1/verify')
export class VerificationController {
  private readonly reader: DocumentReader<ProfessionalLicence, LicenceDocument, LicenceStatus, LicenceRow>;

  constructor(
    licences: LicenceService,
    private readonly media: MediaClient,
  ) {
    this.reader = new DocumentReader(licences);
  }

  @Get(':token')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Whether a QR code is genuine, the standing of its licence, and its holder with the photo as a data URL' })
  @Answers('Verification')
  async verify(@Param('token') token: string, @CurrentCall() call: Call): Promise<object> {
    const answer: { holder?: { name?: string; photo?: string } } = await this.reader.verify(token, call);
    if (!answer.holder?.photo) return answer;
    const { photo: uid, ...holder } = answer.holder;
    const photo = await this.media.photoImage(uid);
    return { ...answer, holder: photo ? { ...holder, photo } : holder };
  }
}
