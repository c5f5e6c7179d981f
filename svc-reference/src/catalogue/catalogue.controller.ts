import { Controller, Get, Headers, Param, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type CatalogueRecord, listResult, type SearchQuery, valueAt } from '@portal/contract-kit';
import {
  AnswersList,
  AnswersSearchFields,
  asksForCsv,
  type Call,
  CurrentCall,
  chosenColumns,
  csvLine,
  csvStart,
  mayApplyFor,
  notFound,
  Search,
  TakesQuery,
} from '@portal/service-kit';
import type { FastifyReply } from 'fastify';
import { describeCatalogue, readQuery, searchRecords } from './catalogue-search.ts';
import { type CachedCatalogue, CatalogueStore } from './catalogue-store.ts';
import { enums } from './definitions.ts';
import type { CachedResponse } from './search-answers.ts';

/** The response is the same for everyone and rarely changes: clients cache it for a minute and then revalidate it. */
const shared = 'public, max-age=60, stale-while-revalidate=600';
const personal = 'private, no-cache';

/** Sends cached bytes, or 304 if the caller already has them. */
export function sendAnswer(reply: FastifyReply, answer: CachedResponse, known: string | undefined, cacheControl: string): void {
  reply.header('ETag', answer.etag).header('Cache-Control', cacheControl);
  if (known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === answer.etag)) void reply.status(304).send();
  else void reply.header('Content-Type', 'application/json; charset=utf-8').send(answer.body);
}

/** Returns a cell of the export, in the form that the import reads. */
const cell = (value: unknown): unknown => (Array.isArray(value) ? value.join(';') : value);

/** Returns the fields of the export; with `viewColumns` only those, after code and name, without which the import reads no file. */
function exportedFields({ definition, records }: CachedCatalogue, viewColumns: readonly string[] | undefined): string[] {
  // Further fields are exported only if a record has values for them.
  const languages = [...new Set(['pt', ...records.flatMap(({ names = {} }) => Object.keys(names))])];
  const days = ['effectiveFrom', 'effectiveTo'].filter((day) => records.some((record) => record[day]));
  const fields = ['code', 'name', ...languages.map((language) => `names.${language}`), ...Object.keys(definition.fields), ...days];
  const sources = new Map(Object.entries(definition.also ?? {}));
  const asked = viewColumns?.length ? ['code', 'name', ...viewColumns.map((column) => sources.get(column) ?? column)] : undefined;
  const own = (field: string): string => field;
  return [...new Set(chosenColumns(fields, asked, own, own))];
}

@ApiTags('catalogues')
@Controller()
export class CatalogueController {
  constructor(private readonly store: CatalogueStore) {}

  @Get('v1/catalogue/:name/search/fields')
  @ApiOperation({ summary: 'The fields that the search of a catalogue takes, their operations, and whether it sorts by them' })
  @AnswersSearchFields()
  searchFields(@Param('name') name: string, @Headers('if-none-match') known: string | undefined, @Res() reply: FastifyReply): void {
    const held = this.store.open(name);
    sendAnswer(
      reply,
      this.store.answer(held, 'fields', () => describeCatalogue(held.definition)),
      known,
      shared,
    );
  }

  @Get('v1/catalogue/:name/search')
  @ApiOperation({ summary: 'Searches a catalogue; with Accept: text/csv all that is found, in the form the import reads' })
  @Search()
  search(
    @Param('name') name: string,
    @Query('q') q: string | undefined,
    @Headers('if-none-match') known: string | undefined,
    @Headers('accept') accept: string | undefined,
    @Res() reply: FastifyReply,
  ): void {
    const held = this.store.open(name);
    reply.header('Vary', 'Accept');
    if (asksForCsv(accept)) {
      this.csv(held, q, reply);
      return;
    }
    sendAnswer(
      reply,
      this.store.searchAnswer(held, `search ${this.keyOf(q)}`, () => searchRecords(held.records, this.read(q, held))),
      known,
      shared,
    );
  }

  /** Returns the documents that the caller may apply for: those of the caller's agencies, or all that are open to the public. */
  @Get('v1/catalogue/documents/extension/search')
  @ApiOperation({ summary: 'Documents the caller may apply for' })
  @TakesQuery()
  @AnswersList()
  extension(
    @Query('q') q: string | undefined,
    @Headers('if-none-match') known: string | undefined,
    @CurrentCall() call: Call,
    @Res() reply: FastifyReply,
  ): void {
    const held = this.store.open('documents');
    const agencies = call.actor.agencies.slice(0, 2);
    const mine = (record: CatalogueRecord): boolean => mayApplyFor(record, call.actor, String(record.binder));
    const answer = this.store.searchAnswer(held, `extension ${agencies.join(' ')} ${this.keyOf(q)}`, () =>
      searchRecords(held.records.filter(mine), this.read(q, held)),
    );
    sendAnswer(reply, answer, known, personal);
  }

  @Get(['reference/enums/:name', 'enums/:name'])
  @ApiOperation({ summary: 'An enumeration, such as Gender-Enums' })
  @AnswersList()
  enumeration(@Param('name') name: string, @Headers('if-none-match') known: string | undefined, @Res() reply: FastifyReply): void {
    const catalogue = Object.hasOwn(enums, name) ? enums[name] : undefined;
    if (!catalogue) throw notFound('enumeration');
    const held = this.store.open(catalogue);
    sendAnswer(
      reply,
      this.store.answer(held, 'enum', () => ({ records: held.active, totalRecords: held.active.length })),
      known,
      shared,
    );
  }

  @Get('v1/questions/:documentCode')
  @ApiOperation({ summary: 'The questions asked on a document, by rank' })
  @AnswersList()
  questions(@Param('documentCode') documentCode: string, @Headers('if-none-match') known: string | undefined, @Res() reply: FastifyReply): void {
    if (!this.store.has('documents', documentCode)) throw notFound('document');
    const held = this.store.open('questions');
    const answer = this.store.answer(held, `questions ${documentCode}`, () => {
      const records = held.active.filter((r) => r.documentCode === documentCode).sort((a, b) => Number(a.rank) - Number(b.rank));
      return listResult(records);
    });
    sendAnswer(reply, answer, known, shared);
  }

  private read(q: string | undefined, { definition }: CachedCatalogue): SearchQuery {
    return readQuery(q, definition, this.store.today());
  }

  /** Returns the cache key of a search. It contains the date if the search counts days from today, because the result is different tomorrow. */
  private keyOf(q = ''): string {
    return q.includes('TODAY') ? `${this.store.today()} ${q}` : q;
  }

  private csv(held: CachedCatalogue, q: string | undefined, reply: FastifyReply): void {
    const { criteria, sorting, viewColumns } = this.read(q, held);
    const { records } = searchRecords(held.records, { criteria, sorting, paging: { page: 1, size: held.records.length || 1 } });
    const columns = exportedFields(held, viewColumns);
    const lines = records.map((record) => csvLine(columns.map((field) => cell(valueAt(record, field)))));
    // The import reads the name in a language from `name_pt`.
    const head = columns.map((field) => field.replace(/^names\./, 'name_'));
    reply.header('Content-Disposition', `attachment; filename="${held.name}.csv"`).header('Cache-Control', 'no-cache');
    void reply.header('Content-Type', 'text/csv; charset=utf-8').send(csvStart + csvLine(head) + lines.join(''));
  }
}
