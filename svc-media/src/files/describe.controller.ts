import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { listResult, type MediaDescription } from '@portal/contract-kit';
import { badRequest, Internal } from '@portal/service-kit';
import { MediaService } from './media.service.ts';

const MOST_UIDS = 200;

/** For document services: describes the files behind the uids that a client sent. */
@ApiExcludeController()
@Internal()
@Controller('internal/media')
export class DescribeController {
  constructor(private readonly media: MediaService) {}

  @Post('describe')
  @HttpCode(200)
  async describe(@Body() body: unknown): Promise<{ records: MediaDescription[]; totalRecords: number }> {
    const { uids, documentId, reserve } = (body ?? {}) as { uids?: unknown; documentId?: unknown; reserve?: unknown };
    if (!Array.isArray(uids) || uids.length > MOST_UIDS || uids.some((uid) => typeof uid !== 'string'))
      throw badRequest('BAD_REQUEST', 'uids', `Give at most ${MOST_UIDS} uids`);
    const records = await this.media.describe(uids, typeof documentId === 'string' ? documentId : undefined, reserve === true);
    return listResult(records);
  }
}
