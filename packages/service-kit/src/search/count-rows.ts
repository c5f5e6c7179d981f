/** Counts rows only up to the number that the caller needs. */
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Database } from '../database/database.ts';

/** Returns how many rows a statement finds, counted up to a limit. */
export async function countUpTo(db: Database, [sql, values]: readonly [sql: string, values: unknown[]], limit: number): Promise<number> {
  const [counted] = await db.reader.query<{ number: number | string }[]>(`select count(*) as number from (${sql} limit ${limit}) as counted`, values);
  return Number(counted?.number ?? 0);
}

/** Returns how many rows match. @param matches query with the alias `d` @param limit number at which counting stops */
export function countMatches<Row extends ObjectLiteral>(db: Database, matches: SelectQueryBuilder<Row>, limit?: number): Promise<number> {
  if (limit === undefined) return matches.getCount();
  return countUpTo(db, matches.clone().select('1', 'found').getQueryAndParameters() as [string, unknown[]], limit);
}
