import { tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'arrival_declaration';
const columns = { occupationFolded: 200 };

class ArrivalOccupation1799999999001 implements MigrationInterface {
  name = 'ArrivalOccupation1799999999001';
  up = (query: QueryRunner): Promise<void> => tables.addSearchColumns(query, table, columns);
  down = (query: QueryRunner): Promise<void> => tables.dropSearchColumns(query, table, columns);
}

class ArrivalWithoutOccupation1799999999002 implements MigrationInterface {
  name = 'ArrivalWithoutOccupation1799999999002';
  up = (query: QueryRunner): Promise<void> => tables.dropSearchColumns(query, table, columns);
  down = (query: QueryRunner): Promise<void> => tables.addSearchColumns(query, table, columns);
}

/** The migrations of the next version, which add a column, and of the version after it, which removes the column. */
export const expanded = [ArrivalOccupation1799999999001];
export const contracted = [...expanded, ArrivalWithoutOccupation1799999999002];
