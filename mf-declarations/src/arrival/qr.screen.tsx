import { actionFor, useParams } from '@portal/web-kit';
import { laneHelp } from 'svc-declarations/contract';
import { arrivals, declarationPath } from '../shared/declaration.api.ts';
import { DeclarationQr } from '../shared/declaration-qr.tsx';
import { DepartFrom } from '../shared/take-over.tsx';
import type { ArrivalEnvelope } from './arrival.api.ts';
import { t } from './texts.ts';

/** The page that the traveller presents on arrival: the code, the reference and the lane. */
export default function ArrivalQrScreen() {
  return (
    <DeclarationQr<ArrivalEnvelope['model']>
      kind={arrivals}
      title={t.qrTitle}
      changedTitle={t.qrChanged}
      note={t.qrNote}
      changeAnswers={t.changeAnswers}
      next={t.qrNext}
      show={(model, actions, id) => {
        const print = actionFor(actions, 'print-form', 'view');
        return {
          date: model.arrivalDate,
          lane: model.lane,
          laneHelp: laneHelp(model),
          status: model.documentStatus,
          download: { method: print?.method ?? 'GET', url: print?.url ?? `${declarationPath(arrivals, id)}/print-form` },
          fileName: () => `${model.serialReference.reference}.pdf`,
        };
      }}
    >
      <Leaving />
    </DeclarationQr>
  );
}

/** Link for the return journey. It starts a departure with the traveller's personal data filled in from this arrival. */
function Leaving() {
  const { id = '' } = useParams();
  return (
    <p className="govuk-body portal-no-print">
      <DepartFrom id={id} />
    </p>
  );
}
