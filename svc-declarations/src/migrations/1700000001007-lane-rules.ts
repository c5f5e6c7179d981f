import { tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const { index, int, json, required, table, text, utc } = tables;
const [lanes, revision, watch, trial] = ['lane_table', 'lane_revision', 'watch_list_entry', 'lane_trial'];
const id = () => text('id', 36, { isPrimary: true, isNullable: false });

/** Adds lane rules, watch lists and trials. */
export class LaneRules1700000001007 implements MigrationInterface {
  name = 'LaneRules1700000001007';

  async up(query: QueryRunner): Promise<void> {
    const columns = [
      id(),
      required(text('code', 40)),
      required(int('number')),
      required(int('version')),
      required(text('status', 20)),
      json('content'),
      required(text('effectiveFrom', 10)),
      json('authors'),
      text('changedBy', 200),
      required(utc('changedAt')),
      text('approvedBy', 200),
      utc('approvedAt'),
      text('withdrawnBy', 200),
      utc('withdrawnAt'),
      text('withdrawal', 500),
    ];
    await query.createTable(table(lanes, columns, [index(lanes, ['code', 'number'], true), index(lanes, ['status', 'effectiveFrom'])]), true);
    await query.createTable(table(revision, [text('id', 20, { isPrimary: true, isNullable: false }), required(int('revision'))], []), true);
    const entries = [id(), required(text('list', 40)), json('content'), text('addedBy', 200), required(utc('addedAt'))];
    await query.createTable(table(watch, entries, [index(watch, ['list'])]), true);
    const trials = [
      id(),
      required(text('tableId', 36)),
      required(int('tableVersion')),
      required(text('fromDay', 10)),
      required(text('toDay', 10)),
      required(text('status', 20)),
      int('total'),
      json('found'),
      text('lastId', 36),
      text('startedBy', 200),
      required(utc('startedAt')),
      utc('finishedAt'),
    ];
    await query.createTable(table(trial, trials, [index(trial, ['tableId'])]), true);
  }

  async down(query: QueryRunner): Promise<void> {
    for (const name of [trial, watch, revision, lanes]) await query.dropTable(name);
  }
}
