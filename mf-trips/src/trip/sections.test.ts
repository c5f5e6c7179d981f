import { fieldsOf } from '@portal/contract-kit';
import { OwnershipInput, TripBody, type TripMode, tripModes } from 'svc-trips/contract';
import { type TripSection, tripSections } from './sections.tsx';
import { startOf } from './use-trip-form.ts';

// Jest cannot load modules of this package, and the test renders no field.
jest.mock('downshift', () => ({}));

const sections = tripSections();
const blank = { ...new TripBody(), id: '', version: 0 };
const registered = { ...blank, id: '1', version: 1, documentStatus: 'SUBMITTED', serialReference: { reference: 'TIBE-2026-0000001' } };
const is = (test: undefined | boolean | ((model: never, mode: string) => boolean), model: object, mode: string): boolean =>
  typeof test === 'function' ? test(model as never, mode) : test !== false;

/** Returns the names of the fields that the form asks in a mode. */
const asked = (model: object, mode: TripMode): string[] => {
  const values = startOf(model);
  const open = sections.filter((section: TripSection) => is(section.visible as never, values, mode) && is(section.editable as never, values, mode));
  return open
    .flatMap((section) => section.fields ?? [])
    .filter((field) => field.type !== 'static' && is(field.visible as never, values, mode) && is(field.editable as never, values, mode))
    .map(({ name }) => name);
};
const required = fieldsOf(TripBody)
  .filter((field) => field.required)
  .map(({ name }) => name);

describe('the trip form', () => {
  it.each(['new', 'register'] as const)('asks for every required field and for the document in %s', (mode) => {
    expect(asked(blank, mode)).toEqual(expect.arrayContaining([...required, 'documentDetails.code', 'subDocumentDetails.code']));
  });

  it('does not let the document of a registered trip be changed', () => {
    for (const mode of tripModes) expect([mode, asked(registered, mode).includes('documentDetails.code')]).toEqual([mode, false]);
    expect(asked(registered, 'amendment')).toContain('subDocumentDetails.code');
  });

  it('does not ask for the driver’s name and address while the owner drives', () => {
    const derived = (ownerDriver: boolean): string[] => asked({ ...blank, ownerDriver }, 'register').filter((name) => /^(driverName|localAddress)$/.test(name));
    expect([derived(false), derived(true)]).toEqual([['driverName', 'localAddress'], []]);
  });

  it('asks a new owner who drives for their own papers in a transfer', () => {
    const papers = ['identityNumber', 'licenseNumber', 'contactNumber', 'foreignAddress'];
    const of = (ownerDriver: boolean): string[] => asked({ ...registered, ownerDriver }, 'transfer-ownership').filter((name) => papers.includes(name));
    expect([of(false), of(true)]).toEqual([[], papers]);
    expect(fieldsOf(OwnershipInput).map(({ name }) => name)).toEqual(expect.arrayContaining(papers));
  });
});
