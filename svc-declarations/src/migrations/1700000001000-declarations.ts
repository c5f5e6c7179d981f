import { tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { declarationColumns, declarationIndices } from '../shared/declaration.definition.ts';

/** The tables of both declarations. */
export class Declarations1700000001000 implements MigrationInterface {
  name = 'Declarations1700000001000';

  async up(query: QueryRunner): Promise<void> {
    const departure = 'departure_declaration';
    await query.createTable(
      tables.table(
        departure,
        [...declarationColumns(), tables.day('departureDate'), tables.text('destinationCode', 70)],
        [...declarationIndices(departure), tables.index(departure, ['departureDate', 'createdAt'])],
      ),
      true,
    );
    const arrival = 'arrival_declaration';
    await query.createTable(
      tables.table(
        arrival,
        [
          ...declarationColumns(),
          tables.day('arrivalDate'),
          tables.text('originCode', 70),
          tables.text('typeCode', 70),
          tables.text('hasMerchandise', 3),
          tables.text('lane', 5),
          tables.text('decision', 20),
        ],
        [...declarationIndices(arrival), tables.index(arrival, ['arrivalDate', 'createdAt']), tables.index(arrival, ['lane', 'documentStatus', 'createdAt'])],
      ),
      true,
    );
  }

  async down(query: QueryRunner): Promise<void> {
    await query.dropTable('arrival_declaration');
    await query.dropTable('departure_declaration');
  }
}
