import type { EntityManager } from 'typeorm';
import { CatalogueRevisionRow } from '../database/catalogue.entities.ts';

/**
 * Marks every cached copy of the catalogue as stale, in the transaction of a change, and lets no other change it until the commit.
 * @returns the revision, to be written into each row that changes
 */
export async function raiseRevision(tx: EntityManager, catalogue: string): Promise<number> {
  const { affected } = await tx
    .createQueryBuilder()
    .update(CatalogueRevisionRow)
    .set({ revision: () => 'revision + 1' })
    .where({ catalogue })
    .execute();
  if (!affected) await tx.insert(CatalogueRevisionRow, { catalogue, revision: 1 });
  return (await tx.findOneByOrFail(CatalogueRevisionRow, { catalogue })).revision;
}
