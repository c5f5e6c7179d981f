import { documentColumns, documentIndices, tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner, TableColumnOptions, TableIndexOptions } from 'typeorm';

const { day, index, int, text, table } = tables;

/** The columns of both tables. */
const declarationColumns = (): TableColumnOptions[] => [
  ...documentColumns(),
  int('serialYear'),
  int('serialNumber'),
  day('serialDate'),
  text('applicantName', 200),
  text('agencyCode', 70),
  text('travellerCode', 70),
  text('nationalityCode', 70),
  text('firstName', 70),
  text('lastName', 70),
  text('birthDate', 10),
  text('expiryDate', 10),
  text('gender', 70),
  text('occupation', 35),
  text('reason', 70),
  text('entryPointCode', 70),
  text('pointCode', 70),
  text('pointName', 500),
  text('flightCode', 70),
  text('flightNumber', 35),
  text('currencyStatus', 3),
];

/** The indexes that both tables have: for the three criteria of the finder, the name and the entry point. */
const declarationIndices = (name: string): TableIndexOptions[] => [
  ...documentIndices(name),
  index(name, ['travellerCode', 'birthDate', 'nationalityCode']),
  index(name, ['lastName', 'createdAt']),
  index(name, ['entryPointCode', 'createdAt']),
];

/** Creates the tables of arrival and departure declarations. */
export class Declarations1700000001000 implements MigrationInterface {
  name = 'Declarations1700000001000';

  async up(query: QueryRunner): Promise<void> {
    const departure = 'departure_declaration';
    await query.createTable(
      table(
        departure,
        [...declarationColumns(), day('departureDate'), text('destinationCode', 70)],
        [...declarationIndices(departure), index(departure, ['departureDate', 'createdAt'])],
      ),
      true,
    );
    const arrival = 'arrival_declaration';
    await query.createTable(
      table(
        arrival,
        [
          ...declarationColumns(),
          day('arrivalDate'),
          text('originCode', 70),
          text('typeCode', 70),
          text('hasMerchandise', 3),
          text('lane', 5),
          text('decision', 20),
        ],
        [...declarationIndices(arrival), index(arrival, ['arrivalDate', 'createdAt']), index(arrival, ['lane', 'documentStatus', 'createdAt'])],
      ),
      true,
    );
  }

  async down(query: QueryRunner): Promise<void> {
    await query.dropTable('arrival_declaration');
    await query.dropTable('departure_declaration');
  }
}
