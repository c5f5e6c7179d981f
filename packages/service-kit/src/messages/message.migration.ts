import type { MigrationInterface, QueryRunner } from 'typeorm';
import { day, flag, id, index, int, json, required, table, text, utc } from '../database/tables.ts';

/** Adds the tables of messages, of the messages that applicants turned off, and of the people who wait for a day of travel. */
export class Messages1700000901100 implements MigrationInterface {
  name = 'Messages1700000901100';

  async up(q: QueryRunner): Promise<void> {
    await q.createTable(
      table(
        'message',
        [
          id(),
          required(text('eventId', 100)),
          required(text('event', 20)),
          required(text('channel', 5)),
          text('kind', 40),
          text('documentId', 36),
          text('groupId', 36),
          json('content'),
          required(int('state')),
          required(int('attempts')),
          required(utc('createdAt')),
          required(utc('dueAt')),
          utc('expiresAt'),
          text('claim', 36),
          { name: 'claimedUntil', type: 'bigint', isNullable: false, default: 0 },
          utc('sentAt'),
          text('reason', 300),
          text('requestId', 80),
        ],
        [index('message', ['state', 'dueAt']), index('message', ['documentId']), index('message', ['groupId']), index('message', ['eventId'])],
      ),
      true,
    );
    await q.createTable(table('message_choice', [id('documentId'), flag('news'), flag('reminders'), utc('at')]), true);
    await q.createTable(
      table(
        'travel_day_wish',
        [id(), required(text('kind', 40)), required(day('travelDay')), required(day('opensOn')), json('content'), utc('createdAt')],
        [index('travel_day_wish', ['opensOn'])],
      ),
      true,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    for (const name of ['travel_day_wish', 'message_choice', 'message']) await q.dropTable(name);
  }
}
