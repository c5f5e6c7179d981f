/**
 * Caches the totals of lists whose rows never change after they are written. The number of rows older than a few minutes is fixed, so they are counted once;
 * later only the newer rows are counted.
 */
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Database } from '../database/database.ts';

/** Age in ms after which no more rows appear: no transaction takes that long, and no clock of an instance is that far behind. */
const steadyAfterMs = 10 * 60_000;
/** If more rows than this have been added since, the remembered total is brought up to date. */
const mostSince = 1_000;
/** Maximum number of remembered totals; the least recently used are dropped. */
const mostRemembered = 200;

/** Returns a key that sorts before every key of a row written at or after this time. Keys are UUIDs of version 7, which begin with the time. */
function keyAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}`;
}

interface Remembered {
  /** Rows with keys smaller than this are counted in `number`. */
  until: string;
  number: number;
}

/** The totals of one list. */
export class RememberedTotals<Row extends ObjectLiteral> {
  private readonly totals = new Map<string, Remembered>();

  constructor(
    private readonly db: Database,
    private readonly key: string,
  ) {}

  /** Returns how many rows match. @param name identifies the query: the same name must always select the same rows @param matches query with the alias `d` */
  async of(name: string, matches: SelectQueryBuilder<Row>): Promise<number> {
    const known = this.totals.get(name);
    const since = known ? await this.since(matches, known.until).getCount() : 0;
    const remembered = known && since <= mostSince ? known : await this.countUntil(matches, keyAt(Date.now() - steadyAfterMs));
    this.totals.delete(name);
    this.totals.set(name, remembered);
    if (this.totals.size > mostRemembered) this.totals.delete(this.totals.keys().next().value as string);
    return remembered.number + (remembered === known ? since : await this.since(matches, remembered.until).getCount());
  }

  private since(matches: SelectQueryBuilder<Row>, until: string): SelectQueryBuilder<Row> {
    return matches.clone().andWhere(`d.${this.key} >= :countedUntil`, { countedUntil: until });
  }

  /**
   * Counts all rows minus the newest, because the databases count all rows in a small index, but the rows before a key in the table itself. A single statement
   * reads one consistent state.
   */
  private async countUntil(matches: SelectQueryBuilder<Row>, until: string): Promise<Remembered> {
    const [[all, values], [newest, newestValues]] = [matches, this.since(matches, until)].map((each) =>
      each.clone().select('count(*)').getQueryAndParameters(),
    ) as [[string, unknown[]], [string, unknown[]]];
    const [found] = await this.db.reader.query<{ number: number | string }[]>(`select (${all}) - (${newest}) as number`, [...values, ...newestValues]);
    return { until, number: Number(found?.number ?? 0) };
  }
}
