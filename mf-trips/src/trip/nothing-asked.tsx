import { useText } from '@portal/web-kit';
import type { TripDocument } from 'svc-trips/contract';
import { t } from './texts.ts';

const isChosen = (trip: Partial<TripDocument>): boolean => Boolean(trip.documentDetails?.code && trip.subDocumentDetails?.code);

/** Shown instead of an empty list: either nothing is required, or no document is chosen yet. */
export function NothingAsked({ trip, none }: { trip: Partial<TripDocument>; none: typeof t.noFees }) {
  return <p className="govuk-body">{useText()(isChosen(trip) ? none : t.chooseFirst)}</p>;
}
