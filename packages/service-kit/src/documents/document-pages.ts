/**
 * Reads a page of the staff list. How many documents match decides how the database finds them: in the order of the list, by the index of a filter, from the end
 * of the list, or all of them.
 */
import type { SearchCriterion } from '@portal/contract-kit';
import type { SelectQueryBuilder } from 'typeorm';
import type { Call } from '../auth/actor.ts';
import { addDays } from '../clock.ts';
import { DocumentCountRow } from '../database/kit.entities.ts';
import { fewNamed } from '../lookup/name-criteria.ts';
import { folded, foldedColumn } from '../search/folding.ts';
import { ListIndices } from '../search/list-indices.ts';
import { type OrderKey, orderOf, partsOf, statementOf, withoutRepeats } from '../search/list-order.ts';
import type { SearchFields } from '../search/search-query.ts';
import { applyCriteria } from '../search/search-sql.ts';
import { everSince } from '../work/queues.ts';
import { everDue, includeUnassigned, splitCriteria } from '../work/work-search.ts';
import type { DocumentRow } from './document-row.ts';
import type { DocumentTotals } from './document-totals.ts';
import type { AnyDocuments } from './documents.ts';
import type { MatchingDocuments } from './matching-documents.ts';
import type { ScopedQuery } from './staff-query.ts';

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
/** If at most this many different names contain a text, they are looked up one by one. */
const mostValues = 200;

/** The ids of a page, and the number of matching documents. */
export interface ChosenPage {
  ids: string[];
  totalRecords: number;
  atLeast?: true;
}

export class DocumentPages<Row extends DocumentRow> {
  private readonly indices: ListIndices;
  /** Columns that every list index contains. */
  private readonly inListIndices: ReadonlySet<string>;

  /** @param countedAtLeast totals are counted at least up to this number, even if a search asks for less, because the total decides how the page is read */
  constructor(
    private readonly documents: AnyDocuments,
    private readonly rows: MatchingDocuments<Row>,
    private readonly totals: DocumentTotals,
    private readonly searchFields: SearchFields,
    private readonly countedAtLeast = fewFound,
  ) {
    this.indices = new ListIndices(documents.kit.db);
    const { listTotals = [] } = documents.definition;
    this.inListIndices = new Set([
      'createdAt',
      'documentStatus',
      ...listTotals.flatMap(({ day, columns }) => [day, ...columns.flatMap((column) => column ?? [])]),
    ]);
  }

  private get d() {
    return this.documents.definition;
  }
  private get kit() {
    return this.documents.kit;
  }

  /** Returns the columns that order the list. A list of documents without a due time is ordered by waiting time instead. */
  orderOf(query: ScopedQuery): OrderKey[] {
    const keys = orderOf(query, this.searchFields);
    if (!query.criteria.some(({ fieldName, operation }) => fieldName === 'dueAt' && operation === 'EMPTY')) return keys;
    return withoutRepeats(keys.map((key) => (key.column === 'dueAt' ? { ...key, column: 'stepSince' } : key)));
  }

  /** Whether a column may be empty. */
  readonly nullable = (column: string): boolean => this.kit.db.reading.getMetadata(this.d.row).findColumnWithPropertyName(column)?.isNullable === true;

  /**
   * Replaces CONTAINS by the list of values that contain the text, if there are few. The database then reads each value once from an index, and the rows with
   * these values; with CONTAINS it would read every row. Returns undefined if no value contains the text.
   */
  async withValues(query: ScopedQuery): Promise<ScopedQuery | undefined> {
    if (!this.kit.searchColumns.areCurrent(this.d.kind)) return query;
    const criteria: SearchCriterion[] = [];
    for (const c of query.criteria) {
      const values = c.operation === 'CONTAINS' ? await this.valuesHolding(c, query) : undefined;
      if (values?.length === 0) return undefined;
      criteria.push(values ? { ...c, operation: 'IN', values } : c);
    }
    return { ...query, criteria };
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

  /** Returns the ids of a page and the number of all matching documents. @param found a query that the database can answer without decrypted rows */
  async read(found: ScopedQuery, call: Call): Promise<ChosenPage> {
    const { page, size } = found.paging;
    // The total decides whether the page has rows, and how the page is best read.
    const isOfFew = found.named !== undefined || splitCriteria(found.criteria).byEscalation.length > 0;
    const least = Math.min(this.countedAtLeast, isOfFew ? fewNamed : Number.POSITIVE_INFINITY);
    const query = found.totalUpTo === undefined ? found : { ...found, totalUpTo: Math.max(found.totalUpTo, page * size, least) };
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
  private async wholly(query: ScopedQuery, call: Call, most: number): Promise<ChosenPage> {
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
  private async chosenOf(query: ScopedQuery, call: Call, total: number): Promise<ChosenPage> {
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
}
