/** A stored trip, as the server gives it. */
import type { DocumentActionEntry, SerialReference } from '@portal/contract-kit';
import type { TripDocumentStatus, TripStatus } from './statuses.ts';
import type { TripBody } from './trip.ts';

export interface TripReceipt {
  receiptId: string;
  reference: string;
  date: string;
  total: number;
}

export type TripDocument = TripBody & {
  id: string;
  version: number;
  documentStatus: TripDocumentStatus;
  serialReference: SerialReference;
  applicantUser: { name: string };
  documentCreatedAt: string;
  actions: DocumentActionEntry[];
  receipts?: TripReceipt[];
};

/** What the public validity check tells, and nothing else. */
export type TripDetails = { tripStatus: TripStatus } & Partial<Pick<TripBody, TripDetailsField>>;

/** The fields of the card: vehicle, owner, driver and movement. */
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
