/** Rules across several fields that both declarations share. */
import { type Bilingual, type ContractRule, checkThat, L, notBefore, requireWhen } from '@portal/contract-kit';

interface Money {
  currencyStatus?: string;
  currencyAmount?: number;
}

/** Returns the rules for declared money: it needs a currency and a whole amount above 0. */
export const moneyRules = (): ContractRule<Money>[] => [
  requireWhen((b) => b.currencyStatus === 'YES', 'currencyCode', 'currencyAmount'),
  checkThat(
    'INTEGER',
    'currencyAmount',
    (b) => b.currencyStatus !== 'YES' || b.currencyAmount !== 0,
    L('Amount of money must be a whole number of at least 1', 'O montante deve ser um número inteiro de pelo menos 1'),
  ),
];

/** Returns the rule that the passport must be valid on the day of travel. @param day reads the day of travel */
export const passportValidOn = <T extends { expiryDate?: string }>(day: (body: T) => string | undefined): ContractRule<T> =>
  notBefore(
    'expiryDate',
    day,
    L('Passport expiry date must not be before the day of travel', 'A data de validade do passaporte não pode ser anterior ao dia da viagem'),
  );

interface Point {
  flightDetails?: { code?: string; description?: string };
  entryPointCode?: string;
}

/**
 * Returns the rule that the entry or exit point, which the contract has twice, is the same in both places. An unknown `flightDetails.code` is reported
 * separately.
 */
export const samePoint = (message: Bilingual): ContractRule<Point> =>
  checkThat('CHOICE', 'entryPointCode', (b) => !b.flightDetails?.description || b.entryPointCode === b.flightDetails.code, message);
