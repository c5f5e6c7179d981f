/** What the server derives when an arrival is declared: codes of places, and the declarations that are asked. */
import { type CatalogueClient, type Fault, settleAnsweredQuestions } from '@portal/service-kit';
import { type AddressDetails, ARRIVAL_CODE, type ArrivalDeclaration, isSet } from '../../contract/index.ts';

/** A municipality or administrative post sent by its name is read as its code, because clients use both names of the field. */
export async function codesOfNames(catalogues: CatalogueClient, address: AddressDetails | undefined): Promise<void> {
  if (!address) return;
  for (const [field, catalogue] of [
    ['district', 'districts'],
    ['subDistrict', 'sub-districts'],
  ] as const) {
    const given = address[field];
    if (typeof given !== 'string' || (await catalogues.find(catalogue, given))) continue;
    const named = (await catalogues.records(catalogue)).find(
      (r) => r.name.toLowerCase() === given.toLowerCase() && (field === 'district' || address.district === undefined || r.districtCode === address.district),
    );
    if (named) address[field] = named.code;
  }
}

/** Only foreigners make these declarations; rows of other travellers are dropped. @param day the declaration's own */
export async function settleDeclarations(catalogues: CatalogueClient, day: string, model: ArrivalDeclaration): Promise<Fault[]> {
  const type = typeof model.typeDetails?.code === 'string' ? await catalogues.find('traveller-types', model.typeDetails.code, { day }) : undefined;
  if (!isSet(type?.foreigner)) {
    model.declarations = undefined;
    model.declarationsConfirmed = undefined;
    return [];
  }
  const { rows, errors } = await settleAnsweredQuestions(catalogues, 'declarations', day, ARRIVAL_CODE, model.declarations);
  model.declarations = rows;
  return errors;
}
