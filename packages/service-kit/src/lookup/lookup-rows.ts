/** Finds the rows of one kind of document that a text may refer to. Each query is answered by an index, newest first. */
import type { Call } from '../auth/actor.ts';
import type { Database } from '../database/database.ts';
import { SerialCounterRow } from '../database/kit.entities.ts';
import type { AnyDocuments } from '../documents/documents.ts';
import { folded, foldedColumn } from '../search/folding.ts';
import type { SearchField } from '../search/search-query.ts';
import type { Ranked } from './lookup-record.ts';
import { type LookupText, referencesHolding } from './lookup-text.ts';
import { NameLookup } from './name-lookup.ts';

/** Maximum number of records in a response. */
export const mostRecords = 20;
/** Number of documents that each condition may find: one more than a response has, to learn whether there are more. */
const mostFound = mostRecords + 1;
type Condition = [sql: string, values: unknown[]];

/** Returns the references of the service that contain a text, the highest numbers first. @param part text without spaces and dashes */
export async function referencesWith(db: Database, part: string): Promise<string[]> {
  if (part.length < 3) return [];
  const counters = await db.reader.find(SerialCounterRow);
  const series = new Map<string, { code: string; year: number; last: number }>();
  for (const { id, number } of counters) {
    const [code = '', , year = ''] = id.split('/');
    const known = series.get(`${code}/${year}`);
    series.set(`${code}/${year}`, { code, year: Number(year), last: Math.max(number, known?.last ?? 0) });
  }
  return referencesHolding(part, [...series.values()]);
}

/** Search over one kind of document, limited to what the caller may see. */
export class LookupRows {
  private readonly fields: Readonly<Record<string, SearchField>>;

  constructor(
    private readonly documents: AnyDocuments,
    private readonly call: Call,
  ) {
    this.fields = documents.rows.searchFields(documents.definition.search);
  }

  private get d(): AnyDocuments['definition'] {
    return this.documents.definition;
  }
  private get table(): string {
    return this.documents.kit.db.reading.getMetadata(this.d.row).tablePath;
  }

  /** Returns the documents that a text finds. @param references the references that contain the text */
  async find(asked: LookupText, references: readonly string[]): Promise<Ranked[]> {
    const { person = [], vehicle = [], numbers = [], names = [], phones = [] } = this.d.lookup ?? {};
    const exact = [
      ...(asked.number && /\d/.test(asked.number) ? [...person, ...vehicle, ...numbers].flatMap((name) => this.equal(name, asked.text)) : []),
      ...(asked.phone ? phones.flatMap((name) => this.equal(name, asked.phone)) : []),
    ];
    const ranked: [Ranked['rank'], Condition][] = [
      ...exact.map((each): [0, Condition] => [0, each]),
      ...(references.length ? [[1, [`d.reference in (${references.map(() => '?').join(', ')})`, [...references]]] as [1, Condition]] : []),
    ];
    const lookup = new NameLookup(this.documents.kit.db, this.d.kind, this.call.actor.agencies);
    const [found, byName] = await Promise.all([this.newest(ranked), asked.words.length && names.length ? lookup.find(asked.words, mostFound) : []]);
    const known = new Set(found.map(({ id }) => id));
    return [...found, ...byName.filter(({ id }) => !known.has(id))];
  }

  /** Returns documents with one of these numbers of persons or vehicles. The numbers are given as written in the fields of a document of any kind. */
  related(persons: readonly string[], vehicles: readonly string[]): Promise<Ranked[]> {
    const { person = [], vehicle = [] } = this.d.lookup ?? {};
    const conditions = [
      ...person.flatMap((name) => persons.flatMap((value) => this.equal(name, value))),
      ...vehicle.flatMap((name) => vehicles.flatMap((value) => this.equal(name, value))),
    ];
    return this.newest(conditions.map((each) => [0, each]));
  }

  /**
   * Returns the ids of a person's documents, newest first, from every agency and including drafts. It is for auditors, who may not read the documents
   * themselves.
   */
  async everyOf(person: string, limit: number): Promise<string[]> {
    const conditions = (this.d.lookup?.person ?? []).flatMap((name) => this.equal(name, person));
    const found = await this.select(
      conditions.map((each) => [0, each]),
      ['1 = 1', []],
      limit,
    );
    return [...found.keys()].sort().reverse();
  }

  /** Returns the newest documents that meet each condition and that the caller may see. */
  private async newest(conditions: readonly [Ranked['rank'], Condition][]): Promise<Ranked[]> {
    const { agencies } = this.call.actor;
    if (agencies.length === 0) return [];
    const { draftStatus } = this.d;
    const visible = `d.agencyCode in (${agencies.map(() => '?').join(', ')})${draftStatus ? ' and d.documentStatus <> ?' : ''}`;
    const best = await this.select(conditions, [visible, [...agencies, ...(draftStatus ? [draftStatus] : [])]], mostFound);
    return [...best].map(([id, rank]) => ({ id, rank }));
  }

  /** Returns the newest documents that meet each condition, each with its best rank. Ids increase with the time of registration. */
  private async select(conditions: readonly [Ranked['rank'], Condition][], [visible, own]: Condition, limit: number): Promise<Map<string, Ranked['rank']>> {
    if (conditions.length === 0) return new Map();
    const parts = conditions.map(
      ([rank, [sql]], n) =>
        // The order is by an expression on the id, not by the column itself. Otherwise the database would use the order of the primary key and read documents
        // until it has found enough.
        `select * from (select d.id as id, ${rank} as fit from ${this.table} d where ${sql} and ${visible} order by coalesce(d.id, null) desc limit ${limit}) as p${n}`,
    );
    const found = await this.documents.kit.db.reader.query<{ id: string; fit: number }[]>(
      parts.join(' union all '),
      conditions.flatMap(([, [, values]]) => [...values, ...own]),
    );
    const best = new Map<string, Ranked['rank']>();
    for (const { id, fit } of found) best.set(id, Math.min(Number(fit), best.get(id) ?? 3) as Ranked['rank']);
    return best;
  }

  /** Returns conditions that a field has a value: one for each value with which an index on the field may begin, and for each stored form of the value. */
  private equal(name: string, value: string): Condition[] {
    const field = this.fields[name] as SearchField;
    const within = this.d.lookup?.within;
    if (field.blind) return field.blind.forms(value).map((form) => [`d.${field.column} = ?`, [form]]);
    const first: readonly Condition[] = within ? within.values.map((each) => [`d.${within.column} = ? and `, [each]]) : [['', []]];
    const [column, form] = field.folding ? [foldedColumn(field.column), folded(value, field.folding)] : [field.column, value.trim().toUpperCase()];
    return first.map(([sql, values]) => [`${sql}d.${column} = ?`, [...values, form]]);
  }
}
