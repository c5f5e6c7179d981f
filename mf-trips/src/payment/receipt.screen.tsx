import type { Receipt } from '@portal/contract-kit';
import {
  Button,
  ButtonGroup,
  Card,
  lazyPart,
  PendingStaffPage,
  SimpleTable,
  StaffPage,
  SummaryList,
  Tag,
  useApi,
  useDocument,
  useDownload,
  useFormat,
  useParams,
  useText,
} from '@portal/web-kit';
import { useMemo } from 'react';
import { referenceApi } from './payment.api.ts';
import { p } from './texts.ts';

/** Lazy loaded: only users who may void the receipt need it. */
const Decision = lazyPart(() => import('./receipt-decision.tsx'));

const none: string[] = [];

/** Shows a receipt. It is opened from a document in a tab of its own, and anybody who has its address may see it. */
export default function ReceiptScreen() {
  const { id = '' } = useParams();
  const text = useText();
  const format = useFormat();
  const api = useApi(referenceApi);
  const file = useDownload(api);
  const loaded = useDocument<Receipt>('/v1/payment/receipt', id, undefined, referenceApi);
  const failed = file.failed ? text('errors.download') : '';
  const alerts = useMemo(() => (failed ? [failed] : none), [failed]);
  if (!loaded.data) return <PendingStaffPage title={p.receiptTitle} query={loaded} />;
  const { model, actions, blocked = [] } = loaded.data;
  const print = actions.find((action) => action.kind === 'download');
  const decides = blocked.length > 0 || actions.some((action) => action.kind !== 'download');
  return (
    <StaffPage title={model.voids ? p.counterReceipt : p.receiptTitle} caption={model.serialReference.reference} alerts={alerts} onDismissAlerts={file.dismiss}>
      <Card title={p.details}>
        <SummaryList
          rows={[
            { label: p.document, value: model.documentReference },
            { label: p.date, value: format.date(model.date) },
            { label: p.payer, value: model.payer },
            { label: p.total, value: <strong>{format.money(model.total, model.currencyCode)}</strong> },
            { label: p.method, value: model.methodName },
            ...(model.slip ? [{ label: p.slip, value: model.slip }] : []),
            ...(model.voids ? [{ label: p.voids, value: model.voids }] : []),
            ...(model.voidedBy ? [{ label: p.voidedBy, value: <Tag tone="red">{model.voidedBy}</Tag> }] : []),
            ...(model.comment ? [{ label: p.reason, value: model.comment }] : []),
            { label: p.receivedBy, value: model.cashier },
          ]}
        />
      </Card>
      <Card title={p.lines}>
        <SimpleTable
          caption={p.linesTable}
          captionHidden
          rows={model.lines}
          rowKey={(line) => line.code}
          columns={[
            { title: p.code, render: (line) => line.code },
            { title: p.fee, render: (line) => line.name },
            { title: p.amount, numeric: true, render: (line) => format.money(line.amount, model.currencyCode) },
          ]}
        />
      </Card>
      {print ? (
        <div className="portal-no-print">
          <ButtonGroup>
            <Button busy={file.busy} onClick={() => file.download({ method: print.method, url: print.url }, `${model.serialReference.reference}.pdf`)}>
              {text(p.download)}
            </Button>
          </ButtonGroup>
          <p className="govuk-hint" role="status">
            {file.preparing ? text(p.preparing) : ''}
          </p>
        </div>
      ) : null}
      {decides ? <Decision key={model.id} envelope={loaded.data} onReload={() => loaded.refetch()} /> : null}
    </StaffPage>
  );
}
