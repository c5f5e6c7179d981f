import type { EntityManager } from 'typeorm';
import { CatalogueRevisionRow } from '../database/catalogue.entities.ts';

/** Marks every cached copy of the catalogue as stale, in the transaction of a change. */
export async function raiseRevision(tx: EntityManager, catalogue: string): Promise<void> {
  const { affected } = await tx
    .createQueryBuilder()
    .update(CatalogueRevisionRow)
    .set({ revision: () => 'revision + 1' })
    .where({ catalogue })
    .execute();
  if (!affected) await tx.insert(CatalogueRevisionRow, { catalogue, revision: 1 });
}
