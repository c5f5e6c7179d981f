import { foldedColumn, tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const { changeIndices, index } = tables;

const earlier = [index('invoice', ['unpaidSince', 'documentId'])];
/** With all that the list is searched and ordered by: the rows themselves are long. */
const wanted = [index('invoice', ['unpaidSince', 'documentId', foldedColumn('reference'), foldedColumn('payer'), 'unpaid', 'documentCode', 'currencyCode'])];

/** What is unpaid is searched and ordered in one index. */
export class UnpaidList1700000010600 implements MigrationInterface {
  name = 'UnpaidList1700000010600';

  up(q: QueryRunner): Promise<void> {
    return changeIndices(q, 'invoice', wanted, earlier);
  }

  down(q: QueryRunner): Promise<void> {
    return changeIndices(q, 'invoice', earlier, wanted);
  }
}
