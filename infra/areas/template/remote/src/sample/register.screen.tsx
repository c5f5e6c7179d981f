import { actionFor, Button, FailurePanel, PublicPage, useText } from '@portal/web-kit';
import { DocumentForm, DraftNotice, FormProvider, useDraft, useSubmission } from '@portal/web-kit/forms';
import type { FormEvent } from 'react';
import type { SampleDocument } from 'svc-samples/contract';
import { publicBase, sampleKind, useBlankSample } from './sample.api.ts';
import { t } from './texts.ts';
import { useSampleForm } from './use-sample-form.ts';

const scope = 'sample-register';

/** The form on which the public applies, on one page. It is shown before the service has answered. */
export default function SampleRegisterScreen() {
  const { info, loaded, problem, retry } = useBlankSample();
  const text = useText();
  const { form, initial, sections, contract, body } = useSampleForm(info.model);
  const draft = useDraft(scope, form, { initial, ready: loaded });
  const action = actionFor(info.actions, 'register', 'register');
  const { busy, submit } = useSubmission<SampleDocument>(sampleKind, scope, draft, contract);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (contract.check() && action) void submit(action, body(), (id) => `${publicBase}/view/${id}`);
  };

  return (
    <PublicPage title={t.apply} back="/" errors={contract.errors}>
      <DraftNotice draft={draft} onStartAgain={contract.clear} />
      <FormProvider {...form}>
        <form noValidate method="dialog" onSubmit={onSubmit}>
          <DocumentForm sections={sections} mode="register" />
          {problem ? <FailurePanel problem={problem} retry={retry} /> : null}
          <Button type="submit" busy={busy}>
            {text(t.send)}
          </Button>
        </form>
      </FormProvider>
    </PublicPage>
  );
}
