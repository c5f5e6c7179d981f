import { errorsOf, sanitise } from '@portal/contract-kit';
import { asProblem, Button, FailurePanel, LoadingPanel, PublicPage, submitOnce, useApi, useLanguage, useNavigate, useQuery, useText } from '@portal/web-kit';
import { DocumentForm, DraftNotice, FormProvider, useContractErrors, useDraft, useForm } from '@portal/web-kit/forms';
import { type FormEvent, useState } from 'react';
import { SampleBody } from 'svc-samples/contract';
import { fields, loadBlank, type SampleEnvelope } from './sample.api.ts';
import { t } from './texts.ts';

const blank = { applicantName: '', contactNumber: '', purpose: '', fromDate: '', untilDate: '' };

/** The public applies: one page. */
export default function RegisterScreen() {
  const text = useText();
  const api = useApi();
  const navigate = useNavigate();
  const { language } = useLanguage();
  const info = useQuery({ queryKey: ['samples', 'info'], queryFn: ({ signal }) => loadBlank(api, signal) });
  const form = useForm({ defaultValues: blank });
  const draft = useDraft('sample-register', form, { initial: blank });
  const contract = useContractErrors(form, (values) => errorsOf(SampleBody, sanitise(SampleBody, values), language));
  const [sending, setSending] = useState(false);
  const action = info.data?.actions.find(({ name }) => name === 'register');
  if (!action) {
    return (
      <PublicPage title={t.apply} back="/">
        {info.error ? <FailurePanel problem={asProblem(info.error)} retry={() => void info.refetch()} /> : <LoadingPanel />}
      </PublicPage>
    );
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending || !contract.check()) return;
    setSending(true);
    try {
      const { model } = await submitOnce<SampleEnvelope>(api, { scope: 'sample-register', method: action.method, url: action.url, body: form.getValues() });
      draft.clear();
      navigate(`/eservice/samples/view/${model.id}`, { replace: true });
    } catch (error) {
      contract.fromProblem(error);
    } finally {
      setSending(false);
    }
  };
  return (
    <PublicPage title={t.apply} back="/" errors={contract.errors}>
      <DraftNotice draft={draft} onStartAgain={contract.clear} />
      <FormProvider {...form}>
        <form noValidate onSubmit={submit}>
          <DocumentForm sections={[{ id: 'details', title: t.details, fields }]} mode="register" editable />
          <Button type="submit" busy={sending}>
            {text(t.send)}
          </Button>
        </form>
      </FormProvider>
    </PublicPage>
  );
}
