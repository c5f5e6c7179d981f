import { randomUUID } from 'node:crypto';
import { type Database, withDatabase } from '@portal/service-kit';
import type { ServiceDatabase } from './services.ts';

/** The result of a backup or drill, as it is recorded. */
export interface Run {
  kind: 'backup' | 'drill';
  begunAt: number;
  /** The moment whose state the backup contains. */
  takenAt: string;
  /** A summary in figures, such as the number of rows and files. */
  note: string;
}

const utc = (at: Date): string => at.toISOString().replace('T', ' ').slice(0, 23);

/** Records a backup or a drill in the database of svc-reference, where operators see its age. If that fails it only warns: the backup itself is good. */
export async function recordRun(databases: ServiceDatabase[], { kind, begunAt, takenAt, note }: Run): Promise<void> {
  const reference = databases.find(({ service }) => service === 'reference');
  const values = [randomUUID(), kind, utc(new Date()), utc(new Date(takenAt)), Math.round((Date.now() - begunAt) / 1_000), note.slice(0, 500)];
  try {
    if (!reference) throw new Error('there is no svc-reference');
    const statement = 'insert into operation_run (id, kind, endedAt, takenAt, seconds, note) values (?, ?, ?, ?, ?, ?)';
    const write = async (database: Database): Promise<true> => database.write((tx) => tx.query(statement, values)).then(() => true);
    if (!(await withDatabase(reference, write, reference.options))) throw new Error('there is no database');
  } catch (error) {
    console.warn(`The ${kind} is done, but its time could not be recorded: ${(error as Error).message}`);
  }
}
