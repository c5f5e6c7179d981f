import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeIndices, index } from '../database/tables.ts';

const byOfficial = index('document_action', ['userSub', 'action', 'documentId']);

/** Adds the index that finds the documents an official may not continue, because they took an earlier step themselves. */
export class OwnSteps1700000902400 implements MigrationInterface {
  name = 'OwnSteps1700000902400';

  async up(q: QueryRunner): Promise<void> {
    await changeIndices(q, 'document_action', [byOfficial]);
  }

  async down(q: QueryRunner): Promise<void> {
    await changeIndices(q, 'document_action', [], [byOfficial]);
  }
}
