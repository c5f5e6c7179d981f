/** A stored trip, as the server returns it. */
import type { DocumentActionEntry, RecordedReceipt, SerialReference } from '@portal/contract-kit';
import type { TripDocumentStatus } from './statuses.ts';
import type { TripBody } from './trip.ts';

export type TripDocument = TripBody & {
  id: string;
  version: number;
  documentStatus: TripDocumentStatus;
  serialReference: SerialReference;
  applicantUser: { name: string };
  documentCreatedAt: string;
  actions: DocumentActionEntry[];
  receipts?: RecordedReceipt[];
};
