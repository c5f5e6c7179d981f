/** Totals of lists whose rows are written once: what is older than a few minutes stays as many, so it is counted once and then only what came since. */
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Database } from '../database/database.ts';

/** No transaction takes so long, and no clock of an instance is so far behind, that a row with an older key is still to come. */
const steadyAfterMs = 10 * 60_000;
/** Where more came since, the remembered total is brought forward. */
const mostSince = 1_000;
/** Most totals that are remembered: those that were asked for last. */
const mostRemembered = 200;

/** The key of a row that was written at a time, before any other of that millisecond: keys are UUIDs of version 7, which begin with it. */
function keyAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}`;
}

interface Remembered {
  /** Rows with smaller keys are counted. */
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

  /** How many rows match. @param name of the question: the same name, the same rows @param matches on the alias `d` */
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

  /** All, less the newest: the databases count all rows in a narrow index, but those before a key in the rows themselves. One statement, of one moment. */
  private async countUntil(matches: SelectQueryBuilder<Row>, until: string): Promise<Remembered> {
    const [[all, values], [newest, newestValues]] = [matches, this.since(matches, until)].map((each) =>
      each.clone().select('count(*)').getQueryAndParameters(),
    ) as [[string, unknown[]], [string, unknown[]]];
    const [found] = await this.db.reader.query<{ number: number | string }[]>(`select (${all}) - (${newest}) as number`, [...values, ...newestValues]);
    return { until, number: Number(found?.number ?? 0) };
  }
}
