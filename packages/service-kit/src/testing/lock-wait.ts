import type { Database } from '../database/database.ts';
import { until } from './until.ts';

/** Waits until a statement waits a second for a lock of another transaction; in the embedded database, until a write waits for another one. */
export const untilLockWait = (db: Database): Promise<void> =>
  until(async () => {
    if (db.engine === 'embedded') return db.writersWaiting() > 0;
    const [found] = await db.reader.query<{ number: string | number }[]>(
      `select count(*) as number from information_schema.processlist where db = database() and command in ('Query', 'Execute') and time >= 1 and id <> connection_id()`,
    );
    return Number(found?.number) > 0;
  });
