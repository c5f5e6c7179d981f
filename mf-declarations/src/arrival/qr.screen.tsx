import { actionFor } from '@portal/web-kit';
import { laneOf } from 'svc-declarations/contract';
import { arrivals, declarationPath } from '../shared/declaration.api.ts';
import { DeclarationQr } from '../shared/declaration-qr.tsx';
import type { ArrivalEnvelope } from './arrival.api.ts';
import { t } from './texts.ts';

/** The page that the traveller shows on arrival: the code, the reference, the lane. */
export default function ArrivalQrScreen() {
  return (
    <DeclarationQr<ArrivalEnvelope['model']>
      of={arrivals}
      title={t.qrTitle}
      note={t.qrNote}
      changeAnswers={t.changeAnswers}
      next={t.qrNext}
      show={(model, actions, id) => {
        const print = actionFor(actions, 'print-form', 'view');
        return {
          date: model.arrivalDate,
          lane: model.lane ?? laneOf(model),
          download: { method: print?.method ?? 'GET', url: print?.url ?? `${declarationPath(arrivals, id)}/print-form` },
          fileName: () => `${model.serialReference.reference}.pdf`,
        };
      }}
    />
  );
}
