import { FeesTable } from '@portal/web-kit/forms';
import { dueNow, isUnpaid, owesNothing, type TripDocument } from 'svc-trips/contract';
import { EmptyListMessage } from './empty-list-message.tsx';
import { t } from './texts.ts';

/** Shows the fees of the chosen permit, with their total. A fee that is paid in a later step is not due yet. */
export function Fees({ trip }: { trip: Partial<TripDocument> }) {
  const due = dueNow(trip);
  const fees = (trip.fees ?? []).map((fee) => (isUnpaid(fee) && !due.includes(fee) ? { ...fee, status: 'NOT DUE YET' } : fee));
  if (fees.length === 0) return <EmptyListMessage trip={trip} none={t.noFees} />;
  return <FeesTable fees={fees} currency={fees[0]?.currencyCode ?? 'USD'} nothingDue={owesNothing(trip.documentStatus)} />;
}
