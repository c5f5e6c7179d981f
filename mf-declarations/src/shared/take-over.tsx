import { Link, loadDocument, prefilledFormAddress, prefillSourceId, useApi, useLocation, useNavigate, useSession, useText } from '@portal/web-kit';
import { type FieldValues, fillIn, type UseFormReturn } from '@portal/web-kit/forms';
import { useEffect, useState } from 'react';
import { identityFields } from 'svc-declarations/contract';
import { arrivals, departures } from './declaration.api.ts';
import type { PersonFill } from './person-fill.tsx';
import { shared } from './texts.ts';

/** Fields that a departure takes over from an arrival: the person, the passport and the contact. Each journey is declared anew. */
export const takenOver: readonly string[] = [...identityFields, 'emailAddress', 'phoneNumber'];

/** Link from an arrival to a new departure that takes over the person's data. @param id the id of the arrival, or the finder's key to it */
export function DepartFrom({ id, reference }: { id: string; reference?: string }) {
  const text = useText();
  const { roles } = useSession();
  if (roles.length > 0) return null;
  return (
    <Link className="govuk-link" to={prefilledFormAddress(departures.publicBase, id)}>
      {text(shared.departFrom)}
      {reference ? <span className="govuk-visually-hidden"> {reference}</span> : null}
    </Link>
  );
}

export type TakenOver = 'filled' | 'failed' | undefined;

/**
 * Fills in a new departure from the arrival from which the reader comes. The service decides which data the reader may see.
 * @param ready whether the draft has been read
 */
export function useTakenOver<Values extends FieldValues>(form: UseFormReturn<Values>, ready: boolean, fill: PersonFill['fill']): TakenOver {
  const api = useApi();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const [outcome, setOutcome] = useState<TakenOver>();
  const id = prefillSourceId(hash);
  useEffect(() => {
    if (!ready || !id) return;
    let left = false;
    loadDocument<Record<string, unknown>>(api, arrivals.path, id)
      .then(
        ({ model }) => {
          if (left) return;
          void fill(model, () => fillIn(form, model, takenOver)).then((isFilled) => isFilled && setOutcome('filled'));
        },
        // If the arrival cannot be loaded, the traveller fills in the form.
        () => setOutcome('failed'),
      )
      // Remove the arrival from the address: a reload must not fill in again what was deleted since, and a key must not stay in the address.
      .finally(() => left || navigate(`${pathname}${search}`, { replace: true }));
    return () => {
      left = true;
    };
  }, [api, fill, form, id, navigate, pathname, ready, search]);
  return outcome;
}

/** Says that a departure was filled in from an arrival, or that this failed. */
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

/** Link in the dialog that fills in a departure: it leads to the finder of arrivals. */
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
