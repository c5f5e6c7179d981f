import { tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const name = 'triptic_trip';
const rest = ['id', 'agencyCode', 'documentStatus'];
const wanted = [
  tables.index(name, ['movement', 'crossCode', 'createdAt', ...rest]),
  tables.index(name, ['movement', 'dueAt', 'stepSince', ...rest, 'createdAt']),
];
const replaced = [tables.index(name, ['crossCode', 'createdAt', ...rest])];

/**
 * Rebuilds the indexes of the crossing point and of the work queue to begin with the movement, because every staff list shows only one movement. Runs after the
 * service kit has added the columns of queues.
 */
export class TripMovement1700000901100 implements MigrationInterface {
  name = 'TripMovement1700000901100';

  async up(query: QueryRunner): Promise<void> {
    await tables.changeIndices(query, name, wanted, replaced);
  }

  async down(query: QueryRunner): Promise<void> {
    await tables.changeIndices(query, name, replaced, wanted);
  }
}
