import { errorsOf, sanitise } from '@portal/contract-kit';
import { OwnershipInput, publicTripFields, shortName, TripBody, type TripMode, tripDetailsFields, tripModes, tripStatuses } from './index.ts';
import * as modes from './modes.ts';

const words = (text: string): string[] => text.trim().split(/\s+/);
const [registered, draft] = [{ serialReference: {} }, {}];

/** The modes in which each part of the form can be edited, as the table lists them. */
const editable: Record<string, [(mode: TripMode) => boolean, string]> = {
  fields: [modes.applicationEditable, 'new register edit submission amendment'],
  movement: [modes.movementEditable, 'new register edit modification submission amendment'],
  owner: [modes.ownerEditable, 'new register edit submission amendment transfer-ownership'],
  questions: [modes.questionsEditable, 'new register edit submission amendment'],
  'requirements, by the applicant': [modes.requirementsEditable, 'new register edit modification submission amendment'],
  'requirements, by the officer': [modes.requirementsConfirmable, 'verification'],
  goods: [modes.goodsEditable, 'new register edit modification'],
  attachments: [modes.scansEditable, 'new register edit verification modification submission amendment transfer-ownership'],
  'attachments of a draft, deleted': [
    (mode) => modes.scansDeletable(mode, draft),
    'new register edit verification modification submission amendment transfer-ownership',
  ],
  'attachments of a trip, deleted': [(mode) => modes.scansDeletable(mode, registered), ''],
  'attachments of a trip, replaced': [
    (mode) => modes.scansReplaceable(mode, registered),
    'new register edit verification modification submission amendment transfer-ownership',
  ],
  'attachments of a draft, replaced': [(mode) => modes.scansReplaceable(mode, draft), ''],
};

it.each(Object.entries(editable))('%s: can be changed in the modes that are published', (_part, [may, inModes]) =>
  expect(tripModes.filter(may).join(' ')).toBe(inModes),
);

it.each<[string, readonly string[], string]>([
  [
    'modes',
    tripModes,
    `new register edit view return-view verification approval validation confirmation return-validation return-confirmation modification submission
     amendment termination print transfer-ownership`,
  ],
  [
    'what the public sees of a trip',
    publicTripFields,
    'vehicleNumber brandCode brandName modelDetails colorCode colorName crossCode crossName entryDate crossingDate expectedDate returnCode returnName actualDate',
  ],
  [
    'what the read role sees of the vehicle',
    tripDetailsFields.vehicle,
    `vehicleNumber tempVehicleNumber chasisNumber engineNumber categoryCode categoryName brandCode brandName manufactureYear modelDetails colorCode colorName
     classCode className engineCapacity seatCapacity fuelCode fuelName`,
  ],
  ['what the read role sees of the owner', tripDetailsFields.owner, 'ownerName ownerAddress ownerDriver'],
  [
    'what the read role sees of the driver',
    tripDetailsFields.driver,
    `identityNumber driverName nationalityCode nationalityName licenseNumber numberOfBaggages contactNumber localAddress foreignAddress objectiveCode
     objectiveDescription`,
  ],
  [
    'what the read role sees of the movement',
    tripDetailsFields.movement,
    'crossCode crossName entryDate crossingDate destinationCode destinationName expectedDate returnCode returnName actualDate',
  ],
])('the list of %s equals the published one', (_name, list, text) => expect([...list]).toEqual(words(text)));

it('the statuses are those that are published', () =>
  expect(tripStatuses.join(', ')).toBe(
    'STORED, SUBMITTED, VERIFIED FOR EXIT, VERIFIED FOR ENTRY, PAID FOR APPROVAL, APPROVED TO EXIT, APPROVED TO ENTER, PAID TO EXIT, VALIDATED FOR EXIT, VALIDATED FOR ENTRY, CONFIRMED FOR EXIT, CONFIRMED FOR ENTRY, VALIDATED FOR RETURN, CONFIRMED FOR RETURN, TERMINATED',
  ));

describe('the rules of a trip', () => {
  const refused = (changes: object): string[] => errorsOf(TripBody, sanitise(TripBody, changes, true)).map((e) => `${e.field} ${e.code}`);

  it('require the centre if the document has centres', () => {
    const of = (centerStatus?: boolean): boolean => refused({ documentDetails: { code: 'X', centerStatus } }).includes('centerDetails.code REQUIRED');
    expect([of(true), of(false), of()]).toEqual([true, false, false]);
  });

  it('refuse a missing or contradicting answer', () => {
    expect(
      refused({ questions: [{ id: 'a' }, { id: 'b', accepted: true, declined: true }, { id: 'c', declined: true }] }).filter((e) => e.startsWith('questions')),
    ).toEqual(['questions.0 QUESTION_UNANSWERED', 'questions.1 QUESTION_BOTH']);
  });

  it('let a vehicle return on the day of its entry, and not before', () => {
    const of = (entryDate: string | undefined, expectedDate: string): boolean => refused({ entryDate, expectedDate }).includes('expectedDate DATE');
    expect([of('2026-05-02', '2026-05-01'), of('2026-05-02', '2026-05-02'), of(undefined, '2026-05-02')]).toEqual([true, false, false]);
  });

  it('require the papers of a new owner who drives', () => {
    const of = (ownerDriver: boolean): string[] =>
      errorsOf(OwnershipInput, sanitise(OwnershipInput, { ownerName: 'A', ownerAddress: 'B', ownerDriver })).map((e) => e.field);
    expect([of(true), of(false)]).toEqual([['identityNumber', 'licenseNumber', 'contactNumber', 'foreignAddress'], []]);
  });
});

it('a name is shortened to its first word and the initial of its last', () =>
  expect(['Ana Rosa da Costa', 'Ana costa', 'Ana', ''].map(shortName)).toEqual(['Ana C.', 'Ana C.', 'Ana', '']));
