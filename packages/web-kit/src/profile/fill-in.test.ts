import type { UseFormReturn } from 'react-hook-form';
import { fillIn, valuesToKeep } from './fill-in.ts';

/** A fake of the part of a form that the function uses. */
function form(values: Record<string, unknown>) {
  const set: [string, unknown, unknown][] = [];
  const fake = { getValues: () => values, setValue: (name: string, value: unknown, options: unknown) => void set.push([name, value, options]) };
  return { set, form: fake as unknown as UseFormReturn };
}

describe('values that are kept', () => {
  it('are the named fields that are not blank', () => {
    const values = { firstName: 'ANA', lastName: '', gender: null, arrivalDate: '2026-12-01', bags: 0 };
    expect(valuesToKeep(values, ['firstName', 'lastName', 'gender', 'occupation', 'bags'])).toEqual({ firstName: 'ANA', bags: 0 });
  });
});

describe('a form', () => {
  it('is filled in where it is blank, and keeps what was typed', () => {
    const { form: filled, set } = form({ firstName: '', address: 'Rua Nova 1', contactDetails: { name: 'RUI', phone: '' } });
    const kept = { firstName: 'ANA', address: 'Rua Velha 2', contactDetails: { name: 'EVA', phone: '77230000', identity: 'X1' }, questions: ['no'] };
    fillIn(filled, kept, ['firstName', 'address', 'contactDetails']);
    expect(set).toEqual([
      ['firstName', 'ANA', { shouldDirty: true }],
      ['address', 'Rua Nova 1', { shouldDirty: true }],
      ['contactDetails', { name: 'RUI', phone: '77230000', identity: 'X1' }, { shouldDirty: true }],
    ]);
  });

  it('gets no name and nothing else of a record beside another code', () => {
    const typed = { originCode: 'SG', originName: '', gender: 'F', genderName: '', flightDetails: { code: 'DIL', description: '', airport: '' } };
    const kept = {
      originCode: 'ID',
      originName: 'Indonesia',
      gender: 'M',
      genderName: 'Male',
      flightDetails: { code: 'BAT', description: 'Batugade', airport: '0' },
    };
    const filled = (now: Record<string, unknown>, from: Record<string, unknown> = kept) => {
      const { form: blank, set } = form(now);
      fillIn(blank, from, [...Object.keys(kept), 'accommodationName']);
      return { ...now, ...Object.fromEntries(set.map(([name, value]) => [name, value])) };
    };
    expect(filled(typed)).toEqual(typed);
    expect(filled({})).toEqual(kept);
    expect(filled({ ...typed, originCode: '', gender: 'M', flightDetails: { code: '' } })).toEqual(kept);
    expect(filled(typed, { originName: 'Indonesia' })).toEqual(typed);
    expect(filled({ accommodationName: '' }, { accommodationName: 'Hotel Timor' })).toEqual({ accommodationName: 'Hotel Timor' });
  });
});
