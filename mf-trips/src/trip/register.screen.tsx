import type { OfferedAction } from '@portal/contract-kit';
import {
  asProblem,
  Button,
  ButtonGroup,
  FailurePanel,
  InsetText,
  Link,
  LoadingPanel,
  PublicPage,
  submitOnce,
  useApi,
  useNavigate,
  useQueryClient,
  useSearchParams,
  useText,
} from '@portal/web-kit';
import { DocumentForm, DraftNotice, FormProvider, useDraft } from '@portal/web-kit/forms';
import { type FormEvent, useRef, useState } from 'react';
import type { Movement } from 'svc-trips/contract';
import { t } from './texts.ts';
import { actionFor, mediaScopeIn, publicBase, type TripEnvelope, type TripValues, tripKey, useTrip } from './trip.api.ts';
import { startOf, useTripForm } from './use-trip-form.ts';

const titleOf = (movement?: Movement) => (movement === 'E' ? t.outbound : movement === 'I' ? t.inbound : t.register);

/** The public registers a trip: one page with all its sections. */
export default function TripRegisterScreen({ movement }: { movement?: Movement }) {
  const loaded = useTrip();
  if (loaded.data) return <RegisterForm info={loaded.data} movement={movement} />;
  return (
    <PublicPage title={titleOf(movement)} back="/">
      {loaded.error ? <FailurePanel problem={asProblem(loaded.error)} retry={() => void loaded.refetch()} /> : <LoadingPanel />}
    </PublicPage>
  );
}

function RegisterForm({ info, movement }: { info: TripEnvelope; movement?: Movement }) {
  const text = useText();
  const api = useApi();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const scope = `trip-register-${movement ?? 'any'}`;
  const { form, sections, contract, check, body } = useTripForm({ ...info.model } as TripValues, 'register', { movement, mediaScope: mediaScopeIn(params) });
  const draft = useDraft<TripValues>(scope, form, { initial: startOf(info.model) });
  const action = actionFor(info.actions, 'register', 'register');
  // Who is signed in can go on with it elsewhere.
  const store = actionFor(info.actions, 'store', 'register');
  const [sending, setSending] = useState(false);
  const busy = useRef(false);

  const send = async ({ method, url }: OfferedAction, mode: 'inqr' | 'edit') => {
    if (busy.current) return;
    busy.current = true;
    setSending(true);
    try {
      const envelope = await submitOnce<TripEnvelope>(api, { scope: `${scope}-${mode}`, method, url, body: body() });
      draft.clear();
      cache.setQueryData(tripKey(envelope.model.id), envelope);
      navigate(`${publicBase}/${mode}/${envelope.model.id}`, { replace: true });
    } catch (error) {
      contract.fromProblem(error);
    } finally {
      busy.current = false;
      setSending(false);
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (action && check()) await send(action, 'inqr');
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
      <DraftNotice draft={draft} onStartAgain={contract.clear} />
      <p className="govuk-body-l">{text(t.intro)}</p>
      <FormProvider {...form}>
        <form noValidate onSubmit={submit}>
          <DocumentForm sections={sections} mode="register" editable />
          <InsetText>{text(t.statement)}</InsetText>
          <ButtonGroup>
            <Button type="submit" busy={sending}>
              {action?.label}
            </Button>
            {store ? (
              <Button variant="secondary" busy={sending} onClick={() => send(store, 'edit')}>
                {store.label}
              </Button>
            ) : null}
          </ButtonGroup>
        </form>
      </FormProvider>
    </PublicPage>
  );
}
