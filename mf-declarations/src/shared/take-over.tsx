import { asProblem, Link, loadDocument, useApi, useLocation, useNavigate, useSession, useText } from '@portal/web-kit';
import { type FieldValues, fillIn, type UseFormReturn } from '@portal/web-kit/forms';
import { useEffect, useRef, useState } from 'react';
import { identityFields } from 'svc-declarations/contract';
import { arrivals, departures } from './declaration.api.ts';
import { shared } from './texts.ts';

/** What a departure takes over from an arrival: who travels, the passport and the contact. Each journey is declared anew. */
export const takenOver: readonly string[] = [...identityFields, 'emailAddress', 'phoneNumber'];

interface Coming {
  /** The id of the arrival, or the finder's key to it. */
  takeOver?: string;
}

/** The way from an arrival to the departure that takes over who travels. The key stays out of the address. @param id the id of the arrival, or the finder's key to it */
export function DepartFrom({ id, reference }: { id: string; reference?: string }) {
  const text = useText();
  const { roles } = useSession();
  if (roles.length > 0) return null;
  return (
    <Link className="govuk-link" to={departures.publicBase} state={{ takeOver: id } satisfies Coming}>
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
  const { pathname, search, state } = useLocation();
  const [outcome, setOutcome] = useState<TakenOver>();
  const id = (state as Coming | null)?.takeOver;
  const begun = useRef<string>(undefined);
  useEffect(() => {
    if (!ready || !id || begun.current === id) return;
    begun.current = id;
    loadDocument<Record<string, unknown>>(api, arrivals.path, id)
      .then(
        ({ model }) => {
          fillIn(form, model, takenOver);
          setOutcome('filled');
        },
        // Without it the form is filled in by hand.
        (error) => setOutcome(asProblem(error) ? 'failed' : undefined),
      )
      // A page that is loaded again does not fill in what was deleted since.
      .finally(() => navigate(`${pathname}${search}`, { replace: true, state: null }));
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
