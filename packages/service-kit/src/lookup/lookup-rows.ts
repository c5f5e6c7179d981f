/** Finds the rows of one kind of document that a text may mean: each question is answered by an index, newest first. */
import type { Call } from '../auth/actor.ts';
import { SerialCounterRow } from '../database/kit.entities.ts';
import type { AnyDocuments } from '../documents/documents.ts';
import { folded, foldedColumn } from '../search/folding.ts';
import type { SearchField } from '../search/search-query.ts';
import { type LookupText, referencesHolding } from './lookup-text.ts';

/** At most so many records are answered. */
export const mostRecords = 20;
/** Different names that hold a word are looked for one by one, up to so many. */
const mostNames = 50;
/** A last name is looked for with and without them. */
const particles = ['DA ', 'DE ', 'DO ', 'DAS ', 'DOS ', 'DI ', 'DEL ', 'VAN ', 'VON ', 'AL '];

/** Ids of documents by how well they fit: the number that was asked for, a reference that holds the text, a name. */
export type Ranked = { id: string; rank: 0 | 1 | 2 };

type Condition = [sql: string, values: unknown[]];

/** A search over one kind, limited to what the caller may see. */
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

  /** What a text finds. */
  async find(asked: LookupText): Promise<Ranked[]> {
    const { person = [], vehicle = [], numbers = [], names = [], phones = [] } = this.d.lookup ?? {};
    const exact = [
      ...(asked.number && /\d/.test(asked.number) ? [...person, ...vehicle, ...numbers].map((name) => this.equal(name, asked.text)) : []),
      ...(asked.phone ? phones.map((name) => this.equal(name, asked.phone)) : []),
    ];
    const [parts, byName] = await Promise.all([this.references(asked.number), asked.words.length && names.length ? this.names(names, asked.words) : []]);
    const ranked: [Ranked['rank'], Condition][] = [
      ...exact.map((each): [0, Condition] => [0, each]),
      ...(parts.length ? [[1, [`d.reference in (${parts.map(() => '?').join(', ')})`, parts]] as [1, Condition]] : []),
      ...byName.map((each): [2, Condition] => [2, each]),
    ];
    return this.newest(ranked);
  }

  /** Documents with one of these numbers of persons or vehicles, as they stand in the fields of some kind. */
  related(persons: readonly string[], vehicles: readonly string[]): Promise<Ranked[]> {
    const { person = [], vehicle = [] } = this.d.lookup ?? {};
    const conditions = [
      ...person.flatMap((name) => persons.map((value) => this.equal(name, value))),
      ...vehicle.flatMap((name) => vehicles.map((value) => this.equal(name, value))),
    ];
    return this.newest(conditions.map((each) => [0, each]));
  }

  /** The newest documents of each condition. Identifiers follow the time of registration. */
  private async newest(conditions: readonly [Ranked['rank'], Condition][]): Promise<Ranked[]> {
    const { agencies } = this.call.actor;
    if (agencies.length === 0 || conditions.length === 0) return [];
    const { draftStatus } = this.d;
    const visible = `d.agencyCode in (${agencies.map(() => '?').join(', ')})${draftStatus ? ' and d.documentStatus <> ?' : ''}`;
    const own = [...agencies, ...(draftStatus ? [draftStatus] : [])];
    const parts = conditions.map(
      ([rank, [sql]], n) =>
        `select * from (select d.id as id, ${rank} as fit from ${this.table} d where ${sql} and ${visible} order by d.id desc limit ${mostRecords}) as p${n}`,
    );
    const found = await this.documents.kit.db.reader.query<{ id: string; fit: number }[]>(
      parts.join(' union all '),
      conditions.flatMap(([, [, values]]) => [...values, ...own]),
    );
    const best = new Map<string, Ranked['rank']>();
    for (const { id, fit } of found) best.set(id, Math.min(Number(fit), best.get(id) ?? 2) as Ranked['rank']);
    return [...best].map(([id, rank]) => ({ id, rank }));
  }

  private equal(name: string, value: string): Condition {
    const field = this.fields[name] as SearchField;
    const within = this.d.lookup?.within;
    // An index that begins with another column: all its values are named, so that the index serves.
    const first: Condition =
      within && !field.blind ? [`d.${within.column} in (${within.values.map(() => '?').join(', ')}) and `, [...within.values]] : ['', []];
    if (field.blind) {
      const forms = field.blind.forms(value);
      return [`d.${field.column} in (${forms.map(() => '?').join(', ')})`, forms];
    }
    if (!field.folding) return [`${first[0]}d.${field.column} = ?`, [...first[1], value.trim().toUpperCase()]];
    return [`${first[0]}d.${foldedColumn(field.column)} = ?`, [...first[1], folded(value, field.folding)]];
  }

  private async references(part: string): Promise<string[]> {
    if (part.length < 3) return [];
    const counters = await this.documents.kit.db.reader.find(SerialCounterRow);
    const series = new Map<string, { code: string; year: number; last: number }>();
    for (const { id, number } of counters) {
      const [code = '', , year = ''] = id.split('/');
      const known = series.get(`${code}/${year}`);
      series.set(`${code}/${year}`, { code, year: Number(year), last: Math.max(number, known?.last ?? 0) });
    }
    return referencesHolding(part, [...series.values()]);
  }

  /** The names that hold all words, at their beginnings: in one column, or the first words in one and the others in the next, in either order. */
  private async names(fields: readonly string[], words: readonly string[]): Promise<Condition[]> {
    const columns = fields.map((name) => this.columnOf(name));
    // An index finds names by their beginning. All different names are gone through only where no name begins so.
    const begin = await this.namesWith(columns, words, false);
    return begin.length ? begin : this.namesWith(columns, words, true);
  }

  private async namesWith(columns: readonly string[], words: readonly string[], anywhere: boolean): Promise<Condition[]> {
    const values = new Map<string, Promise<string[]>>();
    const valuesOf = (column: string, some: readonly string[]): Promise<string[]> => {
      const key = `${column} ${some.join(' ')}`;
      const known = values.get(key) ?? this.valuesWith(column, some, anywhere);
      values.set(key, known);
      return known;
    };
    const conditions: Condition[] = [];
    for (const column of columns) for (const value of await valuesOf(column, words)) conditions.push(this.named(column, [value]));
    const [one, two] = columns;
    if (one && two)
      for (let split = 1; split < words.length; split++) {
        const [head, tail] = [words.slice(0, split), words.slice(split)];
        for (const [a, b] of [
          [head, tail],
          [tail, head],
        ] as const) {
          const [first, second] = await Promise.all([valuesOf(one, a), valuesOf(two, b)]);
          if (first.length === 0 || second.length === 0) continue;
          const [sql, given] = this.named(one, first);
          conditions.push([`${sql} and d.${two} in (${second.map(() => '?').join(', ')})`, [...given, ...second]]);
        }
      }
    return conditions;
  }

  private named(column: string, values: readonly string[]): Condition {
    const within = this.d.lookup?.within;
    const first = within ? `d.${within.column} in (${within.values.map(() => '?').join(', ')}) and ` : '';
    return [`${first}d.${column} in (${values.map(() => '?').join(', ')})`, [...(within?.values ?? []), ...values]];
  }

  private columnOf(name: string): string {
    const field = this.fields[name] as SearchField;
    return field.folding ? foldedColumn(field.column) : field.column;
  }

  /** The different names that have all these words, each at the beginning of a word. @param anywhere also further on in the name, not after a particle alone */
  private async valuesWith(column: string, words: readonly string[], anywhere: boolean): Promise<string[]> {
    const within = this.d.lookup?.within;
    const escaped = words.map((word) => word.replace(/[|%_]/g, '|$&'));
    const [first = '', ...others] = escaped;
    const beginnings = anywhere ? [`${first}%`, `% ${first}%`] : ['', ...particles].map((particle) => `${particle}${first}%`);
    const any = (patterns: readonly string[]): string => `(${patterns.map(() => `d.${column} like ? escape '|'`).join(' or ')})`;
    const all = [beginnings, ...others.map((word) => [`${word}%`, `% ${word}%`])];
    const parts = within ? within.values.map((value) => [value]) : [[]];
    const sql = parts.map(
      (_, n) =>
        `select * from (select distinct d.${column} as value from ${this.table} d where ${within ? `d.${within.column} = ? and ` : ''}${all.map(any).join(' and ')} limit ${mostNames}) as v${n}`,
    );
    const rows = await this.documents.kit.db.reader.query<{ value: string }[]>(
      sql.join(' union all '),
      parts.flatMap((part) => [...part, ...all.flat()]),
    );
    return [...new Set(rows.map(({ value }) => value))].slice(0, mostNames);
  }
}
