import type { DocumentEnvelope, Receipt } from '@portal/contract-kit';
import { useApi, useNavigate } from '@portal/web-kit';
import { ActionPanel } from '@portal/web-kit/staff';
import { referenceApi } from './payment.api.ts';
import { p } from './texts.ts';

/** Form with which a second cashier voids a receipt. Afterwards the counter-receipt is opened. */
export default function ReceiptDecision({ envelope, onReload }: { envelope: DocumentEnvelope<Receipt>; onReload(): unknown }) {
  const api = useApi(referenceApi);
  const navigate = useNavigate();
  const actions = envelope.actions.filter(({ kind }) => kind !== 'download');
  return (
    <ActionPanel<Receipt>
      api={api}
      envelope={{ ...envelope, actions }}
      mode="view"
      confirm={{ void: p.voidAsk }}
      longestComment={1000}
      onReload={onReload}
      onDone={({ model }) => navigate(`/account/receipt/view/${encodeURIComponent(model.id)}`)}
    />
  );
}
