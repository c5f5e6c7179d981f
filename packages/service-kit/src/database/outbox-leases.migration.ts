import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeIndices, index } from './tables.ts';

const byLease = index('outbox', ['state', 'attempts', 'leaseUntil']);
const byOwner = index('outbox', ['owner']);

/** Creates the index that finds messages whose lease has ended. Without it, every second all open messages were read, which are many in a backlog. */
export class OutboxLeases1700000902500 implements MigrationInterface {
  name = 'OutboxLeases1700000902500';

  async up(q: QueryRunner): Promise<void> {
    await changeIndices(q, 'outbox', [byLease], [byOwner]);
  }

  async down(q: QueryRunner): Promise<void> {
    await changeIndices(q, 'outbox', [byOwner], [byLease]);
  }
}
