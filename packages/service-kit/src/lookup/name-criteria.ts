/**
 * The search field `name` of staff lists: every word of the text begins a word of the names on a document, and one of one or two letters is a word of them.
 * It is answered by the table of these words.
 */

import { foldName, type SearchCriterion } from '@portal/contract-kit';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Database } from '../database/database.ts';
import { badRequest } from '../http/problems.ts';
import { countUpTo } from '../search/count-rows.ts';
import { conditionOf, type Joined } from '../search/joined-documents.ts';
import type { SearchField, SearchFields } from '../search/search-query.ts';
import { applyCriteria } from '../search/search-sql.ts';
import { DocumentNameWordRow } from './name-words.entities.ts';
import { beginsWith, columnsBeside, type NamedKind, storedWord } from './name-words.ts';
import { nameWordIndex } from './names-beside.migration.ts';

/** The name of the field. */
export const NAME = 'name';
export const nameSearchField: SearchField = { column: 'name', type: 'TEXT', operations: ['CONTAINS'] };

/** Up to this many documents are selected by their ids; where more have the words, every document of the list is checked for them. */
export const fewNamed = 1_000;
/** Counting of a word stops here where only the rarest of several words is wanted. */
const common = 4_000;
/** Shorter words are compared as whole words, because nearly everybody has a name that begins with them. */
const shortestBeginning = 3;

const scopeOf = (agencies: readonly string[]): string => `w.kind = ? and w.agencyCode in (${agencies.map(() => '?').join(', ')})`;

const isWhole = (word: string): boolean => [...word].length < shortestBeginning;

/** The condition on one word of the text. */
const asked = (column: string, word: string, [from, until] = ['?', '?']): [sql: string, values: string[]] =>
  isWhole(word) ? [`${column} = ${from}`, [word]] : beginsWith(column, word, [from, until]);

/** The SQL condition that the document of the row `w` has another word too. */
function alsoHas(word: string, [from, until, part]: readonly [string, string, string] = ['?', '?', '?']): [sql: string, values: string[]] {
  const [sql, values] = asked('o.word', word, [from, until]);
  return [
    `case when w.names is null then exists (select 1 from document_name_word o where o.documentId = w.documentId and ${sql}) else instr(w.names, ${part}) > 0 end`,
    [...values, isWhole(word) ? ` ${word} ` : ` ${word}`],
  ];
}

/** The words that documents must have. @throws 400 where a text has none */
export function askedWords(criteria: readonly SearchCriterion[]): string[] {
  const words = criteria
    .filter(({ fieldName, operation }) => fieldName === NAME && operation !== 'ANY')
    .map(({ values }) => foldName(String(values[0])).split(' ').filter(Boolean).map(storedWord));
  if (words.some((each) => each.length === 0)) throw badRequest('BAD_VALUE', NAME, `${NAME} must have letters`);
  return [...new Set(words.flat())];
}

/**
 * The documents of one kind and some agencies that have all of these words, or words that begin so. One range of the index is read, of the rarest of the words:
 * beside each word stand all the others of its document, and what lists are filtered by.
 */
export class NamedDocuments {
  /** More than `fewNamed` documents were found. */
  private areMany = false;
  private rarestFirst?: Promise<[first: { word: string; number: number }, ...others: string[]]>;

  constructor(
    private readonly db: Database,
    private readonly kind: string,
    private readonly agencies: readonly string[],
    private readonly words: readonly string[],
  ) {}

  /** Their ids; undefined where they are many. @param beside limits them further @param isAll whether that is all that is asked for */
  async ids(beside?: Joined, isAll = true): Promise<string[] | undefined> {
    if (this.agencies.length === 0) return [];
    const [{ number }] = await this.ordered();
    if (number === 0) return [];
    // The index has a range for each agency; the ranges of several agencies are read at the same time.
    const parts = this.agencies.map(async (agency) => {
      const [sql, values] = await this.statement('w.documentId as id', beside, [agency]);
      return this.db.reader.query<{ id: string }[]>(`${sql} limit ${fewNamed + 1}`, values);
    });
    const found = (await Promise.all(parts)).flat();
    this.areMany = isAll && found.length > fewNamed;
    return found.length > fewNamed ? undefined : found.map(({ id }) => id);
  }

  /** How many they are. @param limit it is not counted beyond this */
  async count(beside?: Joined, limit?: number): Promise<number> {
    if (this.agencies.length === 0) return 0;
    // More than that were found before.
    if (this.areMany && limit !== undefined && limit <= fewNamed + 1) return limit;
    if (limit !== undefined) return countUpTo(this.db, await this.statement('1', beside), limit);
    const [sql, values] = await this.statement('count(*) as number', beside);
    const [found] = await this.db.reader.query<{ number: number | string }[]>(sql, values);
    return Number(found?.number ?? 0);
  }

  private async statement(
    what: string,
    { join, where, values, last }: Joined = { join: '', where: '', values: [] },
    agencies = this.agencies,
  ): Promise<[sql: string, values: unknown[]]> {
    const [{ word }, ...others] = await this.ordered();
    const conditions = [this.leads(word), ...others.map((other) => alsoHas(other))];
    const index = this.db.engine === 'mysql' ? ` force index (${nameWordIndex()})` : '';
    // What stands beside the words takes less time to compare than they do, and leaves fewer of them: it comes first.
    return [
      `select ${what} from document_name_word w${index}${join} where ${scopeOf(agencies)}${where} and ${conditions.map(([sql]) => sql).join(' and ')}${last?.where ?? ''}`,
      [this.kind, ...agencies, ...values, ...conditions.flatMap(([, each]) => each), ...(last?.values ?? [])],
    ];
  }

  /** The word by which the documents are found. Where it begins several words of one document, that counts by the first of them alone. */
  private leads(word: string): [sql: string, values: unknown[]] {
    const [sql, values] = asked('w.word', word);
    if (isWhole(word)) return [sql, values];
    const own = this.db.engine === 'mysql' ? "concat(' ', w.word, ' ')" : "' ' || w.word || ' '";
    const earlier = 'exists (select 1 from document_name_word o where o.documentId = w.documentId and o.word >= ? and o.word < w.word)';
    return [`${sql} and case when w.names is null then not ${earlier} else instr(w.names, ?) = instr(w.names, ${own}) end`, [...values, word, ` ${word}`]];
  }

  /** The words, the one that fewest have first. Of words that very many have, the longest is on fewer documents. */
  ordered(): Promise<[first: { word: string; number: number }, ...others: string[]]> {
    this.rarestFirst ??= Promise.all(this.words.map(async (word) => ({ word, number: await this.number(word) }))).then((counted) => {
      const sorted = counted.sort((a, b) => a.number - b.number || b.word.length - a.word.length);
      return [sorted[0] as { word: string; number: number }, ...sorted.slice(1).map(({ word }) => word)];
    });
    return this.rarestFirst;
  }

  /** How many documents have a word, counted up to `common`. */
  private async number(word: string): Promise<number> {
    const [sql, values] = asked('w.word', word);
    const [found] = await this.db.reader.query<{ number: number | string }[]>(
      `select count(*) as number from (select 1 from document_name_word w where ${scopeOf(this.agencies)} and ${sql} limit ${this.words.length > 1 ? common : 1}) as f`,
      [this.kind, ...this.agencies, ...values],
    );
    return Number(found?.number ?? 0);
  }
}

/**
 * Criteria as conditions on what stands beside the words; undefined where something else is asked for.
 * @param fields the search fields, with those of the scope @param more a condition on the documents' ids, as `w.documentId`
 */
export function besideWords(
  db: Database,
  of: NamedKind,
  criteria: readonly SearchCriterion[],
  fields: SearchFields,
  more?: readonly [sql: string, parameters: ObjectLiteral],
): Joined | undefined {
  const columns = columnsBeside(of);
  const besides: SearchFields = {};
  for (const { fieldName, operation } of criteria) {
    const field = fields[fieldName];
    // The agencies are the scope of the words themselves.
    const column = field && (field.column === 'agencyCode' ? 'agencyCode' : columns.get(field.column));
    if (operation !== 'ANY' && (!field || !column || field.folding || field.blind || field.isTime || field.beside)) return undefined;
    if (field && column) besides[fieldName] = { ...field, column };
  }
  const words = (): SelectQueryBuilder<DocumentNameWordRow> => db.reader.createQueryBuilder(DocumentNameWordRow, 'w').select('w.word', 'word');
  const matches = applyCriteria(words(), 'w', { criteria }, besides);
  return { join: '', ...conditionOf(matches), ...(more ? { last: conditionOf(words().where(...more)) } : {}) };
}

/** Adds to a query on documents that they have these words. @param ids theirs, where they are known */
export function applyWords<T extends ObjectLiteral>(
  builder: SelectQueryBuilder<T>,
  alias: string,
  words: readonly string[],
  ids: readonly string[] | undefined,
): void {
  if (ids) return void builder.andWhere(ids.length ? `${alias}.id in (:...named)` : '1 = 0', { named: ids });
  // Very many have these names. In the order of the list some of them come soon: each document is asked whether it has the words. As a value, not as `exists`:
  // the databases would make that a join, and read all who have the names first.
  const parameters: ObjectLiteral = {};
  /** Gives the named parameters of a condition their values. */
  const named = (names: readonly string[], [sql, values]: [sql: string, values: string[]]): string => {
    const used = names.filter((name) => sql.includes(name));
    for (const [i, name] of used.entries()) parameters[name.slice(1)] = values[i];
    return sql;
  };
  const [longest = '', ...others] = [...words].sort((a, b) => b.length - a.length);
  const conditions = [
    `w.documentId = ${alias}.id`,
    named([':wFrom', ':wUntil'], asked('w.word', longest, [':wFrom', ':wUntil'])),
    ...others.map((word, n) => {
      const names = [`:w${n}From`, `:w${n}Until`, `:w${n}Part`] as const;
      return named(names, alsoHas(word, names));
    }),
  ];
  builder.andWhere(`(select 1 from document_name_word w where ${conditions.join(' and ')} limit 1) = 1`, parameters);
}
