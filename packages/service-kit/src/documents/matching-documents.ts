/** Selects the documents of a kind that match a query of its staff. */
import type { SearchCriterion } from '@portal/contract-kit';
import type { SelectQueryBuilder } from 'typeorm';
import type { Call } from '../auth/actor.ts';
import { applyWords, NamedDocuments } from '../lookup/name-criteria.ts';
import type { SearchField, SearchFields } from '../search/search-query.ts';
import { applyCriteria } from '../search/search-sql.ts';
import { applyEscalation, assigneeCondition, splitCriteria } from '../work/work-search.ts';
import { type DocumentRow, filteredListIndex } from './document-row.ts';
import type { AnyDocuments } from './documents.ts';
import type { ScopedQuery } from './staff-query.ts';

export class MatchingDocuments<Row extends DocumentRow = DocumentRow> {
  constructor(
    private readonly documents: AnyDocuments,
    private readonly searchFields: SearchFields,
  ) {}

  private get d() {
    return this.documents.definition;
  }
  private get kit() {
    return this.documents.kit;
  }

  /** Builds the query for the matching documents, with the alias `d`. @param inOrder whether they are read in the order of the list until a page is full */
  matches(query: ScopedQuery, call: Call, inOrder = false): SelectQueryBuilder<Row> {
    const { byAssignee, byEscalation, others } = splitCriteria(query.criteria);
    const rows = this.kit.db.reader.createQueryBuilder(this.d.row as new () => Row, 'd');
    const builder = applyCriteria(rows, 'd', { criteria: others }, this.searchFields, {
      unfolded: !this.kit.searchColumns.areCurrent(this.d.kind),
      layout: this.d.searchLayout,
    });
    if (query.among) builder.andWhere(query.among.length ? 'd.id in (:...among)' : '1 = 0', { among: query.among });
    if (query.named) applyWords(builder, 'd', query.named.words, query.named.ids);
    if (byAssignee.length) builder.andWhere(...assigneeCondition('d.id', byAssignee, call, this.kit.clock.now()));
    if (query.work) builder.andWhere(...query.work.condition);
    if (byEscalation.length) applyEscalation(builder, 'd', byEscalation, inOrder);
    if (query.ownDrafts)
      builder.andWhere('(d.documentStatus <> :draft or d.ownerSub = :author)', { draft: query.ownDrafts.status, author: query.ownDrafts.sub });
    return builder;
  }

  /** Returns the documents that have these words in their names. */
  named(words: readonly string[], { actor }: Call): NamedDocuments {
    return new NamedDocuments(this.kit.db, this.d.kind, actor.agencies, words);
  }

  /** Returns the criterion that a table beside the documents answers, with its search field. */
  linkedTableCriterion(query: ScopedQuery): { criterion: SearchCriterion; field: SearchField } | undefined {
    const criterion = query.criteria.find(({ fieldName, operation }) => operation !== 'ANY' && this.searchFields[fieldName]?.beside);
    return criterion && { criterion, field: this.searchFields[criterion.fieldName] as SearchField };
  }

  /** Name of the index that begins with the id and contains the columns by which lists are filtered. */
  get narrowIndex(): string | undefined {
    return this.listIndex('id');
  }

  /** Name of the index that begins with the due time and contains the columns by which lists are filtered. */
  get dueIndex(): string | undefined {
    return this.listIndex('dueAt');
  }

  private listIndex(column: string): string | undefined {
    return this.d.listTotals && filteredListIndex(this.kit.db.reading.getMetadata(this.d.row).tablePath, [column], []).name;
  }
}
