/** The agency of a declaration. */
import { L } from '@portal/contract-kit';
import type { CatalogueClient, Fault } from '@portal/service-kit';

const message = L('Agency must be the one that the document belongs to', 'A agência deve ser aquela a que o documento pertence');

/**
 * A declaration belongs to the agency that the catalogue names for its document. Nobody can pass it to another agency's officers.
 * @param day the declaration's own
 * @param before the stored declaration, which keeps its agency
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
