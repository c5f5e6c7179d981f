/** The search field `name` of staff lists: every word of the text begins a word of the names on a document. It is answered by the table of these words. */
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

  /** The newest of them: identifiers follow the time of registration. */
  async newest(limit: number, offset: number): Promise<string[]> {
    return (await this.read('distinct w.documentId', this.words, limit, offset)).map(({ id }) => id);
  }

  /** How many there are. */
  async count(): Promise<number> {
    const [sql, values] = this.statement('count(distinct w.documentId)', this.words);
    const [row] = await this.db.reader.query<{ id: number | string }[]>(sql, values);
    return Number(row?.id);
  }

  private read(what: string, words: readonly string[], limit?: number, offset = 0): Promise<{ id: string }[]> {
    const [sql, values] = this.statement(what, words);
    const order = what.startsWith('distinct') ? ' order by w.documentId desc' : '';
    return this.db.reader.query(`${sql}${order}${limit === undefined ? '' : ` limit ${limit} offset ${offset}`}`, values);
  }

  private statement(what: string, [word = '', ...others]: readonly string[]): [sql: string, values: unknown[]] {
    const [sql, values] = beginsWith('w.word', word);
    const also = others.map((other) => beginsWith('o.word', other));
    const conditions = also.map(([each]) => ` and exists (select 1 from document_name_word o where o.documentId = w.documentId and ${each})`);
    return [
      `select ${what} as id from document_name_word w where w.kind = ? and w.agencyCode in (${this.agencies.map(() => '?').join(', ')}) and ${sql}${conditions.join('')}`,
      [this.kind, ...this.agencies, ...values, ...also.flatMap(([, each]) => each)],
    ];
  }
}

/** Adds to a query on documents that they have these words. @param ids theirs, where they are known */
export function applyWords<T extends ObjectLiteral>(
  builder: SelectQueryBuilder<T>,
  alias: string,
  words: readonly string[],
  ids: readonly string[] | undefined,
): void {
  if (ids) builder.andWhere(ids.length ? `${alias}.id in (:...named)` : '1 = 0', { named: ids });
  else
    for (const [n, word] of words.entries()) {
      const [sql, [from, until]] = beginsWith('w.word', word, [`:w${n}from`, `:w${n}until`]);
      builder.andWhere(`exists (select 1 from document_name_word w where w.documentId = ${alias}.id and ${sql})`, {
        [`w${n}from`]: from,
        [`w${n}until`]: until,
      });
    }
}
