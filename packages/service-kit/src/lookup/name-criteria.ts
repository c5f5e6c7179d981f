/**
 * The search field `name` of staff lists: each word of the search text must be the beginning of a word in the names on a document; a search word of one or two
 * letters must be a whole word. The table of these words answers the search.
 */

import { foldName, type SearchCriterion, sentence } from '@portal/contract-kit';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Database } from '../database/database.ts';
import { badRequest } from '../http/problems.ts';
import { countUpTo } from '../search/count-rows.ts';
import { conditionOf, type Joined } from '../search/joined-documents.ts';
import type { SearchField, SearchFields } from '../search/search-query.ts';
import { applyCriteria } from '../search/search-sql.ts';
import { DocumentNameWordRow } from './name-words.entities.ts';
import { beginsWith, type NamedKind, storedWord, wordTableColumns } from './name-words.ts';
import { nameWordIndex } from './names-beside.migration.ts';

/** The published name of the search field. */
export const NAME = 'name';
export const nameSearchField: SearchField = { column: 'name', type: 'TEXT', operations: ['CONTAINS'] };

/** If at most this many documents have the words, they are selected by their ids; if more have them, every document of the list is checked for the words. */
export const fewNamed = 1_000;
/** Counting the documents with a word stops here, because the count only serves to find the rarest of several words. */
const common = 4_000;
/** Words shorter than this are compared as whole words, because nearly everybody has a name that begins with them. */
const shortestBeginning = 3;

const scopeOf = (agencies: readonly string[]): string => `w.kind = ? and w.agencyCode in (${agencies.map(() => '?').join(', ')})`;

const isWhole = (word: string): boolean => [...word].length < shortestBeginning;

/** Returns the condition on one word of the search text. */
const asked = (column: string, word: string, [from, until] = ['?', '?']): [sql: string, values: string[]] =>
  isWhole(word) ? [`${column} = ${from}`, [word]] : beginsWith(column, word, [from, until]);

/** Returns the SQL condition that the document of row `w` also has another word. */
function alsoHas(word: string, [from, until, part]: readonly [string, string, string] = ['?', '?', '?']): [sql: string, values: string[]] {
  const [sql, values] = asked('o.word', word, [from, until]);
  return [
    `case when w.names is null then exists (select 1 from document_name_word o where o.documentId = w.documentId and ${sql}) else instr(w.names, ${part}) > 0 end`,
    [...values, isWhole(word) ? ` ${word} ` : ` ${word}`],
  ];
}

/** Returns the words that documents must have. @throws 400 where a search text contains none */
export function askedWords(criteria: readonly SearchCriterion[]): string[] {
  const words = criteria
    .filter(({ fieldName, operation }) => fieldName === NAME && operation !== 'ANY')
    .map(({ values }) => foldName(String(values[0])).split(' ').filter(Boolean).map(storedWord));
  if (words.some((each) => each.length === 0))
    throw badRequest('BAD_VALUE', NAME, sentence('{{name}} must have letters or digits', '{{name}} deve ter letras ou algarismos', { name: NAME }));
  return [...new Set(words.flat())];
}

/**
 * The documents of one kind and some agencies that have all of these words, or words that begin with them. One range of the index is read, for the rarest of
 * the words: each row of a word also contains all other words of its document, and the values by which lists are filtered.
 */
export class NamedDocuments {
  /** Whether `ids` found more than `fewNamed` documents. */
  private areMany = false;
  private rarestFirst?: Promise<[first: { word: string; number: number }, ...others: string[]]>;

  constructor(
    private readonly db: Database,
    private readonly kind: string,
    private readonly agencies: readonly string[],
    private readonly words: readonly string[],
  ) {}

  /**
   * Returns their ids; undefined if there are more than `fewNamed`. @param beside further conditions @param isAll whether there are no other conditions than
   * these
   */
  async ids(beside?: Joined, isAll = true): Promise<string[] | undefined> {
    if (this.agencies.length === 0) return [];
    const [{ number }] = await this.ordered();
    if (number === 0) return [];
    // The index has one range for each agency; the ranges of several agencies are read at the same time.
    const parts = this.agencies.map(async (agency) => {
      const [sql, values] = await this.statement('w.documentId as id', beside, [agency]);
      return this.db.reader.query<{ id: string }[]>(`${sql} limit ${fewNamed + 1}`, values);
    });
    const found = (await Promise.all(parts)).flat();
    this.areMany = isAll && found.length > fewNamed;
    return found.length > fewNamed ? undefined : found.map(({ id }) => id);
  }

  /** Returns the number of these documents. @param limit number at which counting stops */
  async count(beside?: Joined, limit?: number): Promise<number> {
    if (this.agencies.length === 0) return 0;
    // `ids` has already found more documents than the limit.
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
    // The conditions on the columns stored beside the words come first: they are quicker to compare than the words, and leave fewer rows.
    return [
      `select ${what} from document_name_word w${index}${join} where ${scopeOf(agencies)}${where} and ${conditions.map(([sql]) => sql).join(' and ')}${last?.where ?? ''}`,
      [this.kind, ...agencies, ...values, ...conditions.flatMap(([, each]) => each), ...(last?.values ?? [])],
    ];
  }

  /**
   * Returns the condition on the word by which the documents are found. If several words of a document begin with it, only the first of them counts, so that no
   * document is counted twice.
   */
  private leads(word: string): [sql: string, values: unknown[]] {
    const [sql, values] = asked('w.word', word);
    if (isWhole(word)) return [sql, values];
    const own = this.db.engine === 'mysql' ? "concat(' ', w.word, ' ')" : "' ' || w.word || ' '";
    const earlier = 'exists (select 1 from document_name_word o where o.documentId = w.documentId and o.word >= ? and o.word < w.word)';
    return [`${sql} and case when w.names is null then not ${earlier} else instr(w.names, ?) = instr(w.names, ${own}) end`, [...values, word, ` ${word}`]];
  }

  /** Returns the words, the rarest first. Among words that very many documents have, the longest comes first, because fewer documents have it. */
  ordered(): Promise<[first: { word: string; number: number }, ...others: string[]]> {
    this.rarestFirst ??= Promise.all(this.words.map(async (word) => ({ word, number: await this.number(word) }))).then((counted) => {
      const sorted = counted.sort((a, b) => a.number - b.number || b.word.length - a.word.length);
      return [sorted[0] as { word: string; number: number }, ...sorted.slice(1).map(({ word }) => word)];
    });
    return this.rarestFirst;
  }

  /** Returns how many documents have a word, counted up to `common`. */
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
 * Returns criteria as conditions on the columns stored beside the words; undefined if some criterion needs another column.
 * @param fields the search fields, including those of the scope @param more a condition on the ids of the documents, as `w.documentId`
 */
export function wordTableConditions(
  db: Database,
  of: NamedKind,
  criteria: readonly SearchCriterion[],
  fields: SearchFields,
  more?: readonly [sql: string, parameters: ObjectLiteral],
): Joined | undefined {
  const columns = wordTableColumns(of);
  const besides: SearchFields = {};
  for (const { fieldName, operation } of criteria) {
    const field = fields[fieldName];
    // The agencies already limit the rows of the words themselves.
    const column = field && (field.column === 'agencyCode' ? 'agencyCode' : columns.get(field.column));
    if (operation !== 'ANY' && (!field || !column || field.folding || field.blind || field.isTime || field.beside)) return undefined;
    if (field && column) besides[fieldName] = { ...field, column };
  }
  const words = (): SelectQueryBuilder<DocumentNameWordRow> => db.reader.createQueryBuilder(DocumentNameWordRow, 'w').select('w.word', 'word');
  const matches = applyCriteria(words(), 'w', { criteria }, besides);
  return { join: '', ...conditionOf(matches), ...(more ? { last: conditionOf(words().where(...more)) } : {}) };
}

/** Adds to a query on documents the condition that they have these words. @param ids ids of these documents, if they are known */
export function applyWords<T extends ObjectLiteral>(
  builder: SelectQueryBuilder<T>,
  alias: string,
  words: readonly string[],
  ids: readonly string[] | undefined,
): void {
  if (ids) return void builder.andWhere(ids.length ? `${alias}.id in (:...named)` : '1 = 0', { named: ids });
  // Very many documents have these names, so some of them are found soon in the order of the list: each document is checked for the words. The check is a
  // scalar subquery and not `exists`, because the databases would turn `exists` into a join and first read all documents that have the names.
  const parameters: ObjectLiteral = {};
  /** Sets the named parameters of a condition to their values. */
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
