import { Controller, Get, Param, Post, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Answers, badRequest, type Call, CurrentCall, fieldSchemas, notFound, Repeatable } from '@portal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fileModelStream, setFileHeaders } from './file-response.ts';
import { MediaService, type UploadAnswer } from './media.service.ts';
import type { StagedFile } from './multipart-upload.ts';
import { fileForm, problem, uploadAnswer } from './openapi.ts';
import { Uploads } from './uploads.ts';

/** The longest side that may be requested for a photo, in pixels. */
const LONGEST_SIDE = 150;
const side = (description: string) => ({ ...fieldSchemas.count, minimum: 1, maximum: 99_999, description });
const SIGNATURE = { width: 300, height: LONGEST_SIDE };

@ApiTags('pictures')
@Controller('v1')
export class ImageController {
  constructor(
    private readonly media: MediaService,
    private readonly uploads: Uploads,
  ) {}

  @Post('image/photoUpload')
  @Repeatable()
  @ApiConsumes('multipart/form-data')
  @ApiBody({
    schema: fileForm({ width: side('Widest, at most 150'), height: side('Highest, at most 150') }),
  })
  @ApiResponse({ status: 201, description: 'Kept as an upright JPEG inside the given size, without metadata', schema: uploadAnswer })
  @ApiResponse(problem(415, 'FILE_TYPE: no PNG, JPEG or BMP picture'))
  photo(@Req() request: FastifyRequest, @CurrentCall() call: Call): Promise<UploadAnswer> {
    return this.uploads.receive(request, call, (upload) =>
      this.media.uploadPicture(upload, { width: sideOf(upload, 'width'), height: sideOf(upload, 'height') }, call),
    );
  }

  @Post('image/eSignature')
  @Repeatable()
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: fileForm() })
  @ApiResponse({ status: 201, description: 'Kept as a JPEG of at most 300 by 150 pixels on white', schema: uploadAnswer })
  @ApiResponse(problem(415, 'FILE_TYPE: no PNG, JPEG or BMP picture'))
  signature(@Req() request: FastifyRequest, @CurrentCall() call: Call): Promise<UploadAnswer> {
    return this.uploads.receive(request, call, (upload) => this.media.uploadPicture(upload, SIGNATURE, call));
  }

  @Get('photo/:id/document')
  @Answers('FileAnswer')
  @ApiResponse(problem(404, 'No such photo'))
  async photoDocument(@Param('id') id: string, @Res({ passthrough: true }) reply: FastifyReply, @CurrentCall() call: Call): Promise<StreamableFile> {
    return this.document(id, reply, call, (type) => type.startsWith('image/'));
  }

  @Get('fileManager/:id/document')
  @Answers('FileAnswer')
  @ApiResponse(problem(404, 'No such file'))
  async fileDocument(@Param('id') id: string, @Res({ passthrough: true }) reply: FastifyReply, @CurrentCall() call: Call): Promise<StreamableFile> {
    return this.document(id, reply, call, () => true);
  }

  private async document(id: string, reply: FastifyReply, call: Call, accepts: (type: string) => boolean): Promise<StreamableFile> {
    const file = await this.media.read(id, call);
    if (!accepts(file.type)) throw notFound('photo');
    setFileHeaders(reply);
    return new StreamableFile(fileModelStream({ id: file.id, name: file.name, type: file.type }, await this.media.content(file)), {
      type: 'application/json; charset=utf-8',
    });
  }
}

/** Reads one side of the box that the photo must fit into. */
function sideOf({ fields }: StagedFile, name: 'width' | 'height'): number {
  const given = fields[name] ?? '';
  if (given === '') return LONGEST_SIDE;
  if (!/^\d{1,5}$/.test(given) || Number(given) < 1) throw badRequest('BAD_VALUE', name, `The ${name} is a number of pixels`);
  return Math.min(LONGEST_SIDE, Number(given));
}
