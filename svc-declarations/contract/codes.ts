/** Codes that the rules refer to, and the amount of money above which travellers must declare it. */
import { type Bilingual, L } from '@portal/contract-kit';

export { isSet } from '@portal/contract-kit';

export const DEPARTURE_CODE = 'DEP';
export const ARRIVAL_CODE = 'ARR';

export const accommodationTypes = ['HTL', 'FFA'] as const;
export const accommodationNames: Record<(typeof accommodationTypes)[number], Bilingual> = {
  HTL: L('Hotel or other paid accommodation', 'Hotel ou outro alojamento pago'),
  FFA: L('Friends or family', 'Casa de amigos ou familiares'),
};

/** The choice "own home", which exists only on the form. The contract stores it as a home of friends or family whose contact is the traveller. */
export const OWN_HOME = 'OWN';
/** The accommodation choices of the form, in order. */
export const accommodationChoices: Record<(typeof accommodationTypes)[number] | typeof OWN_HOME, Bilingual> = {
  ...accommodationNames,
  OWN: L('My own home', 'A minha própria casa'),
};
export const ownHomeName = L('Own home', 'Casa própria');

/** Travel purposes that require further fields. */
export const WORK = 'OBJ06';
export const ORGANISED = 'OBJ07';
export const DESTINATION_VISA: readonly string[] = ['OBJ08', 'OBJ09'];

/** The country whose citizens are not foreigners here. */
export const HOME_COUNTRY = 'TL';

/** The amount above which a traveller must declare money, in this currency or the equivalent in another. */
export const MONEY_THRESHOLD = { amount: 5000, currency: 'USD' } as const;

/** Whether to show the notice about money: for any declared currency, and for any amount above the threshold. */
export const showsMoneyNotice = (body: { currencyStatus?: string; currencyAmount?: number }): boolean =>
  body.currencyStatus === 'YES' || (body.currencyAmount ?? 0) > MONEY_THRESHOLD.amount;
