import { actionFor, type Label, Link, Navigate, PendingPage, QrPage, useFormat, useParams, useText } from '@portal/web-kit';
import { useEffect, useState } from 'react';
import { isClosed, movementOf, statusLabels, type TripDocument } from 'svc-trips/contract';
import { t } from './texts.ts';
import { publicBase, staffBase, tripPath, useTrip } from './trip.api.ts';

type Registered = Pick<TripDocument, 'documentStatus' | 'documentDetails'> & Partial<Pick<TripDocument, 'fees'>>;

/** Returns the steps that follow the registration, with the fee of each step that has one. The office goes on once its question is answered. */
function stepsAfter(
  { documentStatus, documentDetails, fees = [] }: Registered,
  isAsked: boolean,
  money: (amount: number, currency?: string) => string,
): Label[] {
  if (isAsked) return [t.nextAnswer];
  if (documentStatus !== 'SUBMITTED') return [];
  const feeOf = (stage: string): string | undefined => {
    const due = fees.filter((fee) => fee.stage === stage && fee.status !== 'PAID' && fee.amount);
    const total = due.reduce((sum, { amount = 0 }) => sum + amount, 0);
    return total > 0 ? money(total, due[0]?.currencyCode) : undefined;
  };
  const [permit, exit] = [feeOf('permit'), feeOf('exit')];
  return [
    t.nextCheck,
    ...(permit ? [t.nextFee(permit)] : []),
    t.nextApproval,
    ...(exit && movementOf({ documentDetails }) === 'E' ? [t.nextExitFee(exit)] : []),
  ];
}

/** Page after the registration: the code to present at the border, the reference, and a link back to the application. */
export default function TripQrScreen({ staff = false }: { staff?: boolean }) {
  const { id = '' } = useParams();
  const base = staff ? staffBase : publicBase;
  const text = useText();
  const format = useFormat();
  const loaded = useTrip(id);
  // The prerendered HTML is made before the fees of the document are known, so the first render leaves them out.
  const [isTakenOver, setTakenOver] = useState(false);
  useEffect(() => setTakenOver(true), []);
  if (!loaded.data) {
    return <PendingPage title={t.qrTitle} back={staff ? staffBase : '/'} query={loaded} />;
  }
  const { model, actions } = loaded.data;
  // A draft has no reference and no code.
  if (!model.serialReference) return <Navigate to={`${base}/view/${id}`} replace />;
  const registered = isTakenOver ? model : { documentStatus: model.documentStatus, documentDetails: model.documentDetails };
  const steps = stepsAfter(registered, actionFor(actions, 'feedback', 'feedback') !== undefined, format.money);
  const print = actionFor(actions, 'print-form', 'view');
  const { movement } = model.documentDetails;
  const over = isClosed(movement, model.documentStatus);
  const again = staff ? `${staffBase}/new` : `/eservice/triptic/${movement === 'I' ? 'inbound' : movement === 'E' ? 'outbound' : 'trip'}`;
  return (
    <QrPage
      title={t.qrTitle}
      qrUrl={`${tripPath(id)}/qr`}
      reference={model.serialReference.reference}
      status={model.documentStatus}
      statusLabel={statusLabels[model.documentStatus]}
      owner={model.vehicleNumber}
      facts={[model.documentDetails.name]}
      note={over ? undefined : t.qrNote}
      next={over ? [] : [...steps, t.keep]}
      download={print && { method: print.method, url: print.url }}
      downloadLabel={t.downloadForm}
      fileName={() => `${model.serialReference.reference}-print-form.pdf`}
      add={again}
      addLabel={t.another}
    >
      <ul className="govuk-list portal-no-print">
        <li>
          <Link className="govuk-link" to={`${base}/view/${id}`}>
            {text(staff ? t.openDocument : t.follow)}
          </Link>
        </li>
        <li>
          <Link className="govuk-link" to={`/eservice/triptic/validity/${id}`}>
            {text(t.seeValidity)}
          </Link>
        </li>
      </ul>
    </QrPage>
  );
}
