import {
  actionFor,
  Button,
  documentKey,
  Pending,
  PublicPage,
  performAction,
  useApi,
  useNavigate,
  useQueryClient,
  useSingleRun,
  useText,
} from '@portal/web-kit';
import { DocumentForm, DraftNotice, FormProvider, useDraft } from '@portal/web-kit/forms';
import type { FormEvent } from 'react';
import type { SampleDocument } from 'svc-samples/contract';
import { publicBase, type SampleEnvelope, sampleKind, useSample } from './sample.api.ts';
import { t } from './texts.ts';
import { useSampleForm } from './use-sample-form.ts';

const scope = 'sample-register';

/** The public applies: one page. */
export default function SampleRegisterScreen() {
  const loaded = useSample();
  if (loaded.data) return <RegisterForm info={loaded.data} />;
  return (
    <PublicPage title={t.apply} back="/">
      <Pending query={loaded} />
    </PublicPage>
  );
}

function RegisterForm({ info }: { info: SampleEnvelope }) {
  const text = useText();
  const api = useApi();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { form, initial, sections, contract, body } = useSampleForm(info.model);
  const draft = useDraft(scope, form, { initial });
  const action = actionFor(info.actions, 'register', 'register');
  const { busy, run } = useSingleRun();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    return run(async () => {
      if (!action || !contract.check()) return;
      try {
        const envelope = await performAction<SampleDocument>(api, action, body(), scope);
        draft.clear();
        cache.setQueryData(documentKey(sampleKind, envelope.model.id), envelope);
        navigate(`${publicBase}/view/${envelope.model.id}`, { replace: true });
      } catch (error) {
        contract.fromProblem(error);
      }
    });
  };

  return (
    <PublicPage title={t.apply} back="/" errors={contract.errors}>
      <DraftNotice draft={draft} onStartAgain={contract.clear} />
      <FormProvider {...form}>
        <form noValidate onSubmit={submit}>
          <DocumentForm sections={sections} mode="register" />
          <Button type="submit" busy={busy}>
            {text(t.send)}
          </Button>
        </form>
      </FormProvider>
    </PublicPage>
  );
}
