import { actionFor, Button, Pending, PublicPage, useText } from '@portal/web-kit';
import { DocumentForm, DraftNotice, FormProvider, useDraft, useSubmission } from '@portal/web-kit/forms';
import type { FormEvent } from 'react';
import type { SampleDocument } from 'svc-samples/contract';
import { publicBase, type SampleEnvelope, sampleKind, useSample } from './sample.api.ts';
import { t } from './texts.ts';
import { useSampleForm } from './use-sample-form.ts';

const scope = 'sample-register';

/** The public applies on one page. */
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
  const { form, initial, sections, contract, body } = useSampleForm(info.model);
  const draft = useDraft(scope, form, { initial });
  const action = actionFor(info.actions, 'register', 'register');
  const { busy, submit } = useSubmission<SampleDocument>(sampleKind, scope, draft, contract);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (action && contract.check()) void submit(action, body(), (id) => `${publicBase}/view/${id}`);
  };

  return (
    <PublicPage title={t.apply} back="/" errors={contract.errors}>
      <DraftNotice draft={draft} onStartAgain={contract.clear} />
      <FormProvider {...form}>
        <form noValidate onSubmit={onSubmit}>
          <DocumentForm sections={sections} mode="register" />
          <Button type="submit" busy={busy}>
            {text(t.send)}
          </Button>
        </form>
      </FormProvider>
    </PublicPage>
  );
}
