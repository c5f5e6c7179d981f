import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeIndices, index } from '../database/tables.ts';

/** What auditors look for: a time, an official, a document's reference, a request. The index of document ids is older. */
const indices = ['at', 'userSub', 'reference', 'requestId'].map((column) => index('audit_record', [column]));

/** Lets auditors search the audit log. */
export class AuditSearch1700000901000 implements MigrationInterface {
  name = 'AuditSearch1700000901000';

  async up(q: QueryRunner): Promise<void> {
    await changeIndices(q, 'audit_record', indices);
  }

  async down(q: QueryRunner): Promise<void> {
    await changeIndices(q, 'audit_record', [], indices);
  }
}

const bySub = [index('audit_record', ['userSub'])];
/** Each with the time: the log is read newest first, whatever is looked for. */
const inOrder = ['userSub', 'userName', 'action', 'kind'].map((column) => index('audit_record', [column, 'at']));

/** Finds the records of a filter in their order, in a log of millions. */
export class AuditOrder1700000902200 implements MigrationInterface {
  name = 'AuditOrder1700000902200';

  async up(q: QueryRunner): Promise<void> {
    await changeIndices(q, 'audit_record', inOrder, bySub);
  }

  async down(q: QueryRunner): Promise<void> {
    await changeIndices(q, 'audit_record', bySub, inOrder);
  }
}
