import { Controller, Get, Header, Inject, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Bilingual, ListResult } from '@portal/contract-kit';
import { Internal } from '../auth/auth.guard.ts';
import { type AnyDocuments, DOCUMENTS } from '../documents/documents.ts';
import { type CatalogueUse, CatalogueUses } from './catalogue-uses.ts';

/** Number of documents of a kind that use a record, as a service reports it to svc-reference. */
export type UseOfKind = CatalogueUse & { title: Bilingual };

/** Tells svc-reference how many documents of this service use a catalogue record. It returns only numbers. */
@ApiExcludeController()
@Internal()
@Controller('internal/catalogue-uses')
export class CatalogueUsesController {
  constructor(
    @Inject(DOCUMENTS) private readonly documents: readonly AnyDocuments[],
    private readonly uses: CatalogueUses,
  ) {}

  @Get(':catalogue/:code')
  @Header('Cache-Control', 'no-store')
  async of(@Param('catalogue') catalogue: string, @Param('code') code: string): Promise<ListResult<UseOfKind>> {
    const titles = new Map(this.documents.map(({ definition }) => [definition.kind, definition.title]));
    const records = (await this.uses.of(catalogue, code)).flatMap((use) => {
      const title = titles.get(use.kind);
      return title ? [{ ...use, title }] : [];
    });
    return { records, totalRecords: records.length };
  }
}
