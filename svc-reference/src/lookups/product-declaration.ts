/** A declaration of the product as it is answered, whichever register it comes from. */
import type { CatalogueRecord } from '@portal/contract-kit';

/** The public fields of a declaration found by reference. References are consecutive and can be guessed, so other fields need the id or a role. */
export const publicRecord = ({ code, name, regime, officeCode, acceptedOn, standing }: CatalogueRecord): CatalogueRecord => ({
  code,
  name,
  regime,
  officeCode,
  acceptedOn,
  standing,
});

/** What the public sees of a declaration found by its reference: neither its id nor what it declares. */
export function publicModel(record: CatalogueRecord): object {
  const { name, code: _id, ...rest } = publicRecord(record);
  return { id: name, version: 1, reference: name, ...rest };
}

/** What staff see, and whoever has the id. */
export const wholeModel = ({ code, name, ...rest }: CatalogueRecord): object => ({ id: code, version: 1, reference: name, ...rest });
