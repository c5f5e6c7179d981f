import { tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const { id, index, int, json, required, table, text, utc } = tables;
const declarations = ['departure_declaration', 'arrival_declaration'];
const group = 'declaration_group';
const byGroup = (name: string) => index(name, ['groupId', 'serialYear', 'serialNumber']);

/** Adds the groups, and to each declaration the id of its group. */
export class DeclarationGroups1700000001003 implements MigrationInterface {
  name = 'DeclarationGroups1700000001003';

  async up(query: QueryRunner): Promise<void> {
    const columns = [
      id(),
      required(text('kind', 40)),
      required(int('version')),
      required(text('reference', 60)),
      required(int('serialYear')),
      required(int('serialNumber')),
      text('ownerSub', 128),
      text('agencyCode', 70),
      json('sharedFields'),
      required(utc('createdAt')),
    ];
    await query.createTable(table(group, columns, [index(group, ['reference'], true), index(group, ['createdAt'])]), true);
    for (const name of declarations) {
      await tables.addText(query, name, 'groupId', 36);
      await tables.changeIndices(query, name, [byGroup(name)]);
    }
  }

  async down(query: QueryRunner): Promise<void> {
    for (const name of declarations) {
      await tables.changeIndices(query, name, [], [byGroup(name)]);
      await tables.dropColumn(query, name, 'groupId');
    }
    await query.dropTable(group);
  }
}
