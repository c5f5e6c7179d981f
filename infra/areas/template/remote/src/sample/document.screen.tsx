import { Pending, RequireRole, StaffPage, useParams } from '@portal/web-kit';
import { DocumentPage } from '@portal/web-kit/staff';
import { statusLabels } from 'svc-samples/contract';
import { type SampleEnvelope, staffBase, useSample } from './sample.api.ts';
import { t } from './texts.ts';
import { useSampleDocument } from './use-sample-document.tsx';

/** A sample as officers see it, with the actions that they may do. */
export default function SampleDocumentScreen() {
  const { id = '' } = useParams();
  return (
    <RequireRole anyOf={['samples-sample-read']}>
      <Loaded key={id} id={id} />
    </RequireRole>
  );
}

function Loaded({ id }: { id: string }) {
  const loaded = useSample(id);
  if (loaded.data) return <Document envelope={loaded.data} reload={() => void loaded.refetch()} />;
  return (
    <StaffPage title={t.sample} back={`${staffBase}/list`}>
      <Pending query={loaded} />
    </StaffPage>
  );
}

function Document({ envelope, reload }: { envelope: SampleEnvelope; reload(): void }) {
  const { model } = envelope;
  const { errors, summary, panel } = useSampleDocument({ envelope, base: staffBase, reload, staff: true });
  return (
    <DocumentPage
      title={t.sample}
      caption={model.serialReference.reference}
      status={model.documentStatus}
      statusLabel={statusLabels[model.documentStatus]}
      backTo={`${staffBase}/list`}
      errors={errors}
      summary={summary}
      panel={panel}
    />
  );
}
