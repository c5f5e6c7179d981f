import type { Readable } from 'node:stream';
import { Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiHeader, ApiParam, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import { type Call, CurrentCall, fieldSchemas, notFound, Repeatable } from '@portal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { disposition } from './file-name.ts';
import { setFileHeaders } from './file-response.ts';
import { MediaService, type UploadAnswer } from './media.service.ts';
import { fileForm, problem, uploadAnswer } from './openapi.ts';
import { Uploads } from './uploads.ts';

/** The purposes of uploads. All files are stored alike; the scope records where a file came from. */
export const SCOPES = ['default', 'trip', 'ope', 'professional', 'profile'] as const;

@ApiTags('media')
@Controller('v1')
export class MediaController {
  constructor(
    private readonly media: MediaService,
    private readonly uploads: Uploads,
  ) {}

  @Post(':scope')
  @Repeatable()
  @ApiParam({ name: 'scope', enum: SCOPES })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: fileForm() })
  @ApiResponse({ status: 201, schema: uploadAnswer })
  @ApiResponse(problem(404, 'No such scope'))
  @ApiResponse(problem(413, 'FILE_TOO_LARGE: more than 10 MB'))
  @ApiResponse(problem(415, 'FILE_TYPE: by its content no PDF, PNG, JPEG or BMP, or not a safe one'))
  @ApiResponse(problem(422, 'REQUIRED: no file; INFECTED: refused by the virus scanner'))
  @ApiResponse(problem(429, 'The caller has uploaded as much as one may in a day'))
  upload(@Param('scope') scope: string, @Req() request: FastifyRequest, @CurrentCall() call: Call): Promise<UploadAnswer> {
    if (!(SCOPES as readonly string[]).includes(scope)) throw notFound('scope');
    return this.uploads.receive(request, call, (upload) => this.media.upload(scope, upload, call));
  }

  @Put(':uid')
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: fileForm() })
  @ApiResponse({ status: 200, schema: uploadAnswer })
  @ApiResponse(problem(403, 'Somebody else uploaded it'))
  @ApiResponse(problem(404, 'No such file'))
  @ApiResponse(problem(409, 'IN_USE: a submitted document holds it, or is about to'))
  async replace(@Param('uid') uid: string, @Req() request: FastifyRequest, @CurrentCall() call: Call): Promise<UploadAnswer> {
    await this.media.requireChangeable(uid, call);
    return this.uploads.receive(request, call, (upload) => this.media.replace(uid, upload, call));
  }

  @Get(':uid')
  @ApiQuery({ name: 'disposition', required: false, enum: ['attachment', 'inline'] })
  @ApiHeader({ name: 'If-None-Match', required: false })
  @ApiResponse({ status: 200, description: 'The file', content: { '*/*': { schema: fieldSchemas.bytes } } })
  @ApiResponse({ status: 304, description: 'Unchanged' })
  @ApiResponse(problem(404, 'No such file'))
  async download(
    @Param('uid') uid: string,
    @Query('disposition') kind: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @CurrentCall() call: Call,
  ): Promise<StreamableFile | undefined> {
    const file = await this.media.read(uid, call);
    const tag = `"${file.blob}"`;
    setFileHeaders(reply);
    reply.header('ETag', tag);
    if (request.headers['if-none-match'] === tag) {
      reply.status(304);
      return undefined;
    }
    const content: Readable = await this.media.content(file);
    return new StreamableFile(content, {
      type: file.type,
      length: file.size,
      disposition: disposition(kind === 'inline' ? 'inline' : 'attachment', file.name),
    });
  }

  @Delete(':uid')
  @HttpCode(204)
  @ApiResponse({ status: 204, description: 'Removed' })
  @ApiResponse(problem(403, 'Somebody else uploaded it'))
  @ApiResponse(problem(404, 'No such file'))
  @ApiResponse(problem(409, 'IN_USE: a submitted document holds it, or is about to'))
  remove(@Param('uid') uid: string, @CurrentCall() call: Call): Promise<void> {
    return this.media.remove(uid, call);
  }
}
