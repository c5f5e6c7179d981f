import { tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const { id, index, int, json, required, table, text, utc } = tables;
const [list, line, person] = ['declaration_import', 'declaration_import_line', 'declaration_import_person'];

/** Adds the lists of agents. */
export class DeclarationImports1700000001005 implements MigrationInterface {
  name = 'DeclarationImports1700000001005';

  async up(query: QueryRunner): Promise<void> {
    const columns = [
      id(),
      required(text('ownerSub', 128)),
      required(text('digest', 64)),
      text('fileName', 200),
      text('mode', 10),
      text('status', 20),
      int('total'),
      int('accepted'),
      int('refused'),
      json('sender'),
      required(utc('createdAt')),
      utc('finishedAt'),
    ];
    await query.createTable(
      table(list, columns, [index(list, ['ownerSub', 'digest'], true), index(list, ['ownerSub', 'createdAt']), index(list, ['createdAt'])]),
      true,
    );
    const lines = [id('importId'), required(int('row', { isPrimary: true })), text('state', 10), json('content'), text('documentId', 36)];
    await query.createTable(table(line, lines, [index(line, ['importId', 'state', 'row'])]), true);
    const people = [text('id', 64, { isPrimary: true, isNullable: false }), text('documentId', 36), required(utc('createdAt'))];
    await query.createTable(table(person, people, [index(person, ['createdAt'])]), true);
  }

  async down(query: QueryRunner): Promise<void> {
    for (const name of [person, line, list]) await query.dropTable(name);
  }
}
