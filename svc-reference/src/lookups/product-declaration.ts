/** The response for a product declaration, the same for every register. */
import type { CatalogueRecord } from '@portal/contract-kit';

/**
 * Returns the public fields of a declaration that was found by reference. References are consecutive and can be guessed, so other fields need the id or a role.
 */
export const publicRecord = ({ code, name, regime, officeCode, acceptedOn, standing }: CatalogueRecord): CatalogueRecord => ({
  code,
  name,
  regime,
  officeCode,
  acceptedOn,
  standing,
});

/** Returns what the public may see of a declaration found by its reference: without its id and the declared goods. */
export function publicModel(record: CatalogueRecord): object {
  const { name, code: _id, ...rest } = publicRecord(record);
  return { id: name, version: 1, reference: name, ...rest };
}

/** Returns all fields, for staff and for callers who know the id. */
export const wholeModel = ({ code, name, ...rest }: CatalogueRecord): object => ({ id: code, version: 1, reference: name, ...rest });
