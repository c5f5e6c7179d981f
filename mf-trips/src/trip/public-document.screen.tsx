import { Link, NotFound, PendingPage, PublicPage, StatusTag, useParams, useText } from '@portal/web-kit';
import { statusLabels, type TripMode } from 'svc-trips/contract';
import { t } from './texts.ts';
import { modeOf, publicBase, type TripEnvelope, useTrip } from './trip.api.ts';
import { useTripDocument } from './use-trip-document.tsx';

/** The modes in which an applicant can open a trip. */
const own: readonly TripMode[] = ['view', 'edit', 'amendment', 'submission', 'print'];

/** Shows a trip to its applicant: its state, and the fields that can be changed until it is verified. */
export default function PublicTripDocumentScreen() {
  const { mode: inAddress = '', id = '' } = useParams();
  const mode = modeOf(inAddress);
  const loaded = useTrip(id);
  if (!mode || !own.includes(mode)) return <NotFound />;
  if (loaded.data) return <Document key={`${mode}/${id}`} mode={mode} envelope={loaded.data} reload={() => void loaded.refetch()} />;
  return <PendingPage title={t.service} back="/" query={loaded} />;
}

function Document({ mode, envelope, reload }: { mode: TripMode; envelope: TripEnvelope; reload(): void }) {
  const text = useText();
  const { model } = envelope;
  // A draft has no code.
  const code = model.serialReference && `${publicBase}/inqr/${model.id}`;
  const { errors, summary, panel } = useTripDocument({ envelope, mode, base: publicBase, reload, withHistory: false, folds: true });
  return (
    <PublicPage
      title={t.service}
      caption={model.serialReference?.reference}
      back={mode === 'view' ? (code ?? '/') : `${publicBase}/view/${model.id}`}
      errors={errors}
      focusKey={mode}
      wide
    >
      <p className="govuk-body">
        <StatusTag status={model.documentStatus} label={statusLabels[model.documentStatus]} />
      </p>
      {mode === 'view' && code ? (
        <p className="govuk-body portal-no-print">
          <Link className="govuk-link" to={code}>
            {text(t.showCode)}
          </Link>
        </p>
      ) : null}
      {summary}
      {panel}
    </PublicPage>
  );
}
