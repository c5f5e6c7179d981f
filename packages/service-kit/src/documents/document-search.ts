/** The staff list of one kind of document: returns one page of a search, or every matching document. */
import { type ContractClass, fieldsOf, type ListResult, type SearchCriterion, type SearchFieldInfo, type SearchQuery } from '@portal/contract-kit';
import { In, type SelectQueryBuilder } from 'typeorm';
import { withoutFields } from '../access/access.ts';
import type { Call } from '../auth/actor.ts';
import { requireRole } from '../auth/auth.guard.ts';
import { addDays, dateTime } from '../clock.ts';
import { DocumentCountRow } from '../database/kit.entities.ts';
import { askedWords, fewNamed } from '../lookup/name-criteria.ts';
import { isNamed } from '../lookup/name-words.ts';
import { codeCriteria } from '../search/catalogue-names.ts';
import { folded, foldedColumn } from '../search/folding.ts';
import { ListIndices } from '../search/list-indices.ts';
import { continueAfter, type OrderKey, orderOf, partsOf, statementOf, withoutRepeats } from '../search/list-order.ts';
import { describeFields, parseSearch, pickColumns, type SearchFields, withScope } from '../search/search-query.ts';
import { applyCriteria, linkedTableCondition } from '../search/search-sql.ts';
import { everSince, type QueueCount, queueCounts, replaceQueueCriterion } from '../work/queues.ts';
import type { DocumentClaimRow } from '../work/work.entities.ts';
import { escalationsOf, everDue, includeUnassigned, splitCriteria, staffSearchFields, withClaimNames } from '../work/work-search.ts';
import { workFields } from '../work/work-step.ts';
import type { DocumentService } from './document.service.ts';
import type { DocumentDefinition, ServerFields } from './document-definition.ts';
import type { DocumentRow } from './document-row.ts';
import { DocumentTotals } from './document-totals.ts';
import type { AnyDocuments } from './documents.ts';
import { fieldNames } from './encrypted-rows.ts';
import { MatchingDocuments } from './matching-documents.ts';
import { askedFields, mayList, type ScopedQuery, scopedQuery } from './staff-query.ts';
import { hiddenFields } from './visible-document.ts';

/** Number of rows that are read and decrypted at a time. Other requests run between two batches. */
const batch = 100;
/** Number of attempts to read a page from the end of the list while other writes change the total. */
const turns = 3;
/** Operations that an index on the column can answer. */
const foundByIndex: ReadonlySet<string> = new Set(['EQ', 'IN', 'BETWEEN', 'GTE', 'LTE']);
/** Operations that set an upper limit for a time. */
const untilOperations: ReadonlySet<string> = new Set(['EQ', 'LTE', 'BETWEEN']);
/** Times that are always later than the registration of a document. */
const afterRegistration: ReadonlySet<string> = new Set(['stepSince', 'dueAt', 'escalatedAt']);
/** The column by which lists are ordered, unless the search asks for another order. */
const byRegistration = 'createdAt';
/** If fewer rows than this match, they are found first and sorted afterwards. */
const fewFound = 5_000;
/** The same limit where one list index contains every column of the criteria; reading the list in its order is then cheaper. */
const fewCovered = 500;
/** A list is read in its order if a page is full after fewer rows than this. */
const fewLookedAt = 2_000;
/** If this many rows or more match, they are not sorted; the list is read in its order. */
const mostSorted = 60_000;
/** If another table (`beside`) names at most this many documents, they are read by their ids. */
const fewBeside = 2_000;
/** If at most this many different names contain a text, they are looked up one by one. */
const mostValues = 200;

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

/** The ids of a page, and the number of matching documents. */
interface Chosen {
  ids: string[];
  totalRecords: number;
  atLeast?: true;
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
  private readonly indices: ListIndices;
  /** Columns that every list index contains. */
  private readonly inListIndices: ReadonlySet<string>;

  /** @param countedAtLeast totals are counted at least up to this number, even if a search asks for less, because the total decides how the page is read */
  constructor(
    readonly documents: DocumentService<Body, Model, Status, Row>,
    private readonly countedAtLeast = fewFound,
  ) {
    this.listNames = withCodes(documents.definition.contract, documents.definition.listFields);
    this.published = staffSearchFields(documents.rows.searchFields(documents.definition.search), isNamed(documents.definition));
    this.searchFields = withScope(this.published);
    this.rows = new MatchingDocuments(documents as AnyDocuments, this.searchFields);
    this.totals = new DocumentTotals(documents as AnyDocuments, this.rows, this.searchFields);
    this.indices = new ListIndices(documents.kit.db);
    const { listTotals = [] } = documents.definition;
    this.inListIndices = new Set([
      'createdAt',
      'documentStatus',
      ...listTotals.flatMap(({ day, columns }) => [day, ...columns.flatMap((column) => column ?? [])]),
    ]);
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

  /** Returns the columns that order the list. A list of documents without a due time is ordered by waiting time instead. */
  private orderOf(query: ScopedQuery): OrderKey[] {
    const keys = orderOf(query, this.searchFields);
    if (!query.criteria.some(({ fieldName, operation }) => fieldName === 'dueAt' && operation === 'EMPTY')) return keys;
    return withoutRepeats(keys.map((key) => (key.column === 'dueAt' ? { ...key, column: 'stepSince' } : key)));
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

  /**
   * Replaces CONTAINS by the list of values that contain the text, if there are few. The database then reads each value once from an index, and the rows with
   * these values; with CONTAINS it would read every row. Returns undefined if no value contains the text.
   */
  private async withValues(query: ScopedQuery): Promise<ScopedQuery | undefined> {
    if (!this.kit.searchColumns.areCurrent(this.d.kind)) return query;
    const criteria: SearchCriterion[] = [];
    for (const c of query.criteria) {
      const values = c.operation === 'CONTAINS' ? await this.valuesHolding(c, query) : undefined;
      if (values?.length === 0) return undefined;
      criteria.push(values ? { ...c, operation: 'IN', values } : c);
    }
    return { ...query, criteria };
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

  /** Returns the folded values of a field that contain the text of a criterion; undefined if there are many, or if no index begins with the field. */
  private async valuesHolding(criterion: SearchCriterion, { criteria }: ScopedQuery): Promise<string[] | undefined> {
    const field = this.searchFields[criterion.fieldName];
    const within = field?.sortable?.within.at(-1);
    if (!field?.repeats || !field.folding || field.blind || !within || folded(String(criterion.values[0]), field.folding) === '') return undefined;
    // The criteria on the first columns of the index. The index can be used only if the query gives each of these columns exactly one value.
    const first = within.map((column) => criteria.find((c) => c.operation === 'EQ' && this.searchFields[c.fieldName]?.column === column));
    if (first.includes(undefined)) return undefined;
    const builder = this.kit.db.reader.createQueryBuilder(this.d.row, 'd').select(`distinct d.${foldedColumn(field.column)}`, 'value');
    applyCriteria(builder, 'd', { criteria: [criterion, ...(first as SearchCriterion[])] }, this.searchFields);
    const found = await builder.limit(mostValues + 1).getRawMany<{ value: string }>();
    return found.length > mostValues ? undefined : found.map(({ value }) => value);
  }

  /** Returns the ids of a page and the number of all matching documents. */
  private async chosen(asked: ScopedQuery, call: Call): Promise<Chosen> {
    const found = await this.withValues(asked);
    if (!found) return { ids: [], totalRecords: 0 };
    const { page, size } = found.paging;
    // The total decides whether the page has rows, and how the page is best read.
    const isOfFew = found.named !== undefined || splitCriteria(found.criteria).byEscalation.length > 0;
    const least = Math.min(this.countedAtLeast, isOfFew ? fewNamed : Number.POSITIVE_INFINITY);
    const query = found.totalUpTo === undefined ? found : { ...found, totalUpTo: Math.max(found.totalUpTo, page * size, least) };
    if (this.documents.rows.filterAfterDecryption(query)) {
      const ids: string[] = [];
      for await (const found of this.matching(query, call, ({ id }) => id)) ids.push(...found);
      return { ids: ids.slice((page - 1) * size, page * size), totalRecords: ids.length };
    }
    const offset = (page - 1) * size;
    const stored = await this.totals.totalFromStatusCounts(query);
    if (stored !== undefined) return this.chosenOf(query, call, stored);
    const among = query.named?.ids ?? query.among;
    if (among) return this.wholly(query, call, among.length);
    const known = await this.totals.totalFromStatistics(query);
    const counted = known ?? (await this.totals.countOf(query, call));
    if (counted <= offset) return { ids: [], totalRecords: counted };
    const isMore = query.totalUpTo !== undefined && counted > query.totalUpTo;
    const total = isMore && known === undefined ? Number.POSITIVE_INFINITY : counted;
    const isSoonFull = await this.isSoonFull(query, Math.min(total, counted), offset + size);
    const filterFirst = !isSoonFull && (await this.filtersFirst(query, call, total));
    const part = { offset, limit: size, backwards: false, filterFirst, inOrder: isSoonFull || total >= fewFound };
    const ids = (await this.page(query, call, part)).map(({ id }) => id);
    return isMore ? { ids, totalRecords: query.totalUpTo as number, atLeast: true } : { ids, totalRecords: counted };
  }

  /**
   * Does the same where only few documents can match: reads them all, and uses their number as the total. @param most maximum number of documents that can
   * match
   */
  private async wholly(query: ScopedQuery, call: Call, most: number): Promise<Chosen> {
    if (most === 0) return { ids: [], totalRecords: 0 };
    const { page, size } = query.paging;
    const found = await this.page(query, call, { offset: 0, limit: most, backwards: false, filterFirst: true, inOrder: false });
    const ids = found.slice((page - 1) * size, page * size).map(({ id }) => id);
    const isMore = query.totalUpTo !== undefined && found.length > query.totalUpTo;
    return isMore ? { ids, totalRecords: query.totalUpTo as number, atLeast: true } : { ids, totalRecords: found.length };
  }

  /**
   * Does the same where the counters know the total. A page in the second half is read from the end, because the database reads every row that it skips. A page
   * counted from the end is correct only if the total is still the same. Therefore the statement that reads the page also reads the total of that moment; if
   * the total has changed, the page is read again.
   * @param total the total that the counters gave a moment ago
   */
  private async chosenOf(query: ScopedQuery, call: Call, total: number): Promise<Chosen> {
    const { page, size } = query.paging;
    const offset = (page - 1) * size;
    const counted = this.kit.counts.sum(this.d, query.criteria, this.kit.db.reader.createQueryBuilder().from(DocumentCountRow, 'c')).getQueryAndParameters();
    for (let turn = 1; ; turn++) {
      const rest = total - offset;
      if (rest <= 0) return { ids: [], totalRecords: total };
      const backwards = rest < total / 2 && turn <= turns;
      const part = backwards ? { offset: Math.max(0, rest - size), limit: Math.min(size, rest) } : { offset, limit: size };
      const found = await this.page(query, call, { ...part, backwards, inOrder: total >= fewFound }, counted);
      const now = found[0] ? Number(found[0].total) : await this.kit.counts.count(this.d, query.criteria);
      const ids = found.map(({ id }) => id);
      if (!backwards) return { ids, totalRecords: now };
      if (now === total && found.length > 0) return { ids: ids.reverse(), totalRecords: now };
      total = now;
    }
  }

  /**
   * Returns the ids of a part of the list, read only from an index if there is one for its order. Whole rows are read later, only for these ids.
   * @param part with `inOrder`, the index with the order of the list is used, whatever index the database would choose
   */
  private async page(
    query: ScopedQuery,
    call: Call,
    part: { offset: number; limit: number; backwards: boolean; filterFirst?: boolean; inOrder: boolean },
    total?: [string, unknown[]],
  ): Promise<{ id: string; total?: string }[]> {
    const order = this.orderOf(query);
    const [{ column, descending }] = order as [OrderKey];
    const criteria = this.withRegistration(query.criteria);
    // Each document is checked for the words of the name until the page is full. One combined list needs fewer of these checks than one list per status.
    const isWhole = order.length > 1 || part.filterFirst || (query.named !== undefined && !query.named.ids);
    const parts = isWhole ? { criteria: [criteria], within: [] } : partsOf(criteria, this.searchFields, order[0] as OrderKey);
    const queries = parts.criteria.map((criteria) => this.rows.matches({ ...query, criteria }, call, !part.filterFirst).select('d.id', 'id'));
    const isInOrder = part.inOrder && !part.filterFirst && order.length === 1;
    const read = (of: SelectQueryBuilder<Row>[], nullable: (column: string) => boolean) => {
      const readBy = (index?: string): Promise<{ id: string; total?: string }[]> =>
        this.kit.db.reader.query(...statementOf(of, order, { ...part, index }, nullable, { total }));
      const { tablePath } = this.kit.db.reading.getMetadata(this.d.row);
      return isInOrder ? this.indices.read(tablePath, [...parts.within, column], readBy) : readBy();
    };
    if (order.length > 1 || descending || !this.nullable(column)) return read(queries, this.nullable);
    if (column === 'dueAt' && (await this.totals.totalFromStatistics({ ...query, criteria: [...query.criteria, everDue] })) === 0)
      return read(queries, this.nullable);
    // Rows without a value come last, and nearly every page has only rows with a value. Therefore these rows are first read alone.
    const withValue = queries.map((each) => each.clone().andWhere(`d.${column} is not null`));
    const never = () => false;
    if (part.backwards) {
      const [without] = await this.rows.matches(query, call).select('d.id', 'id').andWhere(`d.${column} is null`).limit(1).getRawMany();
      return without ? read(queries, this.nullable) : read(withValue, never);
    }
    const page = await read(withValue, never);
    return page.length === part.limit ? page : read(queries, this.nullable);
  }

  /**
   * Adds a limit on the time of registration to criteria on later times (`stepSince`, `dueAt`, `escalatedAt`): a document that waited, was due or was escalated
   * by a time was registered before that time. The list is then read from that time on.
   */
  private withRegistration(criteria: readonly SearchCriterion[]): SearchCriterion[] {
    if (!this.searchFields.createdAt) return [...criteria];
    const until = criteria.filter(({ fieldName, operation }) => afterRegistration.has(fieldName) && untilOperations.has(operation));
    return [...criteria, ...until.map((c): SearchCriterion => ({ ...c, fieldName: 'createdAt', operation: 'LTE', values: c.values.slice(-1) }))];
  }

  /**
   * Whether the rows that meet a criterion are next to each other in the list. This is true for days and references, which increase with the time of
   * registration.
   */
  private goesWithTime({ fieldName, values: [value] }: SearchCriterion): boolean {
    const { column, type, spread } = this.searchFields[fieldName] ?? {};
    return column === 'reference' || (type === 'DATE' && !spread && value !== everSince);
  }

  /**
   * Whether a page is full after reading few rows in the order of the list, because enough rows in the requested statuses meet all criteria. Criteria such as
   * "due by" do not prevent this: `withRegistration` limits where reading begins.
   * @param total minimum number of matching rows
   */
  private async isSoonFull(query: ScopedQuery, total: number, until: number): Promise<boolean> {
    const [{ column }] = this.orderOf(query) as [OrderKey];
    const isEven = (c: SearchCriterion): boolean =>
      c.operation === 'ANY' || !this.goesWithTime(c) || (column === byRegistration && c.operation === 'LTE' && afterRegistration.has(c.fieldName));
    if (query.named || query.criteria.some((c) => !isEven(c))) return false;
    const ofStatuses = query.criteria.filter(({ fieldName }) => ['documentStatus', 'agencyCode'].includes(this.searchFields[fieldName]?.column ?? ''));
    const { work: _, ...others } = query;
    const base = await this.totals.totalFromStatusCounts({ ...others, criteria: ofStatuses });
    return base !== undefined && (until * base) / total < fewLookedAt;
  }

  /**
   * Whether the rows are found first, by the index of a filter, and then sorted; otherwise the list is read in its order. If many rows match, they are spread
   * over the list, and reading in order soon fills the page. If few rows match, reading in order would read most of the list. Rows in a range of days or
   * references are next to each other, mostly far from the beginning of the list: they are found first unless they are too many to sort.
   * @param total number of matching rows; infinite where they are many and were not all counted
   */
  private async filtersFirst(query: ScopedQuery, call: Call, total: number): Promise<boolean> {
    const [{ column, descending }] = this.orderOf(query) as [OrderKey];
    // Most documents are assigned to nobody, so a filter for unassigned documents removes hardly any row.
    const isEverywhere = (each: SearchCriterion): boolean => each.fieldName === 'assignee' && includeUnassigned([each]);
    const asked = query.criteria.filter((each) => each.operation !== 'ANY' && !each.fieldName.startsWith('$') && !isEverywhere(each));
    if (asked.length === 0) return false;
    // Each document that meets the other criteria is then checked for the words of the name.
    if (query.named) return total < fewFound && query.named.areFewBeside;
    const isIn = (name: string): boolean => this.inListIndices.has(name);
    const columnOf = ({ fieldName }: SearchCriterion): string => this.searchFields[fieldName]?.column ?? '';
    if (total < (asked.every((c) => isIn(columnOf(c))) ? fewCovered : fewFound)) return true;
    // `escalatedAt` is not a column of the document: if many documents were escalated, the list is read from that day on.
    const apart = asked.find((c) => foundByIndex.has(c.operation) && this.goesWithTime(c) && ![column, 'escalatedAt'].includes(columnOf(c)));
    if (!apart || !isIn(column)) return false;
    // A range that reaches up to now contains the newest rows.
    const isUpToNow =
      columnOf(apart) !== 'reference' && (apart.operation === 'GTE' || String(apart.values.at(-1)).slice(0, 10) >= addDays(this.kit.clock.today(), -1));
    if (descending && isUpToNow) return false;
    // Criteria on the first columns of the indices: rows with other values in these columns are not read.
    const { sortable } = this.searchFields[apart.fieldName] ?? {};
    const lists = this.searchFields.createdAt?.sortable?.within.flat().filter((each) => each !== 'documentStatus');
    const begins = new Set(sortable ? sortable.within.flat() : lists);
    const leading = asked.filter((c) => c !== apart && c.operation === 'EQ' && begins.has(columnOf(c)));
    if (Number.isFinite(total) && asked.length === 1 + leading.length) return total < mostSorted;
    const scope = query.criteria.filter(({ fieldName }) => fieldName.startsWith('$'));
    const [sql, parameters] = this.rows
      .matches({ ...query, criteria: [...leading, apart, ...scope] }, call)
      .select('d.id', 'id')
      .limit(mostSorted)
      .getQueryAndParameters();
    const [found] = await this.kit.db.reader.query<{ number: number | string }[]>(`select count(*) as number from (${sql}) as f`, parameters);
    return Number(found?.number) < mostSorted;
  }

  private readonly nullable = (column: string): boolean => this.kit.db.reading.getMetadata(this.d.row).findColumnWithPropertyName(column)?.isNullable === true;

  /**
   * Yields all matching documents in batches, in the order of the list. Criteria that digests cannot decide are checked on the decrypted rows.
   * @param made makes the result for a row; it is called as soon as the row is read, so that no whole row stays in memory with its batch
   */
  async *matching<T>(query: ScopedQuery, call: Call, made: (row: Row, claim?: DocumentClaimRow, escalatedAt?: Date) => T): AsyncGenerator<T[]> {
    const order = this.orderOf(query);
    // Rows without a value come last, so they are read after all others.
    for (const nulls of this.nullable((order[0] as OrderKey).column) ? [false, true] : [undefined])
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
