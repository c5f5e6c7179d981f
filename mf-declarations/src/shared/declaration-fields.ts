import type { ContractClass } from '@portal/contract-kit';
import { type FieldMaker, fieldMaker } from '@portal/web-kit/forms';

/**
 * Makes the fields of a declaration. A field that is shown under a condition is required under the same condition, so only the screen
 * knows which fields are optional. The rules, not the inputs, say that a text is too long.
 */
export const declarationFields = (cls: ContractClass): FieldMaker => fieldMaker(cls, { markOptional: false, limitLength: false });
