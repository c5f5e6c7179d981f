import { asProblem, FailurePanel, Link, LoadingPanel, PublicPage, QrPage, useLanguage, useParams, useSession, useText } from '@portal/web-kit';
import { actionFor, useDeclaration } from '../shared/declaration.api.ts';
import { type DepartureEnvelope, departurePath } from './departure.api.ts';
import { t } from './texts.ts';

const home = '/eservice/departure/declaration';

/** What the traveller shows when leaving: the code and the reference. */
export default function DepartureQrScreen() {
  const { id = '' } = useParams();
  const text = useText();
  const { user, hasRole } = useSession();
  // The note names the authority; it is said anew when the language changes.
  useLanguage();
  const loaded = useDeclaration<DepartureEnvelope['model']>('departure', id);
  if (!loaded.data) {
    return (
      <PublicPage title={t.qrTitle} back={home}>
        {loaded.error ? <FailurePanel problem={asProblem(loaded.error)} retry={() => void loaded.refetch()} /> : <LoadingPanel />}
      </PublicPage>
    );
  }
  const { model, actions } = loaded.data;
  const print = actionFor(actions, 'print-declaration', 'view');
  return (
    <QrPage
      title={t.qrTitle}
      qrUrl={`${departurePath(id)}/qr`}
      reference={model.serialReference.reference}
      status={model.documentStatus}
      note={t.qrNote()}
      download={print && { method: print.method, url: print.url }}
      fileName={`${model.travellerCode}.pdf`}
      add={home}
    >
      {actionFor(actions, 'update', 'update') ? (
        <p className="govuk-body portal-no-print">
          <Link className="govuk-link" to={`${home}?id=${encodeURIComponent(id)}`}>
            {text(t.changeAnswers)}
          </Link>
        </p>
      ) : null}
      {user && hasRole('departure-declaration-read') ? (
        <ul className="govuk-list portal-no-print">
          <li>
            <Link className="govuk-link" to={`/other/departure/declaration/view/${id}`}>
              {text(t.openDocument)}
            </Link>
          </li>
          <li>
            <Link className="govuk-link" to="/other/departure/declaration">
              {text(t.listTitle)}
            </Link>
          </li>
        </ul>
      ) : null}
    </QrPage>
  );
}
