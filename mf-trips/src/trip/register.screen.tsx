import type { OfferedAction } from '@portal/contract-kit';
import { actionFor, Button, ButtonGroup, FailurePanel, InsetText, Link, PublicPage, useSearchParams, useText } from '@portal/web-kit';
import { afterUploads, DraftNotice, FoldingForm, FormProvider, LateParts, useDraft, useSubmission } from '@portal/web-kit/forms';
import type { FormEvent } from 'react';
import type { Movement, TripDocument } from 'svc-trips/contract';
import { t } from './texts.ts';
import { mediaScopeIn, publicBase, type TripValues, tripKind, useBlankTrip } from './trip.api.ts';
import { useTripForm } from './use-trip-form.ts';

const unfolded = ['fees'];

const titleOf = (movement?: Movement) => (movement === 'E' ? t.outbound : movement === 'I' ? t.inbound : t.register);

/** Form with which the public registers a trip: one page with all sections, which are folded on a phone. It is shown before the service has answered. */
export default function TripRegisterScreen({ movement }: { movement?: Movement }) {
  const { info, loaded, problem, retry } = useBlankTrip();
  const text = useText();
  const [params] = useSearchParams();
  const scope = `trip-register-${movement ?? 'any'}`;
  const { form, initial, sections, contract, check, body } = useTripForm(info.model as TripValues, 'register', {
    movement,
    mediaScope: mediaScopeIn(params),
  });
  const draft = useDraft<TripValues>(scope, form, { initial, ready: loaded });
  const action = actionFor(info.actions, 'register', 'register');
  // Offered to signed-in users only; they can continue the draft on another device.
  const store = actionFor(info.actions, 'store', 'register');
  const { busy, submit } = useSubmission<TripDocument>(tripKind, scope, draft, contract);
  const send = (action: OfferedAction, next: 'inqr' | 'edit') => submit(action, body(), (id) => `${publicBase}/${next}/${id}`);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    afterUploads(form, () => check() && action && send(action, 'inqr'));
  };

  return (
    <PublicPage
      title={titleOf(movement)}
      back="/"
      errors={contract.errors}
      actions={
        <Link className="govuk-link" to="/eservice/triptic/validity">
          {text(t.checkValidity)}
        </Link>
      }
    >
      <DraftNotice draft={draft} onStartAgain={contract.clear}>
        {text(t.intro)}
      </DraftNotice>
      <FormProvider {...form}>
        <form noValidate method="dialog" onSubmit={onSubmit}>
          <LateParts waiting={!loaded || !draft.ready}>
            <FoldingForm sections={sections} mode="register" contract={contract} unfolded={unfolded} />
          </LateParts>
          {problem ? <FailurePanel problem={problem} retry={retry} /> : null}
          <InsetText>{text(t.statement)}</InsetText>
          <ButtonGroup>
            <Button type="submit" busy={busy}>
              {action?.label ?? text(t.registerAction)}
            </Button>
            {store ? (
              <Button variant="secondary" busy={busy} onClick={() => afterUploads(form, () => send(store, 'edit'))}>
                {store.label}
              </Button>
            ) : null}
          </ButtonGroup>
        </form>
      </FormProvider>
    </PublicPage>
  );
}
