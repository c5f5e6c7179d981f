import { tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const { addInt, addJson, addText, changeIndices, dropColumn, index, int, json, required, table, text, utc } = tables;
const [records, versions, proposals] = ['catalogue_record', 'catalogue_version', 'catalogue_proposal'] as const;
const key = (column: ReturnType<typeof text>) => required({ ...column, isPrimary: true });
const byRevision = [index(records, ['catalogue', 'revision'])];

/** Adds the days, versions and proposals of catalogue records. */
export class Studio1700000010400 implements MigrationInterface {
  name = 'Studio1700000010400';

  async up(q: QueryRunner): Promise<void> {
    for (const day of ['effectiveFrom', 'effectiveTo']) await addText(q, records, day, 10);
    await addJson(q, records, 'later');
    await addInt(q, records, 'revision');
    q.clearSqlMemory();
    await changeIndices(q, records, byRevision);
    await q.createTable(
      table(versions, [
        key(text('catalogue', 60)),
        key(text('code', 70)),
        key(int('version')),
        text('action', 20),
        json('state'),
        utc('changedAt'),
        text('changedBy', 200),
        text('approvedBy', 200),
        text('reason', 500),
      ]),
      true,
    );
    await q.createTable(
      table(
        proposals,
        [
          key(text('id', 36)),
          int('version'),
          text('catalogue', 60),
          text('code', 70),
          text('action', 20),
          text('status', 20),
          json('changes'),
          int('size'),
          text('reason', 500),
          text('proposedSub', 128),
          text('proposedBy', 200),
          utc('proposedAt'),
          text('decidedBy', 200),
          utc('decidedAt'),
          text('decision', 500),
        ],
        [index(proposals, ['status', 'proposedAt', 'id'])],
      ),
      true,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    for (const name of [proposals, versions]) await q.dropTable(name);
    await changeIndices(q, records, [], byRevision);
    for (const name of ['revision', 'later', 'effectiveTo', 'effectiveFrom']) await dropColumn(q, records, name);
  }
}
