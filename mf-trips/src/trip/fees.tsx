import { FeesTable } from '@portal/web-kit/forms';
import type { FeeRow, TripDocument } from 'svc-trips/contract';
import { NothingAsked } from './nothing-asked.tsx';
import { t } from './texts.ts';

/** Shows the fees of the chosen permit, with their total. */
export function Fees({ trip }: { trip: Partial<TripDocument> }) {
  const fees: FeeRow[] = trip.fees ?? [];
  if (fees.length === 0) return <NothingAsked trip={trip} none={t.noFees} />;
  return <FeesTable fees={fees} currency={fees[0]?.currencyCode ?? 'USD'} />;
}
