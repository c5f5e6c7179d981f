/** A stored trip, as the server gives it. */
import type { DocumentActionEntry, SerialReference } from '@portal/contract-kit';
import type { TripDocumentStatus } from './statuses.ts';
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
export interface TripDetails {
  tripStatus: 'Y' | 'N' | 'F' | 'X';
  caption: string;
  serialReference?: { reference: string };
  [field: string]: unknown;
}
