/** Codes, statuses and limits that both declarations publish. */
import { type Bilingual, L } from '@portal/contract-kit';

export { isSet } from '@portal/contract-kit';

export const DEPARTURE_CODE = 'DEP';
export const ARRIVAL_CODE = 'ARR';

export const departureStatuses = ['CREATED', 'VERIFIED', 'APPROVED'] as const;
export type DepartureStatus = (typeof departureStatuses)[number];

export const decisions = ['CLEARED', 'REFERRED', 'DETAINED'] as const;
export type Decision = (typeof decisions)[number];

export const arrivalStatuses = ['CREATED', 'ARRIVED', ...decisions] as const;
export type ArrivalStatus = (typeof arrivalStatuses)[number];

/** What a status is called: on screens, in lists, filters, histories, prints and files. */
export const departureStatusNames: Record<DepartureStatus, Bilingual> = {
  CREATED: L('Created', 'Criada'),
  VERIFIED: L('Verified', 'Verificada'),
  APPROVED: L('Approved', 'Aprovada'),
};

/** What a decision is called: the status it leads to. */
export const decisionNames: Record<Decision, Bilingual> = {
  CLEARED: L('Cleared', 'Desembaraçado'),
  REFERRED: L('Referred', 'Encaminhado'),
  DETAINED: L('Detained', 'Retido'),
};

export const arrivalStatusNames: Record<ArrivalStatus, Bilingual> = {
  CREATED: departureStatusNames.CREATED,
  ARRIVED: L('Arrived', 'Chegou'),
  ...decisionNames,
};

export const accommodationTypes = ['HTL', 'FFA'] as const;
export const accommodationNames: Record<(typeof accommodationTypes)[number], Bilingual> = {
  HTL: L('Hotel or other paid accommodation', 'Hotel ou outro alojamento pago'),
  FFA: L('Friends or family', 'Casa de amigos ou familiares'),
};

/** Travel purposes that ask for more. */
export const WORK = 'OBJ06';
export const ORGANISED = 'OBJ07';
export const DESTINATION_VISA: readonly string[] = ['OBJ08', 'OBJ09'];

/** Money must be declared above this, or its equivalent in another currency. */
export const MONEY_THRESHOLD = { amount: 5000, currency: 'USD' } as const;

export type Lane = 'RED' | 'GREEN';
export const laneNames: Record<Lane, Bilingual> = { RED: L('Red lane', 'Canal vermelho'), GREEN: L('Green lane', 'Canal verde') };
/** Red when merchandise is declared, green otherwise. */
export const laneOf = (body: { hasMerchandise?: string }): Lane => (body.hasMerchandise === 'YES' ? 'RED' : 'GREEN');

/** The money notice shows for a declared amount above the threshold, and for any declared currency. */
export const showsMoneyNotice = (body: { currencyStatus?: string; currencyAmount?: number }): boolean =>
  body.currencyStatus === 'YES' || (body.currencyAmount ?? 0) > MONEY_THRESHOLD.amount;

export type DeclarationMode = 'register' | 'new' | 'edit' | 'update' | 'verification' | 'amendment' | 'view' | 'print';
/** Form modes in which the questions can be answered. */
export const answerableModes: readonly string[] = ['register', 'new', 'edit', 'update', 'verification', 'amendment'];
