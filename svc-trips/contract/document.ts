/** A stored trip, as the service returns it. */
import type { RecordedReceipt, ServerFields } from '@portal/contract-kit';
import type { TripDocumentStatus } from './statuses.ts';
import type { TripBody } from './trip.ts';

export type TripDocument = TripBody & ServerFields<TripDocumentStatus> & { receipts?: RecordedReceipt[] };
