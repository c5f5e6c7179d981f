import type { EntityManager } from 'typeorm';
import { CatalogueRevisionRow } from '../database/catalogue.entities.ts';

/**
 * Marks every cached copy of the catalogue as stale, in the transaction of a change, and locks the catalogue against other changes until the commit.
 * @returns the revision, which has to be written into each changed row
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
