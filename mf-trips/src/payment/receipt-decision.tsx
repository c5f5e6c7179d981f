import type { DocumentEnvelope } from '@portal/contract-kit';
import { useApi, useNavigate } from '@portal/web-kit';
import { ActionPanel } from '@portal/web-kit/staff';
import { type Receipt, referenceApi } from './payment.api.ts';
import { p } from './texts.ts';

/** What a second person may do with a receipt: void it. The counter-receipt opens. */
export default function ReceiptDecision({ envelope, onReload }: { envelope: DocumentEnvelope<Receipt>; onReload(): unknown }) {
  const api = useApi(referenceApi);
  const navigate = useNavigate();
  const actions = envelope.actions.filter(({ kind }) => kind !== 'download');
  return (
    <ActionPanel<Receipt>
      api={api}
      envelope={{ ...envelope, actions }}
      mode="view"
      submitted
      confirm={{ void: p.voidAsk }}
      onReload={onReload}
      onDone={({ model }) => navigate(`/account/receipt/view/${encodeURIComponent(model.id)}`)}
    />
  );
}
