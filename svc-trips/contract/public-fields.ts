/** The fields of a trip that the public sees in the validity check, and the further fields for staff with the read role. */
import type { TripStatus } from './statuses.ts';
import type { TripBody } from './trip.ts';

/** The result of the validity check. Staff with the read role also get the fields of `tripDetailsFields`. */
export type TripDetails = { tripStatus: TripStatus } & Partial<PublicTripFacts> & Partial<Pick<TripBody, TripDetailsField>>;

/** The fields that the public sees, to compare them with the vehicle and the driver. */
export const publicTripFields = [
  'vehicleNumber',
  'brandCode',
  'brandName',
  'modelDetails',
  'colorCode',
  'colorName',
  'crossCode',
  'crossName',
  'entryDate',
  'crossingDate',
  'expectedDate',
  'returnCode',
  'returnName',
  'actualDate',
] as const satisfies readonly (keyof TripBody)[];

export type PublicTripFacts = Pick<TripBody, (typeof publicTripFields)[number]> & {
  /** `E` (a vehicle that leaves and returns) or `I` (a foreign vehicle that enters and leaves). `movementName` is its label. */
  movement: string;
  movementName: string;
  /** First name and initial of the last name: "João S.". */
  driverName: string;
};

/** Shortens a name for the public to the first name and the initial of the last name. */
export function shortName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/);
  const [initial] = others.at(-1) ?? '';
  return initial ? `${first} ${initial.toUpperCase()}.` : first;
}

/** The fields that staff with the read role see: vehicle, owner, driver and movement. */
export const tripDetailsFields = {
  vehicle: [
    'vehicleNumber',
    'tempVehicleNumber',
    'chasisNumber',
    'engineNumber',
    'categoryCode',
    'categoryName',
    'brandCode',
    'brandName',
    'manufactureYear',
    'modelDetails',
    'colorCode',
    'colorName',
    'classCode',
    'className',
    'engineCapacity',
    'seatCapacity',
    'fuelCode',
    'fuelName',
  ],
  owner: ['ownerName', 'ownerAddress', 'ownerDriver'],
  driver: [
    'identityNumber',
    'driverName',
    'nationalityCode',
    'nationalityName',
    'licenseNumber',
    'numberOfBaggages',
    'contactNumber',
    'localAddress',
    'foreignAddress',
    'objectiveCode',
    'objectiveDescription',
  ],
  movement: [
    'crossCode',
    'crossName',
    'entryDate',
    'crossingDate',
    'destinationCode',
    'destinationName',
    'expectedDate',
    'returnCode',
    'returnName',
    'actualDate',
  ],
} as const satisfies Record<string, readonly (keyof TripBody)[]>;

type TripDetailsField = (typeof tripDetailsFields)[keyof typeof tripDetailsFields][number];
