/** The staff list of one kind of document: returns one page of a search, or every matching document. */
import { type ContractClass, fieldsOf, type ListResult, type SearchFieldInfo, type SearchQuery } from '@portal/contract-kit';
import { In } from 'typeorm';
import { withoutFields } from '../access/access.ts';
import type { Call } from '../auth/actor.ts';
import { requireRole } from '../auth/auth.guard.ts';
import { dateTime } from '../clock.ts';
import { askedWords } from '../lookup/name-criteria.ts';
import { isNamed } from '../lookup/name-words.ts';
import { codeCriteria } from '../search/catalogue-names.ts';
import { continueAfter, type OrderKey } from '../search/list-order.ts';
import { describeFields, parseSearch, pickColumns, type SearchFields, withScope } from '../search/search-query.ts';
import { linkedTableCondition } from '../search/search-sql.ts';
import { type QueueCount, queueCounts, replaceQueueCriterion } from '../work/queues.ts';
import type { DocumentClaimRow } from '../work/work.entities.ts';
import { escalationsOf, staffSearchFields, withClaimNames } from '../work/work-search.ts';
import { workFields } from '../work/work-step.ts';
import type { DocumentService } from './document.service.ts';
import type { DocumentDefinition, ServerFields } from './document-definition.ts';
import { type ChosenPage, DocumentPages } from './document-pages.ts';
import type { DocumentRow } from './document-row.ts';
import { DocumentTotals } from './document-totals.ts';
import type { AnyDocuments } from './documents.ts';
import { fieldNames } from './encrypted-rows.ts';
import { MatchingDocuments } from './matching-documents.ts';
import { askedFields, mayList, type ScopedQuery, scopedQuery } from './staff-query.ts';
import { hiddenFields } from './visible-document.ts';

/** Number of rows that are read and decrypted at a time. Other requests run between two batches. */
const batch = 100;
/** If another table (`beside`) names at most this many documents, they are read by their ids. */
const fewBeside = 2_000;
/** Returns the names of the fields that contain these dotted paths, and of the code fields whose catalogue entries fill them. */
export function withCodes(cls: ContractClass, paths: readonly string[]): ReadonlySet<string> {
  const names = fieldNames(paths);
  const codes = fieldsOf(cls).filter(({ catalogue }) => Object.keys(catalogue?.copy ?? {}).some((target) => names.has(target)));
  return new Set([...names, ...codes.flatMap(({ name, catalogue }) => [name, ...(catalogue?.within ? [catalogue.within.field] : [])])]);
}

/** A page of the list. */
export interface StaffList extends ListResult<object> {
  /** Set if more than `totalRecords` documents match, because counting stopped at a limit. */
  atLeast?: true;
  /**
   * Set while the search columns of rows of an earlier release are still being filled. Until then these rows are found and ordered by their text as it is
   * written.
   */
  incomplete?: true;
}

const dependsOnFolding = ({ criteria, sorting = [] }: ScopedQuery, fields: SearchFields): boolean =>
  [...criteria, ...sorting].some(({ fieldName }) => fields[fieldName]?.folding);

/** Search for staff. It finds only documents of the caller's agencies, and of drafts only the caller's own. */
export class DocumentSearch<Body extends object, Model extends Body & ServerFields, Status extends string, Row extends DocumentRow> {
  /** The search fields as published. Encrypted fields are searched by digest. */
  private readonly published: SearchFields;
  /** The published fields and those that only the server may use. */
  private readonly searchFields: SearchFields;
  private readonly listNames: ReadonlySet<string>;
  private readonly rows: MatchingDocuments<Row>;
  private readonly totals: DocumentTotals;
  private readonly pages: DocumentPages<Row>;

  /** @param countedAtLeast see DocumentPages */
  constructor(
    readonly documents: DocumentService<Body, Model, Status, Row>,
    countedAtLeast?: number,
  ) {
    this.listNames = withCodes(documents.definition.contract, documents.definition.listFields);
    this.published = staffSearchFields(documents.rows.searchFields(documents.definition.search), isNamed(documents.definition));
    this.searchFields = withScope(this.published);
    this.rows = new MatchingDocuments(documents as AnyDocuments, this.searchFields);
    this.totals = new DocumentTotals(documents as AnyDocuments, this.rows, this.searchFields);
    this.pages = new DocumentPages(documents as AnyDocuments, this.rows, this.totals, this.searchFields, countedAtLeast);
  }

  private get d(): DocumentDefinition<Body, Model, Status, Row> {
    return this.documents.definition;
  }
  private get kit() {
    return this.documents.kit;
  }

  /** Parses a search and limits it to what the caller may see. @throws 400 where it cannot be parsed; 401, 403 */
  async prepareQuery(q: string | undefined, call: Call): Promise<ScopedQuery> {
    this.requireReader(call);
    const query = await this.named(this.scoped(parseSearch(q, this.published, this.kit.clock.today()), call), call);
    await this.kit.catalogues.warm(this.d.contract);
    return query;
  }

  /**
   * Adds to the query the documents that have the names it contains, and those that a table beside the documents names. Replaces names of codes by the codes,
   * and adds the names of officials that are the same without accents and case.
   */
  private async named(asked: ScopedQuery, call: Call): Promise<ScopedQuery> {
    const criteria = await withClaimNames(this.kit.db, asked.criteria, this.kit.clock.now());
    const query = await this.withBeside(await this.withNamedCodes({ ...asked, criteria }));
    const words = askedWords(query.criteria);
    return words.length ? this.totals.withNames(query, words, call) : query;
  }

  private scoped(query: SearchQuery, call: Call): ScopedQuery {
    return scopedQuery(this.d, replaceQueueCriterion(this.d, query, call, this.kit.clock.now()), call);
  }

  private requireReader({ actor }: Call): void {
    requireRole(actor, `${this.d.rolePrefix}-search`, `${this.d.rolePrefix}-read`);
  }

  /** Returns the fields by which the list can be searched and ordered. @throws 401, 403 */
  fields(call: Call): ListResult<SearchFieldInfo> {
    this.requireReader(call);
    return describeFields(this.published);
  }

  /** Returns how many documents are in each queue of the caller. A query limits what is counted, like the criteria of a list. @throws 400, 401, 403 */
  async queues(q: string | undefined, call: Call): Promise<ListResult<QueueCount>> {
    this.requireReader(call);
    const { criteria } = parseSearch(q, this.published, this.kit.clock.today());
    return queueCounts(criteria, async (query) => (await this.chosen(await this.named(this.scoped(query, call), call), call)).totalRecords);
  }

  /** Returns the ids of a page of the search. @throws 400, 401, 403 */
  async idsOf(q: string, call: Call): Promise<string[]> {
    return (await this.chosen(await this.prepareQuery(q, call), call)).ids;
  }

  /** Returns one page of the staff search, newest first unless the search asks for another order. */
  async search(q: string | undefined, call: Call): Promise<StaffList> {
    const query = await this.prepareQuery(q, call);
    const { ids, ...total } = await this.chosen(query, call);
    const [rows, claims] = await Promise.all([
      ids.length ? this.kit.db.reader.findBy(this.d.row, { id: In(ids) } as never) : [],
      this.kit.claims.ofMany(ids),
      this.kit.audit.read(call, {
        action: 'search',
        kind: this.d.kind,
        details: { fields: askedFields(query), page: query.paging.page, found: total.totalRecords },
      }),
    ]);
    const escalations = await escalationsOf(this.kit.db, rows);
    const byId = new Map(rows.map((r) => [r.id, r]));
    // The query already selects by agency. Each row is checked again, so that a mistake in a query cannot reveal another agency's documents.
    const seen = ids.flatMap((id) => byId.get(id) ?? []).filter((row) => mayList(row as Row, call));
    const records = seen.map((row) => pickColumns(this.listRow(row as Row, call, claims.get(row.id), escalations.get(row.id)), query.viewColumns));
    const isComplete =
      (this.kit.searchColumns.areCurrent(this.d.kind) || !dependsOnFolding(query, this.published)) && (!query.named || (await this.documents.isFoundByNames()));
    return { records, ...total, ...(isComplete ? {} : { incomplete: true as const }) };
  }

  /** Returns the ids of a page and the number of all matching documents. */
  private async chosen(asked: ScopedQuery, call: Call): Promise<ChosenPage> {
    const query = await this.pages.withValues(asked);
    if (!query) return { ids: [], totalRecords: 0 };
    if (!this.documents.rows.filterAfterDecryption(query)) return this.pages.read(query, call);
    const { page, size } = query.paging;
    const ids: string[] = [];
    for await (const found of this.matching(query, call, ({ id }) => id)) ids.push(...found);
    return { ids: ids.slice((page - 1) * size, page * size), totalRecords: ids.length };
  }

  /** Replaces the criteria on names of codes by criteria on the codes. @throws 503 where the catalogue cannot be reached */
  private async withNamedCodes(query: ScopedQuery): Promise<ScopedQuery> {
    const criteria = query.criteria.map(async (each) => {
      const { catalogue } = this.searchFields[each.fieldName] ?? {};
      return catalogue ? codeCriteria(each, await this.kit.catalogues.records(catalogue)) : [each];
    });
    return { ...query, criteria: (await Promise.all(criteria)).flat() };
  }

  /**
   * Adds the ids of the documents that another table (`beside`) names for a criterion, if there are few. Reading the list in its order would find them late.
   */
  private async withBeside(query: ScopedQuery): Promise<ScopedQuery> {
    const beside = this.rows.linkedTableCriterion(query);
    if (!beside) return query;
    const [from, where, values] = linkedTableCondition(beside.field, beside.criterion);
    const sql = `select distinct b.documentId as id from ${from} where ${where} limit ${fewBeside + 1}`;
    const found = await this.kit.db.reader.query<{ id: string }[]>(sql, values);
    return found.length > fewBeside ? query : { ...query, among: found.map(({ id }) => id) };
  }

  /**
   * Yields all matching documents in batches, in the order of the list. Criteria that digests cannot decide are checked on the decrypted rows.
   * @param made makes the result for a row; it is called as soon as the row is read, so that no whole row stays in memory with its batch
   */
  async *matching<T>(query: ScopedQuery, call: Call, made: (row: Row, claim?: DocumentClaimRow, escalatedAt?: Date) => T): AsyncGenerator<T[]> {
    const order = this.pages.orderOf(query);
    // Rows without a value come last, so they are read after all others.
    for (const nulls of this.pages.nullable((order[0] as OrderKey).column) ? [false, true] : [undefined])
      yield* this.matchingOf(query, made, (after) => this.matchingAfter(query, call, order, nulls, after));
  }

  private async *matchingOf<T>(
    query: ScopedQuery,
    made: (row: Row, claim?: DocumentClaimRow, escalatedAt?: Date) => T,
    rowsAfter: (after?: Row) => Promise<Row[]>,
  ): AsyncGenerator<T[]> {
    const remaining = this.documents.rows.filterAfterDecryption(query);
    const names = (field: string): boolean => query.viewColumns?.some((path) => path.split('.')[0] === field) === true;
    const [namesAssignee, namesEscalation] = [names('assignee'), names('escalatedAt')];
    type Batch = { found: T[]; last: Row | undefined };
    const read = async (after?: Row): Promise<Batch> => {
      const rows = await rowsAfter(after);
      const claims = namesAssignee ? await this.kit.claims.ofMany(rows.map(({ id }) => id)) : undefined;
      const escalations = namesEscalation ? await escalationsOf(this.kit.db, rows) : undefined;
      return {
        found: (remaining ? rows.filter(remaining) : rows).map((row) => made(row, claims?.get(row.id), escalations?.get(row.id))),
        last: rows.length < batch ? undefined : rows.at(-1),
      };
    };
    let coming: Promise<Batch> | undefined = read();
    while (coming) {
      const { found, last }: Batch = await coming;
      // The next batch is read while this one is being sent. If the caller stops reading, a failure of the next batch is ignored.
      coming = last && read(last);
      coming?.catch(() => undefined);
      yield found;
    }
  }

  private matchingAfter(query: ScopedQuery, call: Call, order: readonly OrderKey[], nulls: boolean | undefined, after?: Row): Promise<Row[]> {
    const columns = [
      'id',
      'version',
      'documentStatus',
      'agencyCode',
      'reference',
      'ownerSub',
      'stepSince',
      'dueAt',
      'createdAt',
      'body',
      ...order.map(({ column }) => column),
    ];
    const builder = this.rows.matches(query, call).select([...new Set(columns)].map((column) => `d.${column}`));
    return continueAfter(builder, order, nulls, after).limit(batch).getMany();
  }

  /** Returns these fields of a document that a search has found, without those that the caller may not see. */
  shownPart(row: Row, names: ReadonlySet<string>, call: Call): object {
    const part = this.documents.partOf(row, names);
    const hidden = hiddenFields(this.d.access, this.documents.accessOf(row, 'id', call));
    return this.documents.localised(hidden.length ? withoutFields(part, hidden) : part, call.language);
  }

  listRow(row: Row, call: Call, claim?: DocumentClaimRow, escalatedAt?: Date): object {
    const { version, documentStatus } = row;
    const createdAt = dateTime(row.createdAt);
    const picked = pickColumns(this.shownPart(row, this.listNames, call), this.d.listFields);
    return Object.assign(picked, {
      version,
      documentStatus,
      documentCreatedAt: createdAt,
      createdAt,
      ...workFields(row, claim),
      escalatedAt: escalatedAt ? dateTime(escalatedAt) : null,
    });
  }
}
