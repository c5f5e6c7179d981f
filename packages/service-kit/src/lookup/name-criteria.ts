/**
 * The search field `name` of staff lists: every word of the text begins a word of the names on a document, and one of one or two letters is a word of them.
 * It is answered by the table of these words.
 */
import { foldName, type SearchCriterion } from '@portal/contract-kit';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Database } from '../database/database.ts';
import { badRequest } from '../http/problems.ts';
import type { SearchField } from '../search/search-query.ts';
import { beginsWith, storedWord } from './name-words.ts';

/** The name of the field. */
export const NAME = 'name';
export const nameSearchField: SearchField = { column: 'name', type: 'TEXT', operations: ['CONTAINS'] };

/** So many documents are named by their ids; of more, every document of a list is asked whether it has the words. */
const few = 1_000;
/** Shorter words are compared whole: they would begin the names of nearly everybody. */
const shortestBeginning = 3;

/** The condition on one word of the text. */
const asked = (column: string, word: string, [from, until] = ['?', '?']): [sql: string, values: string[]] =>
  [...word].length < shortestBeginning ? [`${column} = ${from}`, [word]] : beginsWith(column, word, [from, until]);

/** The words that documents must have. @throws 400 where a text has none */
export function askedWords(criteria: readonly SearchCriterion[]): string[] {
  const words = criteria
    .filter(({ fieldName, operation }) => fieldName === NAME && operation !== 'ANY')
    .map(({ values }) => foldName(String(values[0])).split(' ').filter(Boolean).map(storedWord));
  if (words.some((each) => each.length === 0)) throw badRequest('BAD_VALUE', NAME, `${NAME} must have letters`);
  return [...new Set(words.flat())];
}

/** The documents of one kind and some agencies that have all of these words, or words that begin so. */
export class NamedDocuments {
  constructor(
    private readonly db: Database,
    private readonly kind: string,
    private readonly agencies: readonly string[],
    private readonly words: readonly string[],
  ) {}

  /** Their ids; undefined where they are many. */
  async ids(): Promise<string[] | undefined> {
    if (this.agencies.length === 0) return [];
    // The rarest word first: of it alone all documents are read.
    const counts = await Promise.all(this.words.map(async (word) => ({ word, number: (await this.read('w.documentId', [word], few + 1)).length })));
    const [rarest] = counts.sort((a, b) => a.number - b.number);
    if (!rarest || rarest.number > few) return undefined;
    return (await this.read('distinct w.documentId', [rarest.word, ...this.words.filter((word) => word !== rarest.word)])).map(({ id }) => id);
  }

  /** The newest of them, and how many there are: identifiers follow the time of registration. One statement, because it looks at each of them. */
  async newest(limit: number, offset: number): Promise<{ ids: string[]; total: number }> {
    if (this.agencies.length === 0) return { ids: [], total: 0 };
    const [sql, values] = this.statement('distinct w.documentId', this.words);
    const found = await this.db.reader.query<{ id: string; total: number | string }[]>(
      `select f.id as id, count(*) over () as total from (${sql}) as f order by f.id desc limit ${limit} offset ${offset}`,
      values,
    );
    if (found[0]) return { ids: found.map(({ id }) => id), total: Number(found[0].total) };
    return offset > 0 ? { ids: [], total: (await this.newest(1, 0)).total } : { ids: [], total: 0 };
  }

  private read(what: string, words: readonly string[], limit?: number): Promise<{ id: string }[]> {
    const [sql, values] = this.statement(what, words);
    return this.db.reader.query(`${sql}${limit === undefined ? '' : ` limit ${limit}`}`, values);
  }

  private statement(what: string, [word = '', ...others]: readonly string[]): [sql: string, values: unknown[]] {
    const [sql, values] = asked('w.word', word);
    const also = others.map((other) => asked('o.word', other));
    const conditions = also.map(([each]) => ` and exists (select 1 from document_name_word o where o.documentId = w.documentId and ${each})`);
    return [
      `select ${what} as id from document_name_word w where w.kind = ? and w.agencyCode in (${this.agencies.map(() => '?').join(', ')}) and ${sql}${conditions.join('')}`,
      [this.kind, ...this.agencies, ...values, ...also.flatMap(([, each]) => each)],
    ];
  }
}

/** Adds to a query on documents that they have these words. @param of whose words: the kind and the agencies of the caller @param ids theirs, where they are known */
export function applyWords<T extends ObjectLiteral>(
  builder: SelectQueryBuilder<T>,
  alias: string,
  { kind, agencies }: { kind: string; agencies: readonly string[] },
  [first = '', ...others]: readonly string[],
  ids: readonly string[] | undefined,
): void {
  if (ids) return void builder.andWhere(ids.length ? `${alias}.id in (:...named)` : '1 = 0', { named: ids });
  const parameters: ObjectLiteral = { wordsKind: kind, wordsAgencies: agencies.length ? agencies : ['-'] };
  const condition = (column: string, word: string, n: number): string => {
    const [sql, [from, until]] = asked(column, word, [`:w${n}from`, `:w${n}until`]);
    Object.assign(parameters, { [`w${n}from`]: from, [`w${n}until`]: until });
    return sql;
  };
  const also = others.map(
    (other, i) => ` and exists (select 1 from document_name_word o where o.documentId = w.documentId and ${condition('o.word', other, i + 1)})`,
  );
  // Found once, from the index of the words. The database looks the documents of the list up in them, and reads no row but those of the page.
  const found = `(select distinct w.documentId as id from document_name_word w where w.kind = :wordsKind and w.agencyCode in (:...wordsAgencies) and ${condition('w.word', first, 0)}${also.join('')})`;
  builder.innerJoin(found, 'named', `named.id = ${alias}.id`).setParameters(parameters);
}
