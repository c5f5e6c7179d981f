/** What the server derives from an arrival before it is stored: the codes of places, and the rows of declarations that apply to the traveller. */
import { type CatalogueClient, completeAnsweredQuestions, type Fault, recordNamed, recordOn } from '@portal/service-kit';
import { type AddressDetails, ARRIVAL_CODE, type ArrivalDeclaration, isSet } from '../../contract/index.ts';

/**
 * Replaces the name of a municipality or administrative post with its code, because clients send either in the same field. Takes the name in any language,
 * without regard to case and accents. @param day on which the names are looked up
 */
export async function replaceNamesWithCodes(catalogues: CatalogueClient, day: string, address: AddressDetails | undefined): Promise<void> {
  if (!address) return;
  for (const [field, catalogue] of [
    ['district', 'districts'],
    ['subDistrict', 'sub-districts'],
  ] as const) {
    const given = address[field];
    if (typeof given !== 'string' || (await catalogues.find(catalogue, given))) continue;
    const among = (await catalogues.records(catalogue)).filter(
      (r) => field === 'district' || address.district === undefined || recordOn(r, day).districtCode === address.district,
    );
    const named = recordNamed(among, given, day);
    if (named) address[field] = named.code;
  }
}

/**
 * Completes the declarations of a foreigner, and removes those of any other traveller. @param day on which the declaration's catalogue entries are looked up
 */
export async function completeDeclarations(catalogues: CatalogueClient, day: string, model: ArrivalDeclaration): Promise<Fault[]> {
  const type = typeof model.typeDetails?.code === 'string' ? await catalogues.find('traveller-types', model.typeDetails.code, { day }) : undefined;
  if (!isSet(type?.foreigner)) {
    model.declarations = undefined;
    model.declarationsConfirmed = undefined;
    return [];
  }
  const { rows, errors } = await completeAnsweredQuestions(catalogues, 'declarations', day, ARRIVAL_CODE, model.declarations);
  model.declarations = rows;
  return errors;
}
