import { Pending, PublicPage, StatusTag, useParams } from '@portal/web-kit';
import { statusLabels } from 'svc-samples/contract';
import { publicBase, type SampleEnvelope, useSample } from './sample.api.ts';
import { t } from './texts.ts';
import { useSampleDocument } from './use-sample-document.tsx';

/** A sample as its applicant sees it. */
export default function PublicSampleDocumentScreen() {
  const { id = '' } = useParams();
  const loaded = useSample(id);
  if (loaded.data) return <Document key={id} envelope={loaded.data} reload={() => void loaded.refetch()} />;
  return (
    <PublicPage title={t.sample} back="/">
      <Pending query={loaded} page />
    </PublicPage>
  );
}

function Document({ envelope, reload }: { envelope: SampleEnvelope; reload(): void }) {
  const { model } = envelope;
  const { errors, summary } = useSampleDocument({ envelope, base: publicBase, reload, staff: false });
  return (
    <PublicPage title={t.sample} caption={model.serialReference.reference} back="/" errors={errors} wide>
      <p className="govuk-body">
        <StatusTag status={model.documentStatus} label={statusLabels[model.documentStatus]} />
      </p>
      {summary}
    </PublicPage>
  );
}
