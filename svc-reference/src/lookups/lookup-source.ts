/** The lookups into other registers of the country. Two sources answer them: the tables of this service, and another service by HTTP. */
import type { ListResult } from '@portal/contract-kit';
import type { Call } from '@portal/service-kit';

export interface LookupSource {
  medicineByCode(code: string): Promise<ListResult<object>>;
  medicinesByText(text: string): Promise<ListResult<object>>;
  /** By id, or by the reference on the paper: `C-2026-0000101`. @throws 404 */
  productDeclaration(id: string, call: Call): Promise<{ model: object; actions: [] }>;
  /** PDF. @throws 404, 503 while it is being prepared */
  productDeclarationContent(id: string, call: Call): Promise<Buffer>;
  /** By id, or by the member's number: `M-00417`. */
  membershipContent(id: string, call: Call): Promise<Buffer>;
}

/** DI token of the source in use. */
export const LOOKUPS = Symbol('LookupSource');
