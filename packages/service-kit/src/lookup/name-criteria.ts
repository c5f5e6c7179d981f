/**
 * The search field `name` of staff lists: every word of the text begins a word of the names on a document, and one of one or two letters is a word of them.
 * It is answered by the table of these words.
 */
import { foldName, type SearchCriterion } from '@portal/contract-kit';
import type { EntityTarget, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Database } from '../database/database.ts';
import { badRequest } from '../http/problems.ts';
import type { SearchField } from '../search/search-query.ts';
import { beginsWith, storedWord } from './name-words.ts';

/** The name of the field. */
export const NAME = 'name';
export const nameSearchField: SearchField = { column: 'name', type: 'TEXT', operations: ['CONTAINS'] };

/** So many documents are named by their ids; of more, every document of a list is asked whether it has the words. */
const few = 1_000;
/** So many documents with a word are counted to tell which of several words fewer have. */
const enough = 50_000;
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

  /** The newest of them, and how many there are: identifiers follow the time of registration. */
  async newest(limit: number, offset: number): Promise<{ ids: string[]; total: number }> {
    if (this.agencies.length === 0) return { ids: [], total: 0 };
    const groups = await this.groups();
    if (groups.length === 0) return { ids: [], total: 0 };
    const [total, rows] = await Promise.all([this.count(groups), this.page(groups, limit, offset)]);
    return { ids: rows.map(({ id }) => id), total };
  }

  /** How many they are. @param of joins the documents as `d`, with conditions on them; without it every document with the words counts */
  async count(groups?: readonly Group[], of: Joined = { join: '', where: '', values: [] }): Promise<number> {
    if (this.agencies.length === 0) return 0;
    const found = await Promise.all(
      (groups ?? (await this.groups())).map(({ where, values, distinct }) =>
        this.db.reader.query<{ number: number | string }[]>(
          `select count(${distinct ? 'distinct w.documentId' : '*'}) as number from document_name_word w${of.join} where ${this.scope()} and ${where}${of.where}`,
          [this.kind, ...this.agencies, ...values, ...of.values],
        ),
      ),
    );
    return found.reduce((sum, [row]) => sum + Number(row?.number ?? 0), 0);
  }

  private page(groups: readonly Group[], limit: number, offset: number): Promise<{ id: string }[]> {
    const newest = `order by w.documentId desc limit ${limit + offset}`;
    const parts = groups.flatMap(({ where, values, distinct, inOrder }) =>
      // The index has the documents of one word and agency in order.
      inOrder
        ? this.agencies.map(
            (agency) =>
              [
                `select w.documentId as id from document_name_word w where w.kind = ? and w.agencyCode = ? and ${where} ${newest}`,
                [this.kind, agency, ...values],
              ] as const,
          )
        : [
            [
              `select ${distinct ? 'distinct ' : ''}w.documentId as id from document_name_word w where ${this.scope()} and ${where} ${newest}`,
              [this.kind, ...this.agencies, ...values],
            ] as const,
          ],
    );
    return this.db.reader.query(
      `select f.id as id from (${parts.map(([sql], n) => `select * from (${sql}) as p${n}`).join(' union all ')}) as f order by f.id desc limit ${limit} offset ${offset}`,
      parts.flatMap(([, values]) => [...values]),
    );
  }

  /**
   * The documents in groups that have no document in common. One text begins many words: nearly all of the documents have one of them, MARIA, and are counted in
   * the index; those that have another one alone are few, and are told apart.
   */
  private async groups(): Promise<Group[]> {
    const begun = await Promise.all(this.words.map((word) => this.begun(word)));
    if (begun.includes(undefined)) return [];
    const [first, ...others] = (begun as Begun[]).sort((a, b) => a.number - b.number) as [Begun, ...Begun[]];
    const conditions = others.map((other) => this.alsoHas(other));
    const also = conditions.map(([sql]) => ` and ${sql}`).join('');
    const alsoValues = conditions.flatMap(([, values]) => values);
    const [begins, values] = asked('w.word', first.text);
    const groups: Group[] = [{ where: `w.word = ?${also}`, values: [first.most, ...alsoValues], distinct: false, inOrder: others.length === 0 }];
    if (begins.includes('>=')) {
      const without = 'not exists (select 1 from document_name_word o where o.documentId = w.documentId and o.word = ?)';
      groups.push({ where: `${begins} and w.word <> ? and ${without}${also}`, values: [...values, first.most, first.most, ...alsoValues], distinct: true });
    }
    return groups;
  }

  /** That a document of the index also has another word: the common one by the index of the words, where its documents stand together. */
  private alsoHas({ text, most }: Begun): [sql: string, values: unknown[]] {
    const byWord = this.db.engine === 'mysql' ? ' force index (ix_document_name_word_kind_agencyCode_word_documentId)' : '';
    const has = `(select 1 from document_name_word o${byWord} where o.kind = w.kind and o.agencyCode = w.agencyCode and o.word = ? and o.documentId = w.documentId limit 1) = 1`;
    const [begins, values] = asked('v.word', text);
    if (!begins.includes('>=')) return [has, [most]];
    const scope = this.scope().replaceAll('w.', 'v.');
    return [
      `(${has} or w.documentId in (select v.documentId from document_name_word v where ${scope} and ${begins} and v.word <> ?))`,
      [most, this.kind, ...this.agencies, ...values, most],
    ];
  }

  /** The word that most of the documents have which have a word that begins with a text; the text itself, where it is a word. */
  private async begun(text: string): Promise<Begun | undefined> {
    const number = await this.number(text);
    if (number > 0) return { text, most: text, number };
    const [begins, values] = asked('w.word', text);
    const [most] = await this.db.reader.query<{ word: string; number: number | string }[]>(
      `select w.word as word, count(*) as number from document_name_word w where ${this.scope()} and ${begins} group by w.word order by number desc limit 1`,
      [this.kind, ...this.agencies, ...values],
    );
    return most && { text, most: most.word, number: Number(most.number) };
  }

  /** How many have a word, as far as it matters which of several words fewer have. */
  private async number(word: string): Promise<number> {
    const [found] = await this.db.reader.query<{ number: number | string }[]>(
      `select count(*) as number from (select w.documentId from document_name_word w where ${this.scope()} and w.word = ? limit ${this.words.length > 1 ? enough : 1}) as f`,
      [this.kind, ...this.agencies, word],
    );
    return Number(found?.number ?? 0);
  }

  private scope(): string {
    return `w.kind = ? and w.agencyCode in (${this.agencies.map(() => '?').join(', ')})`;
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
      `select ${what} as id from document_name_word w where ${this.scope()} and ${sql}${conditions.join('')}`,
      [this.kind, ...this.agencies, ...values, ...also.flatMap(([, each]) => each)],
    ];
  }
}

/** A text that words begin with, and the commonest of these words. */
interface Begun {
  text: string;
  most: string;
  number: number;
}

/** Documents with the words, all of which meet one condition. */
interface Group {
  where: string;
  values: unknown[];
  /** A document may have several words that meet it. */
  distinct: boolean;
  /** Of one word, of which the index has the documents in order. */
  inOrder?: boolean;
}

/** Documents that meet further criteria, as a join to their words. */
interface Joined {
  join: string;
  where: string;
  values: unknown[];
}

/**
 * The documents of a query as a join to the words of their names, which lead.
 * @param matches on the alias `d` @param narrow an index that begins with the key and holds all that is asked for: the rows themselves are long
 */
export function joinedDocuments<Row extends ObjectLiteral>(db: Database, row: EntityTarget<Row>, matches: SelectQueryBuilder<Row>, narrow?: string): Joined {
  const [sql, values] = matches.select('d.id', 'id').getQueryAndParameters();
  const [, condition = '1 = 1'] = sql.split(/ WHERE ([\s\S]*)$/);
  const { tablePath } = db.reading.getMetadata(row);
  const [inOrder, by] = db.engine === 'mysql' ? ['straight_join', narrow ? ` force index (${narrow})` : ''] : ['cross join', ''];
  return { join: ` ${inOrder} ${tablePath} d${by} on d.id = w.documentId`, where: ` and (${condition})`, values };
}

/** Adds to a query on documents that they have these words. @param ids theirs, where they are known */
export function applyWords<T extends ObjectLiteral>(
  builder: SelectQueryBuilder<T>,
  alias: string,
  words: readonly string[],
  ids: readonly string[] | undefined,
): void {
  if (ids) return void builder.andWhere(ids.length ? `${alias}.id in (:...named)` : '1 = 0', { named: ids });
  const parameters: ObjectLiteral = {};
  const condition = (column: string, word: string, n: number): string => {
    const [sql, [from, until]] = asked(column, word, [`:w${n}from`, `:w${n}until`]);
    Object.assign(parameters, { [`w${n}from`]: from, [`w${n}until`]: until });
    return sql;
  };
  // Very many have these names. In the order of the list some of them come soon: each document is asked whether it has the words. As a value, not as `exists`:
  // the databases would make that a join, and read all who have the names first.
  for (const [n, word] of words.entries())
    builder.andWhere(`(select 1 from document_name_word w where w.documentId = ${alias}.id and ${condition('w.word', word, n)} limit 1) = 1`);
  builder.setParameters(parameters);
}
