/** Rules across several fields that several forms of a trip share. */
import { type ContractRule, L, notBefore } from '@portal/contract-kit';

/** Returns the rule that the expected return is on the day of entry or later. */
export const returnsAfterEntry = <T extends { entryDate?: string; expectedDate?: string }>(): ContractRule<T> =>
  notBefore(
    'expectedDate',
    (t) => t.entryDate,
    L('The expected date of return must not be before the entry date', 'A data prevista de regresso não pode ser anterior à data de entrada'),
  );
