import { tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const { index, int, json, required, table, text, utc } = tables;
const [decision, change] = ['gate_decision', 'gate_code_change'];

/** Adds the decisions at gates, and the list of codes that are out of date. */
export class Gate1700000001006 implements MigrationInterface {
  name = 'Gate1700000001006';

  async up(query: QueryRunner): Promise<void> {
    const columns = [
      text('id', 64, { isPrimary: true, isNullable: false }),
      required(text('fingerprint', 64)),
      required(text('officerSub', 128)),
      text('officerName', 200),
      text('reference', 40),
      text('documentId', 36),
      text('agencyCode', 70),
      text('decision', 20),
      json('words'),
      required(utc('decidedAt')),
      required(utc('receivedAt')),
      text('outcome', 20),
      text('caseKind', 20),
      text('caseState', 10),
      int('version'),
      text('closedBy', 200),
      utc('closedAt'),
    ];
    await query.createTable(table(decision, columns, [index(decision, ['documentId', 'outcome']), index(decision, ['caseState', 'receivedAt'])]), true);
    const changes = [text('reference', 40, { isPrimary: true, isNullable: false }), required(utc('since')), text('day', 10)];
    await query.createTable(table(change, changes, [index(change, ['day'])]), true);
  }

  async down(query: QueryRunner): Promise<void> {
    for (const name of [change, decision]) await query.dropTable(name);
  }
}
