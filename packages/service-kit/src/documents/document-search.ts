/** The staff list of one kind of document: one page of a search, or every document that it matches. */
import { type ContractClass, fieldsOf, type ListResult, type SearchCriterion, type SearchFieldInfo, type SearchQuery } from '@portal/contract-kit';
import { In, type SelectQueryBuilder } from 'typeorm';
import type { Call } from '../auth/actor.ts';
import { requireRole } from '../auth/auth.guard.ts';
import { addDays, dateTime } from '../clock.ts';
import { DocumentCountRow } from '../database/kit.entities.ts';
import { askedWords, fewNamed } from '../lookup/name-criteria.ts';
import { isNamed } from '../lookup/name-words.ts';
import { folded, foldedColumn } from '../search/folding.ts';
import { ListIndices } from '../search/list-indices.ts';
import { continueAfter, type OrderKey, orderOf, partsOf, statementOf } from '../search/list-order.ts';
import { describeFields, parseSearch, pickColumns, type SearchFields, withScope } from '../search/search-query.ts';
import { applyCriteria, besideOf } from '../search/search-sql.ts';
import { everSince, inQueue, type QueueCount, queueCounts } from '../work/queues.ts';
import type { DocumentClaimRow } from '../work/work.entities.ts';
import { escalationsOf, everDue, includeUnassigned, splitCriteria, staffSearchFields } from '../work/work-search.ts';
import { workFields } from '../work/work-step.ts';
import type { DocumentService } from './document.service.ts';
import type { DocumentDefinition, ServerFields } from './document-definition.ts';
import type { DocumentRow } from './document-row.ts';
import { DocumentTotals } from './document-totals.ts';
import type { AnyDocuments } from './documents.ts';
import { fieldNames } from './encrypted-rows.ts';
import { MatchingDocuments } from './matching-documents.ts';
import { askedFields, mayList, type ScopedQuery, scopedQuery } from './staff-query.ts';

/** Rows that are read and decrypted at a time. Other requests run between two batches. */
const batch = 100;
/** Attempts to read a page from the end of the list while other writes change the total. */
const turns = 3;
/** Operations whose rows an index on the column finds. */
const foundByIndex: ReadonlySet<string> = new Set(['EQ', 'IN', 'BETWEEN', 'GTE', 'LTE']);
/** Operations that give an upper bound in time. */
const untilOperations: ReadonlySet<string> = new Set(['EQ', 'LTE', 'BETWEEN']);
/** Times that come after the registration of a document. */
const afterRegistration: ReadonlySet<string> = new Set(['stepSince', 'dueAt', 'escalatedAt']);
/** The column by which lists are ordered, unless another order is asked for. */
const byRegistration = 'createdAt';
/** Fewer matching rows than this are found first and sorted afterwards. */
const fewFound = 5_000;
/** The same where one index of the list holds every column of the criteria: reading the list in its order is then cheaper. */
const fewCovered = 500;
/** A list is read in its order if a page is full after fewer rows than this. */
const fewLookedAt = 2_000;
/** This many rows or more are not sorted: the list is read in its order. */
const mostSorted = 60_000;
/** Up to this many documents that another table names (`beside`) are read by their ids. */
const fewBeside = 2_000;
/** Up to this many different names that contain a text are looked up one by one. */
const mostValues = 200;

/** The fields that hold these dotted paths, and the code fields whose catalogue entries fill them. */
export function withCodes(cls: ContractClass, paths: readonly string[]): ReadonlySet<string> {
  const names = fieldNames(paths);
  const codes = fieldsOf(cls).filter(({ catalogue }) => Object.keys(catalogue?.copy ?? {}).some((target) => names.has(target)));
  return new Set([...names, ...codes.flatMap(({ name, catalogue }) => [name, ...(catalogue?.within ? [catalogue.within.field] : [])])]);
}

/** A page of the list. */
export interface StaffList extends ListResult<object> {
  /** There are more than `totalRecords`: counting stopped at a limit. */
  atLeast?: true;
  /** The search columns of rows of an earlier release are still being filled. Until then such rows are found and ordered by their text as it is written. */
  incomplete?: true;
}

/** The ids of a page, and how many match. */
interface Chosen {
  ids: string[];
  totalRecords: number;
  atLeast?: true;
}

const dependsOnFolding = ({ criteria, sorting = [] }: ScopedQuery, fields: SearchFields): boolean =>
  [...criteria, ...sorting].some(({ fieldName }) => fields[fieldName]?.folding);

/** Searches for staff: only documents of their agencies, and no drafts but their own. */
export class DocumentSearch<Body extends object, Model extends Body & ServerFields, Status extends string, Row extends DocumentRow> {
  /** The search fields as published; encrypted fields are searched by digest. */
  private readonly published: SearchFields;
  /** The published fields, and those that only the server may use. */
  private readonly searchFields: SearchFields;
  private readonly listNames: ReadonlySet<string>;
  private readonly rows: MatchingDocuments<Row>;
  private readonly totals: DocumentTotals;
  private readonly indices: ListIndices;
  /** The columns that every index of the lists holds. */
  private readonly inListIndices: ReadonlySet<string>;

  /** @param countedAtLeast totals are counted at least up to this number, even where a search asks for less: the total decides how its page is read */
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

  /** The search as the caller may make it. @throws 400 where it cannot be read; 401, 403 */
  async begin(q: string | undefined, call: Call): Promise<ScopedQuery> {
    this.requireReader(call);
    const query = await this.named(this.scoped(parseSearch(q, this.published, this.kit.clock.today()), call), call);
    await this.kit.catalogues.warm(this.d.contract);
    return query;
  }

  /** The query with the documents that have the names in it, and with those that a table beside them names. */
  private async named(asked: ScopedQuery, call: Call): Promise<ScopedQuery> {
    const query = await this.withBeside(asked);
    const words = askedWords(query.criteria);
    return words.length ? this.totals.withNames(query, words, call) : query;
  }

  private scoped(query: SearchQuery, call: Call): ScopedQuery {
    return scopedQuery(this.d, inQueue(this.d, query, call, this.kit.clock.now()), call);
  }

  /** The columns that order the list. What is not due is ordered by how long it has waited. */
  private orderOf(query: ScopedQuery): OrderKey[] {
    const keys = orderOf(query, this.searchFields);
    if (!query.criteria.some(({ fieldName, operation }) => fieldName === 'dueAt' && operation === 'EMPTY')) return keys;
    return keys.map((key) => (key.column === 'dueAt' ? { ...key, column: 'stepSince' } : key));
  }

  private requireReader({ actor }: Call): void {
    requireRole(actor, `${this.d.rolePrefix}-search`, `${this.d.rolePrefix}-read`);
  }

  /** What the list can be searched and ordered by. @throws 401, 403 */
  fields(call: Call): ListResult<SearchFieldInfo> {
    this.requireReader(call);
    return describeFields(this.published);
  }

  /** How many documents are in each queue of the caller; a query limits what is counted, as a list's own criteria do. @throws 400, 401, 403 */
  async queues(q: string | undefined, call: Call): Promise<ListResult<QueueCount>> {
    this.requireReader(call);
    const { criteria } = parseSearch(q, this.published, this.kit.clock.today());
    return queueCounts(criteria, async (query) => (await this.chosen(await this.named(this.scoped(query, call), call), call)).totalRecords);
  }

  /** The ids of a page of the search. @throws 400, 401, 403 */
  async idsOf(q: string, call: Call): Promise<string[]> {
    return (await this.chosen(await this.begin(q, call), call)).ids;
  }

  /** Staff search: one page, newest first unless it asks for another order. */
  async search(q: string | undefined, call: Call): Promise<StaffList> {
    const query = await this.begin(q, call);
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
    // The query selects by agency already. Each row is checked again, so that a mistake in a query cannot show another agency's documents.
    const seen = ids.flatMap((id) => byId.get(id) ?? []).filter((row) => mayList(row as Row, call));
    const records = seen.map((row) => pickColumns(this.listRow(row as Row, call, claims.get(row.id), escalations.get(row.id)), query.viewColumns));
    const isComplete =
      (this.kit.searchColumns.areCurrent(this.d.kind) || !dependsOnFolding(query, this.published)) && (!query.named || (await this.documents.isFoundByNames()));
    return { records, ...total, ...(isComplete ? {} : { incomplete: true as const }) };
  }

  /**
   * Replaces CONTAINS by the list of values that contain the text, where these are few. The database then reads each value once from an index, and the rows
   * of these values; with CONTAINS it would read every row. Undefined where no value contains the text.
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

  /** Adds the ids of the documents that another table names for a criterion (`beside`), where these are few. Reading the list in its order would find them late. */
  private async withBeside(query: ScopedQuery): Promise<ScopedQuery> {
    const beside = this.rows.besideIn(query);
    if (!beside) return query;
    const [from, where, values] = besideOf(beside.field, beside.criterion);
    const sql = `select distinct b.documentId as id from ${from} where ${where} limit ${fewBeside + 1}`;
    const found = await this.kit.db.reader.query<{ id: string }[]>(sql, values);
    return found.length > fewBeside ? query : { ...query, among: found.map(({ id }) => id) };
  }

  /** The folded values of a field that contain the text of a criterion; undefined where they are many, or no index begins with the field. */
  private async valuesHolding(criterion: SearchCriterion, { criteria }: ScopedQuery): Promise<string[] | undefined> {
    const field = this.searchFields[criterion.fieldName];
    const within = field?.sortable?.within.at(-1);
    if (!field?.repeats || !field.folding || field.blind || !within || folded(String(criterion.values[0]), field.folding) === '') return undefined;
    // The columns with which the index begins, where the query gives each of them one value.
    const first = within.map((column) => criteria.find((c) => c.operation === 'EQ' && this.searchFields[c.fieldName]?.column === column));
    if (first.includes(undefined)) return undefined;
    const builder = this.kit.db.reader.createQueryBuilder(this.d.row, 'd').select(`distinct d.${foldedColumn(field.column)}`, 'value');
    applyCriteria(builder, 'd', { criteria: [criterion, ...(first as SearchCriterion[])] }, this.searchFields);
    const found = await builder.limit(mostValues + 1).getRawMany<{ value: string }>();
    return found.length > mostValues ? undefined : found.map(({ value }) => value);
  }

  /** The ids of a page and the number of all that match. */
  private async chosen(asked: ScopedQuery, call: Call): Promise<Chosen> {
    const found = await this.withValues(asked);
    if (!found) return { ids: [], totalRecords: 0 };
    const { page, size } = found.paging;
    // The total says whether the page has rows, and how it is best read.
    const isOfFew = found.named !== undefined || splitCriteria(found.criteria).byEscalation.length > 0;
    const least = Math.min(this.countedAtLeast, isOfFew ? fewNamed : Number.POSITIVE_INFINITY);
    const query = found.totalUpTo === undefined ? found : { ...found, totalUpTo: Math.max(found.totalUpTo, page * size, least) };
    if (this.documents.rows.remaining(query)) {
      const ids: string[] = [];
      for await (const found of this.matching(query, call, ({ id }) => id)) ids.push(...found);
      return { ids: ids.slice((page - 1) * size, page * size), totalRecords: ids.length };
    }
    const offset = (page - 1) * size;
    const stored = await this.totals.storedOf(query);
    if (stored !== undefined) return this.chosenOf(query, call, stored);
    const among = query.named?.ids ?? query.among;
    if (among) return this.wholly(query, call, among.length);
    const known = await this.totals.countedOf(query);
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

  /** The same where few can match: all are read, and their number is the total. @param most can match */
  private async wholly(query: ScopedQuery, call: Call, most: number): Promise<Chosen> {
    if (most === 0) return { ids: [], totalRecords: 0 };
    const { page, size } = query.paging;
    const found = await this.page(query, call, { offset: 0, limit: most, backwards: false, filterFirst: true, inOrder: false });
    const ids = found.slice((page - 1) * size, page * size).map(({ id }) => id);
    const isMore = query.totalUpTo !== undefined && found.length > query.totalUpTo;
    return isMore ? { ids, totalRecords: query.totalUpTo as number, atLeast: true } : { ids, totalRecords: found.length };
  }

  /**
   * The same when the counters know the total. A page of the second half is read from the end, because the database reads every row that it skips.
   * A page counted from the end is the right one only if the total is still the same. So the statement that reads the page also reads the total of that
   * moment; if it has changed, the page is read again.
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
   * The ids of a part of the list, read from the index alone where there is one for its order. Whole rows are read only for these ids.
   * @param part read `inOrder` from the index in which the list stands, whatever the database would choose
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
    // Each document is checked for the words of the name until the page is full; one list needs fewer checks than one list for each status.
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
    if (column === 'dueAt' && (await this.totals.countedOf({ ...query, criteria: [...query.criteria, everDue] })) === 0) return read(queries, this.nullable);
    // Rows without a value come last, and nearly every page has only rows with a value. So those are read alone first.
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
   * Adds a limit on the time of registration to criteria on later times (`stepSince`, `dueAt`, `escalatedAt`): what waited, was due or was escalated by a time
   * was registered before it. The list is then read from that time on.
   */
  private withRegistration(criteria: readonly SearchCriterion[]): SearchCriterion[] {
    if (!this.searchFields.createdAt) return [...criteria];
    const until = criteria.filter(({ fieldName, operation }) => afterRegistration.has(fieldName) && untilOperations.has(operation));
    return [...criteria, ...until.map((c): SearchCriterion => ({ ...c, fieldName: 'createdAt', operation: 'LTE', values: c.values.slice(-1) }))];
  }

  /** Whether the rows that meet a criterion are next to each other in the list. This holds for days and references, which grow with the time of registration. */
  private goesWithTime({ fieldName, values: [value] }: SearchCriterion): boolean {
    const { column, type, spread } = this.searchFields[fieldName] ?? {};
    return column === 'reference' || (type === 'DATE' && !spread && value !== everSince);
  }

  /**
   * Whether a page is full after reading few rows in the order of the list, because enough rows of the statuses asked for meet all criteria.
   * Criteria such as "due by" do not count against it: `withRegistration` limits where reading begins.
   * @param total at least this many rows match
   */
  private async isSoonFull(query: ScopedQuery, total: number, until: number): Promise<boolean> {
    const [{ column }] = this.orderOf(query) as [OrderKey];
    const isEven = (c: SearchCriterion): boolean =>
      c.operation === 'ANY' || !this.goesWithTime(c) || (column === byRegistration && c.operation === 'LTE' && afterRegistration.has(c.fieldName));
    if (query.named || query.criteria.some((c) => !isEven(c))) return false;
    const ofStatuses = query.criteria.filter(({ fieldName }) => ['documentStatus', 'agencyCode'].includes(this.searchFields[fieldName]?.column ?? ''));
    const { work: _, ...others } = query;
    const base = await this.totals.storedOf({ ...others, criteria: ofStatuses });
    return base !== undefined && (until * base) / total < fewLookedAt;
  }

  /**
   * Whether the rows are found first, by the index of a filter, and then ordered; otherwise the list is read in its order. Where many rows match, they are spread
   * over the list, and reading in order soon fills the page. Where few match, that would read most of the list. Rows of a span of days or references are next to
   * each other, mostly far from the beginning of the list: they are found first unless they are too many to sort.
   * @param total how many rows match; infinite where they are many and were not all counted
   */
  private async filtersFirst(query: ScopedQuery, call: Call, total: number): Promise<boolean> {
    const [{ column, descending }] = this.orderOf(query) as [OrderKey];
    // Most documents are assigned to nobody, so this filter removes hardly any row.
    const isEverywhere = (each: SearchCriterion): boolean => each.fieldName === 'assignee' && includeUnassigned([each]);
    const asked = query.criteria.filter((each) => each.operation !== 'ANY' && !each.fieldName.startsWith('$') && !isEverywhere(each));
    if (asked.length === 0) return false;
    // Each document that meets the other criteria is checked for the words of the name.
    if (query.named) return total < fewFound && query.named.areFewBeside;
    const isIn = (name: string): boolean => this.inListIndices.has(name);
    const columnOf = ({ fieldName }: SearchCriterion): string => this.searchFields[fieldName]?.column ?? '';
    if (total < (asked.every((c) => isIn(columnOf(c))) ? fewCovered : fewFound)) return true;
    // `escalatedAt` is no column of the document: where many were escalated, the list is read from that day on.
    const apart = asked.find((c) => foundByIndex.has(c.operation) && this.goesWithTime(c) && ![column, 'escalatedAt'].includes(columnOf(c)));
    if (!apart || !isIn(column)) return false;
    // A span that reaches up to now contains the newest rows.
    const isUpToNow =
      columnOf(apart) !== 'reference' && (apart.operation === 'GTE' || String(apart.values.at(-1)).slice(0, 10) >= addDays(this.kit.clock.today(), -1));
    if (descending && isUpToNow) return false;
    // Columns with which the indices begin: rows with other values in them are not read.
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
   * Everything that matches, in the order of the list, in batches. Criteria that digests cannot decide are checked on the decrypted rows.
   * @param made makes the result for a row. It is called as soon as the row is read, so that no whole row stays in memory with its batch
   */
  async *matching<T>(query: ScopedQuery, call: Call, made: (row: Row, claim?: DocumentClaimRow) => T): AsyncGenerator<T[]> {
    const order = this.orderOf(query);
    // Rows without a value come last: they are read when all others are.
    for (const nulls of this.nullable((order[0] as OrderKey).column) ? [false, true] : [undefined])
      yield* this.matchingOf(query, made, (after) => this.matchingAfter(query, call, order, nulls, after));
  }

  private async *matchingOf<T>(
    query: ScopedQuery,
    made: (row: Row, claim?: DocumentClaimRow) => T,
    rowsAfter: (after?: Row) => Promise<Row[]>,
  ): AsyncGenerator<T[]> {
    const remaining = this.documents.rows.remaining(query);
    const namesAssignee = query.viewColumns?.some((path) => path.split('.')[0] === 'assignee');
    type Batch = { found: T[]; last: Row | undefined };
    const read = async (after?: Row): Promise<Batch> => {
      const rows = await rowsAfter(after);
      const claims = namesAssignee ? await this.kit.claims.ofMany(rows.map(({ id }) => id)) : undefined;
      return {
        found: (remaining ? rows.filter(remaining) : rows).map((row) => made(row, claims?.get(row.id))),
        last: rows.length < batch ? undefined : rows.at(-1),
      };
    };
    let coming: Promise<Batch> | undefined = read();
    while (coming) {
      const { found, last }: Batch = await coming;
      // The next batch is read while this one is sent. If the caller stops reading, a failure of the next batch is ignored.
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

  listRow(row: Row, { language }: Call, claim?: DocumentClaimRow, escalatedAt?: Date): object {
    const { version, documentStatus } = row;
    const createdAt = dateTime(row.createdAt);
    const picked = pickColumns(this.documents.localised(this.documents.partOf(row, this.listNames), language), this.d.listFields);
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
