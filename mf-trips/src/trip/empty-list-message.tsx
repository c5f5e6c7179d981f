import { useText } from '@portal/web-kit';
import { DemandsPlaceholder } from '@portal/web-kit/forms';
import type { TripDocument } from 'svc-trips/contract';
import { t } from './texts.ts';
import { tripKind } from './trip.api.ts';

/** Shown instead of an empty list. It says that no document is chosen yet, that its requirements are still loading, or that nothing is required. */
export function EmptyListMessage({ trip, none }: { trip: Partial<TripDocument>; none: typeof t.noFees }) {
  const text = useText();
  const codes = [trip.documentDetails?.code, trip.subDocumentDetails?.code] as const;
  if (codes.some((code) => !code)) return <p className="govuk-body">{text(t.chooseFirst)}</p>;
  return (
    <DemandsPlaceholder kind={tripKind} codes={codes} of={trip.serialReference ? trip.id : undefined}>
      <p className="govuk-body">{text(none)}</p>
    </DemandsPlaceholder>
  );
}
