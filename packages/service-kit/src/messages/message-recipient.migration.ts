import type { MigrationInterface, QueryRunner } from 'typeorm';
import * as tables from '../database/tables.ts';

const byRecipient = tables.index('message', ['publicRecipient', 'createdAt']);

/** Adds a digest of the recipient to the messages that calls without signing in cause, so that the messages to one recipient can be counted. */
export class MessageRecipient1700000902800 implements MigrationInterface {
  name = 'MessageRecipient1700000902800';

  async up(q: QueryRunner): Promise<void> {
    await tables.addText(q, 'message', 'publicRecipient', 80);
    q.clearSqlMemory();
    await tables.changeIndices(q, 'message', [byRecipient]);
  }

  async down(q: QueryRunner): Promise<void> {
    await tables.changeIndices(q, 'message', [], [byRecipient]);
    await tables.dropColumn(q, 'message', 'publicRecipient');
  }
}
