import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeIndices, index } from '../database/tables.ts';

const byOfficial = index('document_action', ['userSub', 'action', 'documentId']);

/** Finds what an official may not take on because of an earlier step of their own. */
export class OwnSteps1700000902400 implements MigrationInterface {
  name = 'OwnSteps1700000902400';

  async up(q: QueryRunner): Promise<void> {
    await changeIndices(q, 'document_action', [byOfficial]);
  }

  async down(q: QueryRunner): Promise<void> {
    await changeIndices(q, 'document_action', [], [byOfficial]);
  }
}
