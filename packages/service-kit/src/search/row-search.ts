/**
 * Lists of rows that are not documents, such as those of the till and the audit log. They are searched, ordered and exported in the same way as lists of
 * documents.
 */
import { Readable } from 'node:stream';
import { type Bilingual, inBoth, type Language, type ListResult, type SearchFieldInfo, type SearchQuery, say, valueAt } from '@portal/contract-kit';
import { type EntityTarget, In, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import type { Audit } from '../audit/audit.ts';
import type { Call } from '../auth/actor.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { applyWords, askedWords, NAME, NamedDocuments, nameSearchField } from '../lookup/name-criteria.ts';
import { countMatches } from './count-rows.ts';
import { chosenColumns, csvLine, csvStart } from './csv.ts';
import { joinedDocuments } from './joined-documents.ts';
import { continueAfter, type OrderKey, orderOf, statementOf } from './list-order.ts';
import { RememberedTotals } from './remembered-totals.ts';
import { describeFields, parseSearch, pickColumns, type SearchFields } from './search-query.ts';
import { applyCriteria } from './search-sql.ts';

const batch = 500;
/** These lists are ordered by columns that have a value in every row. */
const isNullable = (): boolean => false;

/** Definition of a list: its table, the fields by which it is searched and ordered, and how a row is published. */
export interface RowList<Row extends ObjectLiteral, Published extends object> {
  /** Name of the list in audit records. */
  kind: string;
  entity: EntityTarget<Row>;
  fields: SearchFields;
  /** Columns of the export, each with its published field. Codes are written as words in the reader's language. */
  columns: readonly [field: string, title: Bilingual, value: (row: Published, language: Language) => unknown][];
  publish(row: Row, call: Call): Published;
  /** Key column, if it is not `id`. */
  key?: string;
  /** Column by which the newest row comes first, if it is not `createdAt`. */
  newestBy?: string;
  /** Kind and agency under which the words of the names are stored, if rows can be found by name. */
  named?: { kind: string; agency: string };
  /** Number up to which totals are counted; if more rows match, the response contains `atLeast`. */
  mostCounted?: number;
  /** Fields whose columns never change, for a list whose rows are never deleted. Totals of searches by these fields are remembered. */
  written?: readonly string[];
  /** Limits a query to the rows that the caller may see. */
  within?(query: SelectQueryBuilder<Row>, call: Call): SelectQueryBuilder<Row>;
  /** Returns what the audit record of a search contains; by default the names of its fields. `never` for a list without personal data. */
  recorded?: 'never' | ((query: SearchQuery) => object);
  /** Returns the query that is run in place of the caller's query. */
  widened?(query: SearchQuery): Promise<SearchQuery>;
  /** Adds data from other tables to published rows. */
  completed?(records: Published[]): Promise<Published[]>;
}

interface Asked<Row extends ObjectLiteral> {
  query: SearchQuery;
  order: OrderKey[];
  matches: SelectQueryBuilder<Row>;
  /** The names that are searched for, if very many rows have them, with the query for the other criteria. */
  named?: { documents: NamedDocuments; others?: SelectQueryBuilder<Row> };
}

/** A list that a service offers: as one page, or all rows as CSV. Every access is recorded in the audit log, unless the list holds no personal data. */
export class AuditedList<Row extends ObjectLiteral, Published extends object> {
  private readonly searchFields: SearchFields;
  private readonly totals: RememberedTotals<Row>;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly audit: Audit,
    private readonly list: RowList<Row, Published>,
  ) {
    this.totals = new RememberedTotals(db, this.key);
    this.searchFields = list.named ? { ...list.fields, [NAME]: nameSearchField } : list.fields;
  }

  private get key(): string {
    return this.list.key ?? 'id';
  }

  /** Returns the fields by which the list can be searched and ordered. */
  fields(): ListResult<SearchFieldInfo> {
    return describeFields(this.searchFields);
  }

  /** Returns one page, newest first unless the query asks for another order. @throws 400 */
  async search(q: string | undefined, call: Call): Promise<ListResult<object>> {
    const { query, order, matches, named } = await this.asked(q, call);
    const { db, key, list } = this;
    const { page, size } = query.paging;
    const part = { offset: (page - 1) * size, limit: size, backwards: false };
    const statement = statementOf([matches.clone().select(`d.${key}`, 'id')], order, part, isNullable, { key });
    const ids = (await db.reader.query<{ id: string }[]>(...statement)).map(({ id }) => id);
    const [rows, totalRecords] = await Promise.all([
      db.reader.getRepository(list.entity).findBy({ [key]: In(ids) } as never),
      this.totalOf(query, matches, named),
    ]);
    const limit = this.limitOf(query);
    const atLeast = limit !== undefined && totalRecords > limit;
    const total = atLeast ? limit : totalRecords;
    const byId = new Map(rows.map((row) => [row[key] as string, row]));
    const published = await this.published(
      ids.flatMap((id) => byId.get(id) ?? []),
      call,
    );
    const records = published.map((record) => pickColumns(record, query.viewColumns));
    await this.record('search', query, call, { page, found: total, ...(atLeast ? { atLeast } : {}) });
    return { records, totalRecords: total, ...(atLeast ? { atLeast } : {}) };
  }

  /** Returns all rows of a search as a CSV stream. @throws 400 */
  async csv(q: string | undefined, call: Call): Promise<Readable> {
    const { query, order, matches } = await this.asked(q, call);
    await this.record('export', query, call);
    const { key, list } = this;
    const columns = chosenColumns<(typeof list.columns)[number]>(
      list.columns,
      query.viewColumns,
      ([field]) => field,
      (field) => [field, inBoth(field), (record) => valueAt(record, field)],
    );
    const publish = (rows: Row[]) => this.published(rows, call);
    const after = (row?: Row) => continueAfter(matches.clone(), order, undefined, row, key).limit(batch).getMany();
    async function* lines(): AsyncGenerator<string> {
      yield csvStart + csvLine(columns.map(([, title]) => say(title, call.language)));
      for (let rows = await after(); ; rows = await after(rows.at(-1))) {
        yield (await publish(rows)).map((record) => csvLine(columns.map(([, , value]) => value(record, call.language)))).join('');
        if (rows.length < batch) return;
      }
    }
    return Readable.from(lines());
  }

  private async published(rows: Row[], call: Call): Promise<Published[]> {
    const { list } = this;
    const records = rows.map((row) => list.publish(row, call));
    return list.completed ? list.completed(records) : records;
  }

  /** Returns the number up to which the total is counted: at most the limit of the list, and no further than the caller asks or the page requires. */
  private limitOf({ totalUpTo, paging: { page, size } }: SearchQuery): number | undefined {
    const asked = totalUpTo === undefined ? undefined : Math.max(totalUpTo, page * size);
    const limits = [this.list.mostCounted, asked].filter((limit) => limit !== undefined);
    return limits.length ? Math.min(...limits) : undefined;
  }

  private totalOf(query: SearchQuery, matches: SelectQueryBuilder<Row>, named: Asked<Row>['named']): Promise<number> {
    const { list } = this;
    const { criteria } = query;
    const limit = this.limitOf(query);
    const upTo = limit === undefined ? undefined : limit + 1;
    if (named) {
      const others = named.others ? joinedDocuments(this.db, list.entity, named.others, 'd.id = w.documentId') : undefined;
      return named.documents.count(others, upTo);
    }
    if (upTo !== undefined) return countMatches(this.db, matches, upTo);
    const asked = criteria.filter(({ operation }) => operation !== 'ANY');
    const isWritten = !list.within && asked.every(({ fieldName }) => list.written?.includes(fieldName));
    return list.written && isWritten ? this.totals.of(JSON.stringify(asked), matches) : matches.getCount();
  }

  private async asked(q: string | undefined, call: Call): Promise<Asked<Row>> {
    const { db, list } = this;
    const query = parseSearch(q, this.searchFields, this.clock.today());
    const sought = list.widened ? await list.widened(query) : query;
    const criteria = sought.criteria.filter(({ fieldName }) => !list.named || fieldName !== NAME);
    const all = applyCriteria(db.reader.createQueryBuilder(list.entity, 'd'), 'd', { criteria }, list.fields);
    const matches = list.within ? list.within(all, call) : all;
    const words = list.named ? askedWords(query.criteria) : [];
    let named: Asked<Row>['named'];
    if (list.named && words.length) {
      const documents = new NamedDocuments(db, list.named.kind, [list.named.agency], words);
      const ids = await documents.ids();
      // If very many rows have the words, the total is counted from the table of words.
      if (!ids) named = { documents, ...(criteria.length || list.within ? { others: matches.clone() } : {}) };
      applyWords(matches, 'd', words, ids);
    }
    const order = list.newestBy && !query.sorting ? [{ column: list.newestBy, descending: true, within: [] }] : orderOf(query, list.fields);
    return { query, order, matches, ...(named ? { named } : {}) };
  }

  private async record(action: 'search' | 'export', query: SearchQuery, call: Call, more: object = {}): Promise<void> {
    const { kind, recorded } = this.list;
    if (recorded === 'never') return;
    const said = recorded ? recorded(query) : { fields: query.criteria.map(({ fieldName }) => fieldName) };
    await this.audit.read(call, { action, kind, details: { ...said, ...more } });
  }
}
