/** Lookups in other registers of the country. There are two sources: the tables of this service, and another service that is called over HTTP. */
import type { ListResult } from '@portal/contract-kit';
import type { Call } from '@portal/service-kit';

export interface LookupSource {
  medicineByCode(code: string): Promise<ListResult<object>>;
  medicinesByText(text: string): Promise<ListResult<object>>;
  /**
   * Finds a declaration by its id, or by the reference printed on the document: `C-2026-0000101`.
   * @throws 404
   */
  productDeclaration(id: string, call: Call): Promise<{ model: object; actions: [] }>;
  /**
   * Returns the PDF of a declaration.
   * @throws 404, 503 while it is being prepared
   */
  productDeclarationContent(id: string, call: Call): Promise<Buffer>;
  /** Returns the PDF of a registration, found by its id or by the member's number: `M-00417`. */
  membershipContent(id: string, call: Call): Promise<Buffer>;
}

/** Dependency injection token of the selected source. */
export const LOOKUPS = Symbol('LookupSource');
