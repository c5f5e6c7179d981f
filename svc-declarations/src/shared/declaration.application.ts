/** The rule about the agency of a declaration. */
import { L } from '@portal/contract-kit';
import type { CatalogueClient, Fault } from '@portal/service-kit';

const message = L('Agency must be the one that the document belongs to', 'A agência deve ser aquela a que o documento pertence');

/**
 * Checks that a declaration belongs to the agency that the catalogue names for its document, so that nobody can pass it to officers of another agency.
 * @param day on which the catalogue entry is looked up
 * @param before the stored declaration, which may keep its agency
 */
export async function agencyErrors(
  catalogues: CatalogueClient,
  day: string,
  documentCode: string,
  { agencyCode }: { agencyCode?: string },
  before?: { agencyCode?: string },
): Promise<Fault[]> {
  const document = await catalogues.find('documents', documentCode, { day });
  const isItsOwn = agencyCode === undefined || !document || agencyCode === document.agencyCode || agencyCode === before?.agencyCode;
  return isItsOwn ? [] : [{ code: 'CHOICE', field: 'agencyCode', message }];
}
