import { type ContractClass, clientFields } from '@portal/contract-kit';
import type { TravelValues } from '../shared/flight.ts';

/** Form values of the persons who travel with the first one. A form stores them besides the answers of the first person. */

/** Another person's own answers. A missing answer is taken from the first person. */
export interface Companion {
  [field: string]: unknown;
  /** Whether this person answers the questions although nobody else has anything to declare. */
  separate?: boolean;
  /** Who answers for a child: a position in the list of all persons, from 0, or `own` when nobody does. */
  answeredBy?: string;
}

/** Values that a form for several persons stores in addition to a declaration. */
export interface GroupValues {
  travellers?: Companion[];
  /** `YES`: none of the persons who were added has anything to declare. */
  noneOfUs?: string;
}

/** Returns the declaration of the first person alone, without the additional values of the form. */
export const declarationOf = <Values extends object>(values: Values): Omit<Values, keyof GroupValues | keyof TravelValues> => {
  const { travellers: _others, noneOfUs: _none, travel: _travel, ...own } = values as Values & GroupValues & TravelValues;
  return own;
};

/** Returns the body to send, which is the same in every language. Besides the declaration it has what an officer's form adds: the version and the reason. */
export const sentOf = (contract: ContractClass, body: object): object => clientFields(contract, body, ['id', 'version', 'comment']);
