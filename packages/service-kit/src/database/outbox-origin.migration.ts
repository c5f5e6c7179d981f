import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addText, dropColumn } from './tables.ts';

const columns = [
  ['requestId', 80],
  ['traceparent', 55],
] as const;

/** Lets a job be followed back to the request that asked for it. The version before writes rows without them meanwhile. */
export class OutboxOrigin1700000000100 implements MigrationInterface {
  name = 'OutboxOrigin1700000000100';

  async up(q: QueryRunner): Promise<void> {
    for (const [name, length] of columns) await addText(q, 'outbox', name, length);
  }

  async down(q: QueryRunner): Promise<void> {
    for (const [name] of columns) await dropColumn(q, 'outbox', name);
  }
}
