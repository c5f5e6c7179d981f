import type { ContractClass } from '@portal/contract-kit';
import { type FieldMaker, fieldMaker } from '@portal/web-kit/forms';

/**
 * Returns a function that makes the fields of a declaration. Optional fields are not marked, because a field that is shown under a condition is also required
 * under that condition, and only the screen knows it. The inputs do not limit the length of a text; the rules report a text that is too long.
 */
export const declarationFields = (cls: ContractClass): FieldMaker => fieldMaker(cls, { markOptional: false, limitLength: false });
