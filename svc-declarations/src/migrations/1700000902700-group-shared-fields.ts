import { fieldsOf } from '@portal/contract-kit';
import { type MigrationInterface, MoreThan, type QueryRunner } from 'typeorm';
import { ArrivalDeclarationBody, DepartureDeclarationBody } from '../../contract/index.ts';
import { DeclarationGroupRow } from '../group/group.row.ts';

/** Number of rows that are read at a time. A row of an earlier release may have 1 MB. */
const batch = 50;
const contracts = [ArrivalDeclarationBody, DepartureDeclarationBody];
const known = new Set(contracts.flatMap((contract) => fieldsOf(contract).flatMap(({ name, serverSet }) => (serverSet ? [] : name))));

/** Removes from the stored groups the names of shared fields that no contract knows. An earlier release stored whatever names were sent. */
export class GroupSharedFields1700000902700 implements MigrationInterface {
  name = 'GroupSharedFields1700000902700';

  async up(query: QueryRunner): Promise<void> {
    for (let after = ''; ; ) {
      const where = { id: MoreThan(after) };
      const groups = await query.manager.find(DeclarationGroupRow, { select: { id: true, sharedFields: true }, where, order: { id: 'ASC' }, take: batch });
      if (groups.length === 0) return;
      after = (groups.at(-1) as DeclarationGroupRow).id;
      for (const { id, sharedFields } of groups) {
        const kept = sharedFields.filter((name) => known.has(name));
        if (kept.length < sharedFields.length) await query.manager.update(DeclarationGroupRow, { id }, { sharedFields: kept });
      }
    }
  }

  async down(): Promise<void> {
    // An earlier release ignores the missing names: it looked for their values in a declaration, which has none.
  }
}
