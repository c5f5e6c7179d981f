import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addText, dropColumn } from './tables.ts';

const columns = [
  ['requestId', 80],
  ['traceparent', 55],
] as const;

/** Adds the columns that trace a job back to the request that caused it. Instances of the earlier version still write rows without them. */
export class OutboxOrigin1700000000100 implements MigrationInterface {
  name = 'OutboxOrigin1700000000100';

  async up(q: QueryRunner): Promise<void> {
    for (const [name, length] of columns) await addText(q, 'outbox', name, length);
  }

  async down(q: QueryRunner): Promise<void> {
    for (const [name] of columns) await dropColumn(q, 'outbox', name);
  }
}
