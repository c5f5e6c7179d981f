import { useText } from '@portal/web-kit';
import type { TripDocument } from 'svc-trips/contract';
import { t } from './texts.ts';

const isChosen = (trip: Partial<TripDocument>): boolean => Boolean(trip.documentDetails?.code && trip.subDocumentDetails?.code);

/** In place of an empty list: either nothing is asked, or what to apply for is not chosen yet. */
export function NothingAsked({ trip, none }: { trip: Partial<TripDocument>; none: typeof t.noFees }) {
  return <p className="govuk-body">{useText()(isChosen(trip) ? none : t.chooseFirst)}</p>;
}
