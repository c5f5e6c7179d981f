import { FailurePanel, InsetText, LoadingPanel, useApi, useParams, useText } from '@portal/web-kit';
import { DocumentForm, FormProvider, useForm } from '@portal/web-kit/forms';
import { ActionPanel, DocumentPage, useDocument } from '@portal/web-kit/staff';
import { type SampleDocument, statusLabels } from 'svc-samples/contract';
import { fields, samplePath } from './sample.api.ts';
import { t } from './texts.ts';

/** A sample, and for staff what they may do with it. */
export default function DocumentScreen({ staff = false }: { staff?: boolean }) {
  const { id = '' } = useParams();
  const text = useText();
  const api = useApi();
  const form = useForm();
  const { envelope, problem, reload, replace } = useDocument<SampleDocument>(api, `${samplePath(id)}/document`);
  if (!envelope) return problem ? <FailurePanel problem={problem} retry={() => void reload()} /> : <LoadingPanel />;
  const { model } = envelope;
  return (
    <FormProvider {...form}>
      <DocumentPage
        title={t.sample}
        caption={model.serialReference.reference}
        status={model.documentStatus}
        statusLabel={statusLabels[model.documentStatus]}
        backTo={staff ? '/samples/list' : '/'}
        summary={
          <>
            {staff ? null : <InsetText>{text(t.keep)}</InsetText>}
            <DocumentForm sections={[{ id: 'details', title: t.details, fields }]} mode="view" editable={false} model={{ ...model }} />
          </>
        }
        panel={staff ? <ActionPanel api={api} envelope={envelope} mode="view" onDone={replace} onReload={reload} /> : null}
      />
    </FormProvider>
  );
}
