import { actionFor, Link, Navigate, PendingPage, QrPage, useFormat, useParams, useText } from '@portal/web-kit';
import { useEffect, useState } from 'react';
import { isInProcess, type LicenceStatus, statusLabels } from 'svc-licences/contract';
import { licencePath, publicBase, useLicence } from './licence.api.ts';
import { t } from './texts.ts';

/** The page after the application: its reference, the code, the form to print, and the link to the application. */
export default function LicenceQrScreen() {
  const { id = '' } = useParams();
  const text = useText();
  const format = useFormat();
  const loaded = useLicence(id);
  // The prerendered HTML is made before the fees of the application are known, so the first render leaves them out.
  const [isTakenOver, setTakenOver] = useState(false);
  useEffect(() => setTakenOver(true), []);
  if (!loaded.data) {
    return <PendingPage title={t.confirmation} back={publicBase} query={loaded} />;
  }
  const { model, actions } = loaded.data;
  // A draft has no reference and no code.
  if (!model.serialReference) return <Navigate to={`${publicBase}/view/${id}`} replace />;
  const due = isTakenOver ? (model.fees ?? []).reduce((sum, { status, amount = 0 }) => (status === 'PAID' ? sum : sum + amount), 0) : 0;
  const inProcess = isInProcess(model.documentStatus);
  // The office goes on once its question is answered.
  const steps = model.documentStatus === 'QUERIED' ? [t.queriedNext] : [...(due > 0 ? [t.nextFee(format.money(due, model.currencyCode))] : []), t.nextDecision];
  const print = actionFor(actions, 'print-form', 'view');
  return (
    <QrPage
      title={t.confirmation}
      qrUrl={`${licencePath(id)}/qr`}
      reference={model.serialReference.reference}
      status={model.documentStatus}
      caption={t.qrCaption}
      statusLabel={statusLabels[model.documentStatus as LicenceStatus]}
      owner={model.holderName}
      facts={[model.documentName]}
      note={inProcess ? t.confirmationNote : undefined}
      next={inProcess ? [...steps, t.keepAddress] : []}
      download={{ method: print?.method ?? 'GET', url: print?.url ?? `${licencePath(id)}/print-form` }}
      downloadLabel={t.downloadForm}
      fileName={() => 'form.pdf'}
      add={publicBase}
    >
      <p className="govuk-body">
        <Link className="govuk-link" to={`${publicBase}/view/${id}`}>
          {text(t.yourApplication)}
        </Link>
      </p>
    </QrPage>
  );
}
