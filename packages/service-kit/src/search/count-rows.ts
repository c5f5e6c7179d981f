/** Counts no further than somebody wants to know. */
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Database } from '../database/database.ts';

/** How many rows a statement finds, counted up to a limit. */
export async function countUpTo(db: Database, [sql, values]: readonly [sql: string, values: unknown[]], limit: number): Promise<number> {
  const [counted] = await db.reader.query<{ number: number | string }[]>(`select count(*) as number from (${sql} limit ${limit}) as counted`, values);
  return Number(counted?.number ?? 0);
}

/** How many rows match, on the alias `d`. @param limit it is not counted beyond this */
export function countMatches<Row extends ObjectLiteral>(db: Database, matches: SelectQueryBuilder<Row>, limit?: number): Promise<number> {
  if (limit === undefined) return matches.getCount();
  return countUpTo(db, matches.clone().select('1', 'found').getQueryAndParameters() as [string, unknown[]], limit);
}
