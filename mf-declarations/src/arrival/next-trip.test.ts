import { isFilledIn, splitForNextTrip } from './next-trip.tsx';
import { addressOf, departureAfter } from './proposals.ts';
import { arrivalForm } from './sections.tsx';

const idsOf = (sections: readonly { id?: string }[]) => sections.map(({ id }) => id);

describe('the next trip of a traveller', () => {
  const parts = arrivalForm({ dates: [], ticket: {} });
  const sections = [...parts.residency, ...parts.personal, ...parts.other, ...parts.goods];

  it('asks the journey, the stay and everything that is declared anew, and shows the rest', () => {
    const { asked, shown } = splitForNextTrip(sections, []);
    expect(idsOf(asked)).toEqual(['entry', 'stay', 'declarations', 'baggage', 'goods', 'questions', 'money']);
    expect(idsOf(shown)).toEqual(['journey', 'passport', 'person', 'contact', 'organiser', 'sponsor', 'permit', 'accommodation', 'host']);
  });

  it('also asks what is not answered or no longer right, each field in one place', () => {
    const { asked, shown } = splitForNextTrip(sections, ['expiryDate', 'contactDetails.name', 'arrivalDate']);
    const names = (all: typeof shown) => all.map(({ id, fields }) => [id, fields?.map(({ name }) => name)]);
    expect(names(asked)).toContainEqual(['passport', ['expiryDate']]);
    expect(names(shown)).toContainEqual(['passport', ['travellerCode', 'nationalityCode']]);
    expect(names(asked)).toContainEqual(['host', ['contactDetails.name']]);
    expect(asked.find(({ id }) => id === 'passport')?.passport).toBeDefined();
    expect(shown.find(({ id }) => id === 'passport')?.passport).toBeUndefined();
  });

  it('is asked in one place when an arrival was filled in, not from a departure alone', () => {
    expect(isFilledIn({ typeDetails: { code: 'VIS' }, travellerCode: 'P1' } as never)).toBe(true);
    expect(isFilledIn({ typeDetails: {}, travellerCode: 'P1' } as never)).toBe(false);
  });
});

describe('the proposed day of departure', () => {
  it.each([
    [{ arrivalDate: '2026-12-24', stayLength: 10 }, '2027-01-03'],
    [{ arrivalDate: '2028-02-28', stayLength: '2' }, '2028-03-01'],
    [{ arrivalDate: '2026-12-24', stayLength: 0 }, '2026-12-24'],
    [{ arrivalDate: '', stayLength: 10 }, undefined],
    [{ arrivalDate: '2026-12-24', stayLength: '' }, undefined],
    [{ arrivalDate: '2026-12-24', stayLength: 1e18 }, undefined],
  ])('of %j is %s', (stay, day) => {
    expect(departureAfter(stay)).toBe(day);
  });
});

describe('the proposed address', () => {
  it.each([
    [{ accommodationType: 'HTL', accommodationName: 'Hotel Timor' }, 'Hotel Timor'],
    [{ accommodationType: 'OWN', addressDetails: { village: 'Becora', subVillage: 'Au-Hun' } }, 'Au-Hun, Becora'],
    [{ accommodationType: 'FFA', addressDetails: { village: 'Becora', subVillage: '' } }, 'Becora'],
    [{ accommodationType: '', accommodationName: 'Hotel Timor' }, undefined],
  ])('of %j is %s', (stay, address) => {
    expect(addressOf(stay)).toBe(address);
  });
});
