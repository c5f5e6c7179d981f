import { type SectionSpec, shownFields } from '@portal/web-kit/forms';
import { departureForm } from '../departure/sections.tsx';
import { sectionsForOfficers } from '../shared/for-officers.ts';
import { type ArrivalSections, arrivalForm } from './sections.tsx';

// Jest cannot load modules of this package, and the test renders no field.
jest.mock('downshift', () => ({}));

const parts = (model: object): ArrivalSections => arrivalForm({ dates: [{ code: '2026-05-02', name: '2 May 2026' }], ticket: model as never });
/** Returns the fields and lists that the screen shows for these answers. */
const seen = (part: keyof ArrivalSections, model: object): string[] => {
  const shown = parts(model)[part].filter((section: SectionSpec) => section.visible?.(model as never, 'register') ?? true);
  return [...shownFields(shown, model as never, 'register').map(({ name }) => name), ...shown.flatMap(({ lists }) => lists ?? [])];
};
const foreigner = { typeDetails: { foreigner: true } };

describe('the arrival form', () => {
  it('asks for the entry, and for flight and port only at an airport', () => {
    const always = ['typeDetails.code', 'flightDetails.code', 'originCode', 'flightNumber', 'arrivalDate'];
    // The flight is asked first, because it fills in the airport.
    expect(seen('residency', {})).toEqual(['typeDetails.code', 'flightCode', ...always.slice(1)]);
    expect(seen('residency', { flightDetails: { code: 'BTG', airport: '0' } })).toEqual(always);
    expect(seen('residency', { flightDetails: { airport: '1' } })).toEqual(expect.arrayContaining([...always, 'flightCode', 'embarkationPortCode']));
  });

  it('asks passport, person and contact in the second step', () => {
    expect(seen('personal', {})).toEqual([
      'travellerCode',
      'nationalityCode',
      'expiryDate',
      'firstName',
      'lastName',
      'birthDate',
      'gender',
      'occupation',
      'phoneNumber',
      'emailAddress',
    ]);
  });

  it('asks only foreigners about the visit and for declarations', () => {
    const visit = ['reason', 'stayLength', 'departureDate', 'returnTicket', 'declarations', 'declarationsConfirmed'];
    expect(seen('other', { ...foreigner, declarations: [{}] })).toEqual(expect.arrayContaining(visit));
    expect(seen('other', { declarations: [{}] }).filter((name) => visit.includes(name))).toEqual([]);
  });

  it.each<[string, object, string[]]>([
    ['a hotel', { accommodationType: 'HTL' }, ['accommodationName']],
    [
      'friends or family',
      { accommodationType: 'FFA' },
      [
        'contactDetails.name',
        'contactDetails.identity',
        'contactDetails.phone',
        'addressDetails.district',
        'addressDetails.subDistrict',
        'addressDetails.village',
        'addressDetails.subVillage',
      ],
    ],
    [
      'an own home',
      { accommodationType: 'OWN' },
      ['addressDetails.district', 'addressDetails.subDistrict', 'addressDetails.village', 'addressDetails.subVillage'],
    ],
    ['a permit', { typeDetails: { permit: true } }, ['permitReference', 'permitExpiry']],
    ['residence', { typeDetails: { resident: true } }, ['permitReference', 'permitNaration']],
    ['work', { ...foreigner, reason: 'OBJ06' }, ['sponsorDetails.type', 'sponsorDetails.name', 'sponsorDetails.address']],
    ['an organised visit', { ...foreigner, reason: 'OBJ07' }, ['organisedBy', 'fundedBy']],
    ['transit', { ...foreigner, reason: 'OBJ08' }, ['destinationVisa']],
    ['a crew', { ...foreigner, reason: 'OBJ09' }, ['destinationVisa']],
  ])('asks what %s needs', (_what, model, more) => {
    expect(seen('other', model)).toEqual(expect.arrayContaining(more));
    expect(seen('other', foreigner).filter((name) => more.includes(name))).toEqual([]);
  });

  it('asks travellers in transit for the ticket to their destination', () => {
    const label = (model: object) =>
      parts(model)
        .other.flatMap((section) => section.fields ?? [])
        .find(({ name }) => name === 'returnTicket')?.label;
    expect(label({ reason: 'OBJ08' })).toMatchObject({ en: 'Destination Ticket Reference' });
    expect(label({ reason: 'OBJ01' })).toMatchObject({ en: 'Return ticket reference' });
  });

  it('asks baggage, merchandise, goods, questions and money in the goods step', () => {
    expect(seen('goods', { questions: [{}], currencyStatus: 'YES' }).sort()).toEqual(
      ['numberOfBaggages', 'hasMerchandise', 'goods', 'questions', 'questionsConfirmed', 'currencyStatus', 'currencyCode', 'currencyAmount'].sort(),
    );
  });

  it('ends with title, birth place and the statement', () => {
    expect(seen('review', {})).toEqual(['title', 'birthCityName', 'birthNationalityCode', 'declaredStatus']);
  });

  it('has titles for officers that do not address the traveller', () => {
    const titles = (reader: 'traveller' | 'officer') =>
      Object.values(arrivalForm({ dates: [], ticket: {}, reader }))
        .flat()
        .map(({ title }) => (title as { en: string; pt: string }).en);
    expect(titles('traveller').filter((title) => /\byour?\b/i.test(title)).length).toBeGreaterThan(5);
    expect(titles('officer').filter((title) => /\byour?\b/i.test(title))).toEqual([]);
  });

  it('has labels and hints for officers that do not say “your” either, in both declarations', () => {
    const sections = [...Object.values(arrivalForm({ dates: [], ticket: {}, reader: 'officer' })).flat(), ...sectionsForOfficers(departureForm([]))];
    const words = sections.flatMap(({ fields = [] }) => fields.flatMap(({ label, hint }) => [label, hint] as ({ en: string; pt: string } | undefined)[]));
    expect(words.filter((each) => /\byour\b/i.test(each?.en ?? ''))).toEqual([]);
    expect(words.filter((each) => /\b(seus?|suas?|você)\b/i.test(each?.pt ?? ''))).toEqual([]);
  });
});
