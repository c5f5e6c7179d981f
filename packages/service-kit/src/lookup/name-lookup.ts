/** Finds documents by the words of their names. */
import type { Database } from '../database/database.ts';
import type { Ranked } from './lookup-record.ts';
import { beginsWith, lastLetter, storedWord } from './name-words.ts';

/** Maximum number of different words that are found by their beginning. */
const mostWords = 50;
/** Number of index entries read at a time to find these words, and maximum number of such reads. */
const entriesAHop = 200;
const mostHops = 20;
/** A word that at most this many documents have is rare. */
const few = 2_000;
/** If all words are on many documents, this number of the newest documents with one word is searched. */
const mostLookedThrough = 20_000;

type Sql = [sql: string, values: unknown[]];

/** Returns the condition on a word of a name: `MARIA` itself, or all words that begin with it. */
const is = (column: string, word: string, whole: boolean): Sql => (whole ? [`${column} = ?`, [word]] : beginsWith(column, word));

/**
 * The names on documents of one kind and some agencies. Every query is answered by an index, and the amount it reads does not grow with the number of
 * documents.
 */
export class NameLookup {
  constructor(
    private readonly db: Database,
    private readonly kind: string,
    private readonly agencies: readonly string[],
  ) {}

  /** Returns the newest documents that have all these words in their names, followed by those with words that begin with them. @param words folded words */
  async find(words: readonly string[], most: number): Promise<Ranked[]> {
    if (this.agencies.length === 0) return [];
    const stored = [...new Set(words.map(storedWord))];
    const whole = await this.withWords(stored, most, true);
    const found: Ranked[] = whole.map((id) => ({ id, rank: 2 }));
    if (whole.length >= most) return found;
    const begun = await this.withWords(stored, most, false);
    return [...found, ...begun.filter((id) => !whole.includes(id)).map((id): Ranked => ({ id, rank: 3 }))].slice(0, most);
  }

  private async withWords(words: readonly string[], most: number, whole: boolean): Promise<string[]> {
    const rarest = words.length === 1 ? words[0] : await this.rarest(words, whole);
    if (rarest === undefined) return [];
    const places = whole ? this.agencies.map((agency) => ({ agency, word: rarest })) : await this.wordsFrom(rarest);
    if (places.length === 0) return [];
    const others = words.filter((word) => word !== rarest).map((word) => is('o.word', word, whole));
    if (others.length === 0) return this.newest(places, [], most, most);
    const found = await this.newest(places, others, Math.ceil(few / places.length), most);
    // If the word is rare, all its documents are searched.
    return found.length < most ? this.newest(places, others, Math.max(few, Math.ceil(mostLookedThrough / places.length)), most) : found;
  }

  /**
   * Returns the newest documents that have one of these words and also all the other words. @param limit number of documents with each word that are searched
   */
  private async newest(places: readonly { agency: string; word: string }[], others: readonly Sql[], limit: number, most: number): Promise<string[]> {
    const parts = places.map(
      (_, n) =>
        `select * from (select w.documentId as id from document_name_word w where w.kind = ? and w.agencyCode = ? and w.word = ? order by w.documentId desc limit ${limit}) as p${n}`,
    );
    const conditions = others.map(([sql]) => `exists (select 1 from document_name_word o where o.documentId = c.id and ${sql})`);
    const rows = await this.db.reader.query<{ id: string }[]>(
      `select distinct c.id as id from (${parts.join(' union all ')}) as c ${conditions.length ? `where ${conditions.join(' and ')}` : ''} order by c.id desc limit ${most}`,
      [...places.flatMap(({ agency, word }) => [this.kind, agency, word]), ...others.flatMap(([, values]) => values)],
    );
    return rows.map(({ id }) => id);
  }

  /** Returns the word that the fewest documents have; undefined if some word is on no document. */
  private async rarest(words: readonly string[], whole: boolean): Promise<string | undefined> {
    const of = words.map((word) => is('w.word', word, whole));
    const counts = of.map(
      ([sql], n) =>
        `select ${n} as n, count(*) as number from (select w.documentId from document_name_word w where w.kind = ? and w.agencyCode in (${this.agencies.map(() => '?').join(', ')}) and ${sql} limit ${few + 1}) as c${n}`,
    );
    const rows = await this.db.reader.query<{ n: number; number: number | string }[]>(
      counts.join(' union all '),
      of.flatMap(([, values]) => [this.kind, ...this.agencies, ...values]),
    );
    const number = new Map(rows.map((row) => [words[Number(row.n)] as string, Number(row.number)]));
    if ([...number.values()].includes(0)) return undefined;
    // Among words that many documents have, fewer documents have the longer one.
    return [...words].sort((a, b) => (number.get(a) ?? 0) - (number.get(b) ?? 0) || b.length - a.length)[0];
  }

  /** Returns the different words that begin with a text, by agency. */
  private async wordsFrom(text: string): Promise<{ agency: string; word: string }[]> {
    const found = await Promise.all(this.agencies.map(async (agency) => (await this.wordsOf(agency, text)).map((word) => ({ agency, word }))));
    return found.flat();
  }

  /** Reads the index in steps, each after the last word read, so that only some entries are read for a word that many documents have. */
  private async wordsOf(agency: string, text: string): Promise<string[]> {
    const words = new Set<string>();
    for (let after: string | undefined, hops = 0; words.size < mostWords && hops < mostHops; hops++) {
      const rows = await this.db.reader.query<{ word: string }[]>(
        `select w.word as word from document_name_word w where w.kind = ? and w.agencyCode = ? and w.word ${after === undefined ? '>=' : '>'} ? and w.word < ? order by w.word limit ${entriesAHop}`,
        [this.kind, agency, after ?? text, `${text}${lastLetter}`],
      );
      for (const { word } of rows) words.add(word);
      after = rows.at(-1)?.word;
      if (rows.length < entriesAHop) break;
    }
    return [...words].slice(0, mostWords);
  }
}
