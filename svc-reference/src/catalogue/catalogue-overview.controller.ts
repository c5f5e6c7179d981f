import { Body, Controller, Get, Header, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { type Bilingual, type DocumentEnvelope, type ListResult, listResult } from '@portal/contract-kit';
import { Answers, type Call, CurrentCall, Repeatable, Roles, TakesBody } from '@portal/service-kit';
import type { CatalogueInfo, FormPreview, Proposal } from '../../contract/index.ts';
import { catalogueTitles, fieldLabels } from './catalogue-labels.ts';
import { CatalogueStore } from './catalogue-store.ts';
import { REFERENCE_ADMIN } from './catalogue-writer.ts';
import { catalogues } from './definitions.ts';
import { FormPreviews } from './form-preview.ts';
import { Proposals } from './proposals.ts';

@ApiTags('catalogue administration')
@Controller('v1/catalogues')
@Roles(REFERENCE_ADMIN)
export class CatalogueOverviewController {
  constructor(
    private readonly store: CatalogueStore,
    private readonly proposals: Proposals,
  ) {}

  @Get()
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'Every catalogue with its fields, from which tables and forms are made' })
  @Answers('Catalogues')
  async list(): Promise<ListResult<CatalogueInfo>> {
    const waiting = await this.proposals.waiting();
    return listResult(
      Object.entries(catalogues)
        .filter(([, { closed }]) => !closed)
        .map(([name, { approval = false, codes, fields }]) => {
          const { records, active } = this.store.get(name);
          return {
            name,
            title: catalogueTitles[name] as Bilingual,
            approval,
            codes: codes?.says ?? null,
            records: records.length,
            active: active.length,
            waiting: waiting.get(name) ?? 0,
            fields: Object.entries(fields).map(([field, { kind, required = false, max, of }]) => ({
              name: field,
              label: fieldLabels[field] as Bilingual,
              kind,
              required,
              max: max ?? null,
              of: of ?? null,
            })),
          };
        }),
    );
  }
}

/** Previews forms on a given day. */
@ApiTags('catalogue administration')
@Controller('v1/form-preview')
@Roles(REFERENCE_ADMIN)
export class FormPreviewController {
  constructor(private readonly previews: FormPreviews) {}

  @Get()
  @Header('Cache-Control', 'private, no-store')
  @Header('Vary', 'Accept-Language')
  @ApiOperation({ summary: 'What the form of a document asks, demands and charges on a day, with a proposal as if it were approved' })
  @ApiQuery({ name: 'document', required: true })
  @ApiQuery({ name: 'subDocument', required: false })
  @ApiQuery({ name: 'day', required: false, description: 'Today without it' })
  @ApiQuery({ name: 'proposal', required: false })
  @Answers('FormPreviewAnswer')
  async preview(
    @Query('document') document: string | undefined,
    @Query('subDocument') subDocument: string | undefined,
    @Query('day') day: string | undefined,
    @Query('proposal') proposal: string | undefined,
    @CurrentCall() { language }: Call,
  ): Promise<{ model: FormPreview }> {
    return { model: await this.previews.of({ document, subDocument, day: day || undefined, proposal }, language) };
  }
}

/** Serves the proposals: changes that wait for the approval of a second person. */
@ApiTags('catalogue administration')
@Controller('v1/catalogue-proposals')
@Roles(REFERENCE_ADMIN)
export class ProposalsController {
  constructor(private readonly proposals: Proposals) {}

  @Get()
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'Proposals, newest first, 25 a page' })
  @ApiQuery({ name: 'status', required: false, enum: ['WAITING', 'APPROVED', 'REJECTED', 'WITHDRAWN'] })
  @ApiQuery({ name: 'catalogue', required: false })
  @ApiQuery({ name: 'page', required: false, type: Number })
  @Answers('CatalogueProposals')
  list(
    @Query('status') status: string | undefined,
    @Query('catalogue') catalogue: string | undefined,
    @Query('page') page: string | undefined,
    @CurrentCall() call: Call,
  ): Promise<ListResult<Proposal>> {
    return this.proposals.list({ status, catalogue, page }, call);
  }

  @Get(':id')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'A proposal, and what it changes' })
  @Answers('CatalogueProposalAnswer')
  load(@Param('id') id: string, @CurrentCall() call: Call): Promise<DocumentEnvelope<Proposal>> {
    return this.proposals.load(id, call);
  }

  @Post(':id/actions/approve')
  @HttpCode(200)
  @ApiOperation({ summary: 'Makes the changes that somebody else has proposed' })
  @Repeatable()
  @TakesBody('ProposalDecision')
  @Answers('CatalogueProposalAnswer')
  approve(@Param('id') id: string, @Body() body: unknown, @CurrentCall() call: Call): Promise<DocumentEnvelope<Proposal>> {
    return this.proposals.approve(id, body, call);
  }

  @Post(':id/actions/reject')
  @HttpCode(200)
  @ApiOperation({ summary: 'Rejects a proposal, with a reason' })
  @Repeatable()
  @TakesBody('ProposalDecision')
  @Answers('CatalogueProposalAnswer')
  reject(@Param('id') id: string, @Body() body: unknown, @CurrentCall() call: Call): Promise<DocumentEnvelope<Proposal>> {
    return this.proposals.reject(id, body, call);
  }

  @Post(':id/actions/withdraw')
  @HttpCode(200)
  @ApiOperation({ summary: "Takes back a proposal of one's own" })
  @Repeatable()
  @TakesBody('ProposalDecision')
  @Answers('CatalogueProposalAnswer')
  withdraw(@Param('id') id: string, @Body() body: unknown, @CurrentCall() call: Call): Promise<DocumentEnvelope<Proposal>> {
    return this.proposals.withdraw(id, body, call);
  }
}
