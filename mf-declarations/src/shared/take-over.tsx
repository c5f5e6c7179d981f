import { Link, loadDocument, takenOverFrom, takeOverAddress, useApi, useLocation, useNavigate, useSession, useText } from '@portal/web-kit';
import { type FieldValues, fillIn, type UseFormReturn } from '@portal/web-kit/forms';
import { useEffect, useState } from 'react';
import { identityFields } from 'svc-declarations/contract';
import { arrivals, departures } from './declaration.api.ts';
import { shared } from './texts.ts';

/** What a departure takes over from an arrival: who travels, the passport and the contact. Each journey is declared anew. */
export const takenOver: readonly string[] = [...identityFields, 'emailAddress', 'phoneNumber'];

/** The way from an arrival to the departure that takes over who travels. @param id the id of the arrival, or the finder's key to it */
export function DepartFrom({ id, reference }: { id: string; reference?: string }) {
  const text = useText();
  const { roles } = useSession();
  if (roles.length > 0) return null;
  return (
    <Link className="govuk-link" to={takeOverAddress(departures.publicBase, id)}>
      {text(shared.departFrom)}
      {reference ? <span className="govuk-visually-hidden"> {reference}</span> : null}
    </Link>
  );
}

export type TakenOver = 'filled' | 'failed' | undefined;

/** Fills a new departure in from the arrival that the reader comes from. The service decides what the reader may know of it. @param ready whether the draft was read */
export function useTakenOver<Values extends FieldValues>(form: UseFormReturn<Values>, ready: boolean): TakenOver {
  const api = useApi();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const [outcome, setOutcome] = useState<TakenOver>();
  const id = takenOverFrom(hash);
  useEffect(() => {
    if (!ready || !id) return;
    let left = false;
    loadDocument<Record<string, unknown>>(api, arrivals.path, id)
      .then(
        ({ model }) => {
          if (left) return;
          fillIn(form, model, takenOver);
          setOutcome('filled');
        },
        // Without it the form is filled in by hand.
        () => setOutcome('failed'),
      )
      // A page that is loaded again does not fill in what was deleted since, and a key does not stay in the address.
      .finally(() => left || navigate(`${pathname}${search}`, { replace: true }));
    return () => {
      left = true;
    };
  }, [api, form, id, navigate, pathname, ready, search]);
  return outcome;
}

/** Says that a departure was filled in from an arrival, or why not. */
export function TakenOverNotice({ outcome }: { outcome: TakenOver }) {
  const text = useText();
  return (
    <div role="status">
      {outcome === 'filled' ? <p className="govuk-body">{text(shared.takenOver)}</p> : null}
      {outcome === 'failed' ? (
        <p className="govuk-body">
          {text(shared.notTakenOver)}{' '}
          <Link className="govuk-link" to={`${arrivals.publicBase}/search`}>
            {text(shared.findArrival)}
          </Link>
        </p>
      ) : null}
    </div>
  );
}

/** In the dialog that fills a departure in: the way over the arrival. */
export function FromArrival() {
  const text = useText();
  return (
    <p className="govuk-body">
      <Link className="govuk-link" to={`${arrivals.publicBase}/search`}>
        {text(shared.findArrival)}
      </Link>
    </p>
  );
}
