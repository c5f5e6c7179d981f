import { actionFor, Link, useParams, useSession, useText } from '@portal/web-kit';
import { departures } from '../shared/declaration.api.ts';
import { DeclarationQr } from '../shared/declaration-qr.tsx';
import type { DepartureEnvelope } from './departure.api.ts';
import { t } from './texts.ts';

/** The page that the traveller presents on departure: the code and the reference. */
export default function DepartureQrScreen() {
  return (
    <DeclarationQr<DepartureEnvelope['model']>
      kind={departures}
      title={t.qrTitle}
      changedTitle={t.qrChanged}
      note={t.qrNote}
      changeAnswers={t.changeAnswers}
      next={t.qrNext}
      show={(model, actions) => {
        const print = actionFor(actions, 'print-declaration', 'view');
        return {
          date: model.departureDate,
          status: model.documentStatus,
          download: print && { method: print.method, url: print.url },
          fileName: () => `${model.travellerCode}.pdf`,
        };
      }}
    >
      <OfficerLinks />
    </DeclarationQr>
  );
}

/** Links for officers. Reading a declaration and searching for one need different roles. */
function OfficerLinks() {
  const { id = '' } = useParams();
  const text = useText();
  const { hasRole } = useSession();
  const links = [
    { to: `${departures.staffBase}/view/${id}`, label: t.openDocument, role: 'departure-declaration-read' },
    { to: departures.staffBase, label: t.listTitle, role: 'departure-declaration-search' },
  ].filter(({ role }) => hasRole(role));
  if (links.length === 0) return null;
  return (
    <ul className="govuk-list portal-no-print">
      {links.map(({ to, label }) => (
        <li key={to}>
          <Link className="govuk-link" to={to}>
            {text(label)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
