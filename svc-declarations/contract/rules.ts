/** Cross-field rules of both declarations. */
import { type Bilingual, type ContractRule, checkThat, L, notBefore, requireWhen } from '@portal/contract-kit';

interface Money {
  currencyStatus?: string;
  currencyAmount?: number;
}

/** Declared money needs a currency and a whole amount above 0. */
export const moneyRules = (): ContractRule<Money>[] => [
  requireWhen((b) => b.currencyStatus === 'YES', 'currencyCode', 'currencyAmount'),
  checkThat(
    'INTEGER',
    'currencyAmount',
    (b) => b.currencyStatus !== 'YES' || b.currencyAmount !== 0,
    L('Amount of money must be a whole number of at least 1', 'O montante deve ser um número inteiro de pelo menos 1'),
  ),
];

/** The passport must be valid on the day of travel, which `day` reads. */
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

/** The entry or exit point appears twice and must be the same. An unknown `flightDetails.code` is reported separately. */
export const samePoint = (message: Bilingual): ContractRule<Point> =>
  checkThat('CHOICE', 'entryPointCode', (b) => !b.flightDetails?.description || b.entryPointCode === b.flightDetails.code, message);
