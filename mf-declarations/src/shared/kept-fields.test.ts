import type { UseFormReturn } from '@portal/web-kit/forms';
import { arrivals, departures } from './declaration.api.ts';
import { detailsToKeep, fillFromKept } from './kept-fields.ts';

type Values = Record<string, unknown>;

const arrival = { documentCode: 'ARR', firstName: 'ANA', flightNumber: 'QG500', flightDetails: { code: 'DIL' }, embarkationPortCode: 'DPS', reason: 'OBJ01' };
const departure = { documentCode: 'DEP', firstName: 'ANA', phoneNumber: '77123456', flightNumber: 'QG501', reason: 'OBJ02', departureDate: '2026-12-01' };

/** Returns the values of a blank form after it was filled in. */
function filled(kept: Values, kind: typeof arrivals): Values {
  const values: Values = {};
  const form = { getValues: () => values, setValue: (name: string, value: unknown) => Object.assign(values, { [name]: value }) };
  fillFromKept(form as unknown as UseFormReturn, kept, kind);
  return values;
}

describe('a form that is filled in from an earlier trip', () => {
  const { documentCode: _code, ...ofArrival } = arrival;
  // The details of several declarations are stored one over the other.
  const both = { ...detailsToKeep(arrival), ...detailsToKeep(departure) };

  it.each([
    ['the details of an arrival', detailsToKeep(arrival), arrivals, ofArrival],
    ['the details of an arrival', detailsToKeep(arrival), departures, { firstName: 'ANA' }],
    ['an arrival of the account', arrival, arrivals, ofArrival],
    ['an arrival of the account', arrival, departures, { firstName: 'ANA' }],
    ['the details of both', both, arrivals, { ...ofArrival, phoneNumber: '77123456' }],
    ['the details of both', both, departures, { firstName: 'ANA', phoneNumber: '77123456', flightNumber: 'QG501', reason: 'OBJ02' }],
    ['details of an unknown kind', { ...ofArrival }, arrivals, { firstName: 'ANA' }],
  ])('has the journey of its own kind alone, from %s (%#)', (_from, kept, kind, expected) => expect(filled(kept, kind)).toEqual(expected));
});
