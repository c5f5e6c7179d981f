import { asProblem, FailurePanel, Link, LoadingPanel, PublicPage, QrPage, useLanguage, useParams, useSession, useText } from '@portal/web-kit';
import { FinderAccess, useOpenedByFinder } from '@portal/web-kit/forms';
import { actionFor, useDeclaration } from '../shared/declaration.api.ts';
import { shared } from '../shared/texts.ts';
import { type DepartureEnvelope, departurePath } from './departure.api.ts';
import { t } from './texts.ts';

const home = '/eservice/departure/declaration';

/** What the traveller shows when leaving: the code and the reference. */
export default function DepartureQrScreen() {
  const { id = '' } = useParams();
  const text = useText();
  const { hasRole } = useSession();
  // The note names the authority; it is said anew when the language changes.
  useLanguage();
  const opened = useOpenedByFinder(id);
  const loaded = useDeclaration<DepartureEnvelope['model']>('departure', id);
  if (!loaded.data) {
    return (
      <PublicPage title={t.qrTitle} back={home}>
        {loaded.error ? (
          <>
            <FailurePanel problem={asProblem(loaded.error)} retry={() => void loaded.refetch()} />
            {opened ? (
              <p className="govuk-body">
                <Link className="govuk-link" to={`${home}/search`}>
                  {text(shared.findAgain)}
                </Link>
              </p>
            ) : null}
          </>
        ) : (
          <LoadingPanel />
        )}
      </PublicPage>
    );
  }
  const { model, actions } = loaded.data;
  // For officers: reading a declaration and finding one are different roles.
  const links = [
    { to: `/other/departure/declaration/view/${id}`, label: t.openDocument, role: 'departure-declaration-read' },
    { to: '/other/departure/declaration', label: t.listTitle, role: 'departure-declaration-search' },
  ].filter(({ role }) => hasRole(role));
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
      <FinderAccess id={id} find="/v1/departure/declaration/find" searchPage={`${home}/search`} to={(own) => `${home}/qr/${own}`} />
      {actionFor(actions, 'update', 'update') ? (
        <p className="govuk-body portal-no-print">
          <Link className="govuk-link" to={`${home}?id=${encodeURIComponent(id)}`}>
            {text(t.changeAnswers)}
          </Link>
        </p>
      ) : null}
      {links.length > 0 ? (
        <ul className="govuk-list portal-no-print">
          {links.map(({ to, label }) => (
            <li key={to}>
              <Link className="govuk-link" to={to}>
                {text(label)}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </QrPage>
  );
}
