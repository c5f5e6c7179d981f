import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeIndices, index } from '../database/tables.ts';

/** Auditors search by time, official, document reference and request. The index on document ids exists already. */
const indices = ['at', 'userSub', 'reference', 'requestId'].map((column) => index('audit_record', [column]));

/** Adds the indexes with which auditors search the audit log. */
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
/** Each index includes the time, because the log is always read newest first, whatever the filter. */
const inOrder = ['userSub', 'userName', 'action', 'kind'].map((column) => index('audit_record', [column, 'at']));

/** Adds indexes that find the records of a filter in order of time, in a log of millions of records. */
export class AuditOrder1700000902200 implements MigrationInterface {
  name = 'AuditOrder1700000902200';

  async up(q: QueryRunner): Promise<void> {
    await changeIndices(q, 'audit_record', inOrder, bySub);
  }

  async down(q: QueryRunner): Promise<void> {
    await changeIndices(q, 'audit_record', bySub, inOrder);
  }
}
