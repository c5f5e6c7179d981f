import { FeesTable } from '@portal/web-kit/forms';
import { type FeeRow, owesNothing, type TripDocument } from 'svc-trips/contract';
import { EmptyListMessage } from './empty-list-message.tsx';
import { t } from './texts.ts';

/** Shows the fees of the chosen permit, with their total. */
export function Fees({ trip }: { trip: Partial<TripDocument> }) {
  const fees: FeeRow[] = trip.fees ?? [];
  if (fees.length === 0) return <EmptyListMessage trip={trip} none={t.noFees} />;
  return <FeesTable fees={fees} currency={fees[0]?.currencyCode ?? 'USD'} nothingDue={owesNothing(trip.documentStatus)} />;
}
