import { Controller, Get, Header, Headers, Param } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers, MediaClient, RequirementsController } from '@portal/service-kit';
import { LicenceService } from './licence.service.ts';

@ApiTags('professional licence')
@Controller('v1/professional')
export class LicenceController extends RequirementsController {
  constructor(licences: LicenceService) {
    // A POST that names the id of a stored document submits that document.
    super(licences, 'register', 'submission');
  }
}

/** Serves the holder's photo under the URL of the licence service. The file is stored in svc-media. */
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
