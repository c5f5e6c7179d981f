import { InsetText, Link, NotFound, NotificationBanner, PendingPage, PublicPage, StatusTag, today, useParams, useText } from '@portal/web-kit';
import { FinderAccess, isFinderKey } from '@portal/web-kit/forms';
import { type LicenceMode, type LicenceStatus, licenceModes, licenceStandingOf, statusLabels } from 'svc-licences/contract';
import { type LicenceEnvelope, publicBase, useLicence } from './licence.api.ts';
import { StandingTag } from './standing-tag.tsx';
import { t } from './texts.ts';
import { useLicenceDocument } from './use-licence-document.tsx';

const isMode = (mode: string): mode is LicenceMode => (licenceModes as readonly string[]).includes(mode) && mode !== 'register' && mode !== 'new';

/** Shows an application to its owner: its state, what the owner has to do, and the available actions. */
export default function PublicLicenceDocumentScreen() {
  const { action = 'view', id = '' } = useParams();
  const text = useText();
  const loaded = useLicence(id);
  const found = isFinderKey(id);
  if (!isMode(action)) return <NotFound />;
  if (loaded.data) return <Document key={`${action}/${id}`} mode={action} envelope={loaded.data} reload={() => void loaded.refetch()} />;
  return (
    <PendingPage title={t.applicationTitle} back={publicBase} query={loaded}>
      {found ? (
        <p className="govuk-body">
          <Link className="govuk-link" to={`${publicBase}/search`}>
            {text(t.findAgain)}
          </Link>
        </p>
      ) : null}
    </PendingPage>
  );
}

function Document({ mode, envelope, reload }: { mode: LicenceMode; envelope: LicenceEnvelope; reload(): void }) {
  const text = useText();
  const { model } = envelope;
  const { errors, summary, panel } = useLicenceDocument({ envelope, mode, base: publicBase, reload, withHistory: false, folds: true });
  const status = model.documentStatus as LicenceStatus;
  const found = isFinderKey(model.id);
  const offered = (name: string) => envelope.actions.some((action) => action.name === name);
  // The nightly run removes the mark of a licence that has ended.
  const isEnding = Boolean(model.aboutToExpire) && licenceStandingOf(model, today()).code !== 'EXPIRED' && offered('renewal');
  const asked = mode === 'view' && (['feedback', 'submission'].some(offered) || isEnding);
  return (
    <PublicPage
      title={found ? t.service : t.applicationTitle}
      caption={model.serialReference?.reference}
      back={mode === 'view' ? (found ? `${publicBase}/search` : '/') : `${publicBase}/view/${model.id}`}
      errors={errors}
      focusKey={mode}
      wide
    >
      <p className="govuk-body">
        <StatusTag status={status} label={statusLabels[status]} /> {model.beginDate ? <StandingTag row={model} /> : null}
      </p>
      {mode === 'view' && model.serialReference && !found ? (
        <p className="govuk-body portal-no-print">
          <Link className="govuk-link" to={`${publicBase}/qr/${model.id}`}>
            {text(t.showCode)}
          </Link>
        </p>
      ) : null}
      {status === 'QUERIED' && offered('feedback') ? <InsetText>{text(t.queried)}</InsetText> : null}
      {status === 'RETURNED' && offered('submission') ? <InsetText>{text(t.returned)}</InsetText> : null}
      {isEnding ? (
        <NotificationBanner>
          <p className="govuk-notification-banner__heading">{text(t.renewNow)}</p>
        </NotificationBanner>
      ) : null}
      <FinderAccess id={model.id} find="/v1/professional/find" searchPage={`${publicBase}/search`} to={(own) => `${publicBase}/view/${own}`} />
      {/* The actions come first when the applicant is asked to do something. Otherwise they are optional, such as a withdrawal, and come last. */}
      {asked ? panel : null}
      {summary}
      {asked ? null : panel}
    </PublicPage>
  );
}
