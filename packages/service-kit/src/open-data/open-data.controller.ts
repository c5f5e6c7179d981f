import { Controller, Get, Header, Inject, Param, StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ListResult } from '@portal/contract-kit';
import type { Call } from '../auth/actor.ts';
import { CurrentCall } from '../auth/auth.guard.ts';
import { type AnyDocuments, DOCUMENTS } from '../documents/documents.ts';
import { Answers, AnswersCsv } from '../http/openapi-parts.ts';
import { notFound } from '../http/problems.ts';
import { ServiceSettings } from '../settings/settings.ts';
import type { Dataset } from './dataset.ts';
import { csvOf, type DatasetInfo, type DatasetTable, describe, tableOf } from './open-data.ts';

/** How long a table is cached, in milliseconds, because anyone may ask for it. */
const makeEveryMs = 3_600_000;

/** Public tables of counts, where the deployment publishes them. */
@ApiTags('open data')
@Controller('v1/open-data')
export class OpenDataController {
  /** The cached tables, by name and language. There are few of both. */
  private readonly made = new Map<string, { at: number; table: Promise<DatasetTable> }>();

  constructor(
    @Inject(DOCUMENTS) private readonly documents: readonly AnyDocuments[],
    private readonly settings: ServiceSettings,
  ) {}

  @Get()
  @Header('Cache-Control', 'public, max-age=300')
  @Header('Vary', 'Accept-Language')
  @ApiOperation({ summary: 'The tables that are published', description: 'Only where OPEN_DATA is on; otherwise 404.' })
  @Answers('OpenDataList')
  list(@CurrentCall() { language }: Call): ListResult<DatasetInfo> {
    const records = this.datasets().map(({ dataset }) => describe(dataset, language));
    return { records, totalRecords: records.length };
  }

  @Get(':name.csv')
  @Header('Cache-Control', 'public, max-age=300')
  @Header('Vary', 'Accept-Language')
  @ApiOperation({ summary: 'A table as CSV', description: 'Only where OPEN_DATA is on; otherwise 404. The count of a row with too small a number is empty.' })
  @AnswersCsv()
  async csv(@Param('name') name: string, @CurrentCall() call: Call): Promise<StreamableFile> {
    const csv = csvOf(await this.table(name, call));
    return new StreamableFile(Buffer.from(csv), { type: 'text/csv; charset=utf-8', disposition: `attachment; filename="${name}.csv"` });
  }

  @Get(':name.json')
  @Header('Cache-Control', 'public, max-age=300')
  @Header('Vary', 'Accept-Language')
  @ApiOperation({
    summary: 'A table',
    description:
      'Only where OPEN_DATA is on; otherwise 404. It reaches to yesterday, or to the end of the last month, and holds what the portal still keeps. Numbers below `fewest` are null and the others rounded, so that nobody can be recognised.',
  })
  @Answers('OpenDataTable')
  json(@Param('name') name: string, @CurrentCall() call: Call): Promise<DatasetTable> {
    return this.table(name, call);
  }

  private datasets(): { documents: AnyDocuments; dataset: Dataset }[] {
    if (!this.settings.openData) throw notFound('address');
    return this.documents.flatMap((documents) => (documents.definition.openData ?? []).map((dataset: Dataset) => ({ documents, dataset })));
  }

  private table(name: string, { language }: Call): Promise<DatasetTable> {
    const found = this.datasets().find(({ dataset }) => dataset.name === name);
    if (!found) throw notFound('address');
    const key = `${name} ${language}`;
    const known = this.made.get(key);
    const now = Date.now();
    if (known && now - known.at < makeEveryMs) return known.table;
    const made = { at: now, table: tableOf(found.documents, found.dataset, language) };
    this.made.set(key, made);
    made.table.catch(() => {
      if (this.made.get(key) === made) this.made.delete(key);
    });
    return made.table;
  }
}
