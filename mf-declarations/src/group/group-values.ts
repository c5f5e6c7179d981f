import type { TravelValues } from '../shared/flight.ts';

/** The persons who travel with the first one, as a form keeps them beside the first one's answers. */

/** Another person's own answers. What is not there is the first one's. */
export interface Companion {
  [field: string]: unknown;
  /** Answers the questions although nobody else has anything to declare. */
  separate?: boolean;
  /** Who answers for a child: a place in the list of all, from 0; `own` for nobody. */
  answeredBy?: string;
}

/** What a form of several persons keeps besides a declaration. */
export interface GroupValues {
  travellers?: Companion[];
  /** `YES`: nobody who was added has anything to declare. */
  noneOfUs?: string;
}

/** The first one's declaration alone, without what the form keeps besides. */
export const declarationOf = <Values extends object>(values: Values): Omit<Values, keyof GroupValues | keyof TravelValues> => {
  const { travellers: _others, noneOfUs: _none, travel: _travel, ...own } = values as Values & GroupValues & TravelValues;
  return own;
};
