import { randomUUID } from 'node:crypto';
import { withDatabase } from '@portal/service-kit';
import type { ServiceDatabase } from './services.ts';

/** What a command has done. */
export interface Run {
  kind: 'backup' | 'drill';
  begunAt: number;
  /** Of which moment the backup is. */
  takenAt: string;
  /** What it found, in figures. */
  note: string;
}

const utc = (at: Date): string => at.toISOString().replace('T', ' ').slice(0, 23);

/**
 * Records a backup or a drill in the database of svc-reference, where operators see its age.
 * @returns why it could not be recorded; the backup is as good without
 */
export async function recordRun(databases: ServiceDatabase[], { kind, begunAt, takenAt, note }: Run): Promise<string | undefined> {
  const reference = databases.find(({ service }) => service === 'reference');
  if (!reference) return 'there is no svc-reference';
  const values = [randomUUID(), kind, utc(new Date()), utc(new Date(takenAt)), Math.round((Date.now() - begunAt) / 1_000), note.slice(0, 500)];
  try {
    const done = await withDatabase(
      reference,
      async (database) => {
        await database.write((tx) => tx.query('insert into operation_run (id, kind, endedAt, takenAt, seconds, note) values (?, ?, ?, ?, ?, ?)', values));
        return true;
      },
      reference.options,
    );
    return done ? undefined : 'there is no database';
  } catch (error) {
    return (error as Error).message;
  }
}
