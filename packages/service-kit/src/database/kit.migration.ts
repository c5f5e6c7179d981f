import type { MigrationInterface, QueryRunner } from 'typeorm';
import { id, index, int, json, required, table, text, utc } from './tables.ts';

/**
 * Creates the kit's tables; the first migration of every service's database. Like every migration it can be run again after an interruption, because MySQL does
 * not roll back DDL.
 */
export class KitTables1700000000000 implements MigrationInterface {
  name = 'KitTables1700000000000';

  async up(q: QueryRunner): Promise<void> {
    const tables = [
      table('document_version', [
        id('documentId'),
        { ...required(int('version')), isPrimary: true },
        text('documentStatus', 40),
        text('action', 40),
        utc('at'),
        text('userName', 200),
        json('body'),
      ]),
      table(
        'document_action',
        [
          id(),
          text('documentId', 36),
          text('action', 40),
          text('label', 120),
          text('documentStatus', 40),
          utc('at'),
          text('userSub', 128),
          text('userName', 200),
          text('userMobile', 60),
          text('userEmail', 200),
          int('version'),
          { name: 'details', type: 'text', isNullable: true },
        ],
        [index('document_action', ['documentId'])],
      ),
      table('serial_counter', [{ name: 'id', type: 'varchar', length: '90', isPrimary: true }, int('number')]),
      table(
        'idempotency',
        [{ name: 'id', type: 'varchar', length: '64', isPrimary: true }, text('fingerprint', 64), int('status'), json('answer'), utc('at')],
        [index('idempotency', ['at'])],
      ),
      table(
        'outbox',
        [
          id(),
          text('topic', 60),
          json('payload'),
          utc('createdAt'),
          utc('availableAt'),
          text('owner', 36),
          utc('leaseUntil'),
          int('attempts'),
          int('state'),
          text('lastError', 500),
        ],
        [index('outbox', ['state', 'availableAt']), index('outbox', ['owner'])],
      ),
      table('inbox', [id(), text('topic', 60), utc('at')], [index('inbox', ['at'])]),
      table(
        'audit_record',
        [
          id(),
          utc('at'),
          text('userSub', 128),
          text('userName', 200),
          text('action', 60),
          text('kind', 40),
          text('documentId', 36),
          text('reference', 60),
          text('requestId', 80),
          json('details'),
          int('seq'),
          text('previousHash', 64),
          text('hash', 64),
        ],
        [index('audit_record', ['seq']), index('audit_record', ['documentId'])],
      ),
      table('audit_head', [{ ...required(int('id')), isPrimary: true }, int('seq'), text('hash', 64)]),
    ];
    for (const t of tables) await q.createTable(t, true);
    if (!(await q.manager.existsBy('audit_head', { id: 1 }))) await q.manager.insert('audit_head', { id: 1, seq: 0, hash: '' });
  }

  async down(q: QueryRunner): Promise<void> {
    for (const name of ['audit_head', 'audit_record', 'inbox', 'outbox', 'idempotency', 'serial_counter', 'document_action', 'document_version'])
      await q.dropTable(name);
  }
}
