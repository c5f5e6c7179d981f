import { Controller, Get, Header } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type ListResult, listResult } from '@portal/contract-kit';
import { Roles } from '../auth/auth.guard.ts';
import { AnswersList } from './openapi-parts.ts';
import type { PartState } from './parts.ts';
import { ServiceParts } from './service-parts.ts';

/** Shows operators whether the parts that a service depends on are working. */
@ApiTags('parts')
@Controller('v1/parts')
@Roles('jobs-admin')
export class PartsController {
  constructor(private readonly serviceParts: ServiceParts) {}

  @Get()
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'The parts that this service depends on, and whether each works now' })
  @AnswersList()
  async parts(): Promise<ListResult<PartState>> {
    return listResult(await this.serviceParts.current());
  }
}
