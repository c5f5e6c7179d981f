import { foldedColumn, tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const { changeIndices, index } = tables;

const earlier = [index('invoice', ['unpaidSince', 'documentId'])];
/** The index contains every column by which the list is searched and sorted, so that the long rows themselves need not be read. */
const wanted = [index('invoice', ['unpaidSince', 'documentId', foldedColumn('reference'), foldedColumn('payer'), 'unpaid', 'documentCode', 'currencyCode'])];

/** Adds one index for searching and sorting the unpaid documents. */
export class UnpaidList1700000010600 implements MigrationInterface {
  name = 'UnpaidList1700000010600';

  up(q: QueryRunner): Promise<void> {
    return changeIndices(q, 'invoice', wanted, earlier);
  }

  down(q: QueryRunner): Promise<void> {
    return changeIndices(q, 'invoice', earlier, wanted);
  }
}
