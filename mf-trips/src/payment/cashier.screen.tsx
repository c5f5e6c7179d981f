import type { Receipt } from '@portal/contract-kit';
import {
  asProblem,
  Button,
  ButtonGroup,
  ButtonLink,
  Card,
  fetchPrepared,
  NotificationBanner,
  type PageError,
  problemErrors,
  RequireRole,
  SimpleTable,
  StaffPage,
  Tag,
  useApi,
  useFormat,
  useLanguage,
  useQueryClient,
  useSearchParams,
  useText,
} from '@portal/web-kit';
import { FormProvider, TextField, useForm } from '@portal/web-kit/forms';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { DueForm } from './due-form.tsx';
import './payment.scss';
import { type DocumentPayments, partsOf, paymentsOf, printPdf, referenceApi } from './payment.api.ts';
import { p } from './texts.ts';
import { TillBar } from './till-bar.tsx';
import { UnpaidRows } from './unpaid-rows.tsx';

/** Screen on which a cashier records a payment for the amount that is due for a document. */
export default function CashierScreen() {
  return (
    <RequireRole anyOf={['payment-receipt-create']}>
      <Cashier />
    </RequireRole>
  );
}

function Cashier() {
  const text = useText();
  const { language } = useLanguage();
  const api = useApi(referenceApi);
  const print = usePrint();
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams();
  const asked = params.get('reference') ?? '';
  const form = useForm({ defaultValues: { reference: asked } });
  const [errors, setErrors] = useState<PageError[]>([]);
  const [found, setFound] = useState<DocumentPayments>();
  /** What was done last: a receipt that was recorded, or a shift that was opened. */
  const [done, setDone] = useState<Receipt | 'opened'>();
  const [busy, setBusy] = useState(false);
  /** Name of the payer whose unpaid documents are listed. Payers rarely know the reference. */
  const [payer, setPayer] = useState('');

  // Only the answer for the reference that was asked for last is shown: an earlier answer may come later.
  const asking = useRef(0);
  const look = async (reference: string) => {
    const turn = ++asking.current;
    form.clearErrors();
    setErrors([]);
    setFound(undefined);
    setPayer('');
    if (reference && !partsOf(reference)) return setPayer(reference);
    setBusy(true);
    try {
      const answer = await paymentsOf(api, reference);
      if (turn !== asking.current) return;
      setFound(answer);
      if (answer) return;
      const message = text(p.badReference);
      form.setError('reference', { message });
      setErrors([{ field: 'reference', code: 'CHOICE', message }]);
    } catch (error) {
      // Show only the first error of the service.
      if (turn === asking.current) setErrors(problemErrors(asProblem(error), language).slice(0, 1));
    } finally {
      if (turn === asking.current) setBusy(false);
    }
  };
  const forget = () => {
    asking.current++;
    setBusy(false);
    setFound(undefined);
  };
  // A row in the list of unpaid documents opens this page with its reference in the address.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked up once for each address
  useEffect(() => {
    if (!asked) return forget();
    form.setValue('reference', asked);
    setDone(undefined);
    void look(asked);
  }, [asked]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setDone(undefined);
    const reference = form.getValues('reference').trim();
    if (reference !== asked && partsOf(reference)) return setParams({ reference });
    // Remove the old reference from the address. Otherwise a row with the same reference would not change the address, and nothing would be looked up.
    if (asked && reference !== asked) setParams({}, { replace: true });
    void look(reference);
  };
  const onRecorded = (receipt: Receipt, atOnce: boolean) => {
    setDone(receipt);
    void queries.invalidateQueries();
    // Prepare the till for the next payment and show the list of unpaid documents again.
    form.setValue('reference', '');
    forget();
    setParams({}, { replace: true });
    if (atOnce) void print.run(receipt);
  };

  const recorded = done === 'opened' ? undefined : done;
  return (
    <StaffPage
      title={p.cashierTitle}
      errors={errors}
      actions={
        <ButtonGroup>
          <ButtonLink to="/payment/due" variant="secondary" small>
            {text(p.unpaidTitle)}
          </ButtonLink>
          <ButtonLink to="/payment/shifts" variant="secondary" small>
            {text(p.shiftsTitle)}
          </ButtonLink>
        </ButtonGroup>
      }
    >
      <TillBar short={Boolean(found)} onErrors={setErrors} onOpened={() => setDone('opened')} />
      {done === 'opened' ? (
        <NotificationBanner tone="success" focus>
          <p className="govuk-notification-banner__heading">{text(p.shiftOpened)}</p>
        </NotificationBanner>
      ) : null}
      {recorded ? (
        <NotificationBanner tone="success" focus>
          <p className="govuk-notification-banner__heading">
            {text(p.recorded)}: {recorded.serialReference.reference}
          </p>
          <p className="govuk-body">{text(p.recordedMore)}</p>
          {print.state === 'idle' ? null : (
            <p className="govuk-body" role="status">
              {text(print.state === 'failed' ? p.printFailed : p.printing)}
            </p>
          )}
          <p className="govuk-body">
            <OpenReceipt id={recorded.id} />
          </p>
          <Button variant="secondary" small onClick={() => print.run(recorded)}>
            {text(p.printAgain)}
          </Button>
        </NotificationBanner>
      ) : null}
      <FormProvider {...form}>
        <form noValidate onSubmit={submit} className="pay-line">
          <TextField name="reference" label={p.reference} hint={p.referenceHint} maxLength={70} width={20} />
          <Button type="submit" busy={busy}>
            {text(p.find)}
          </Button>
        </form>
      </FormProvider>
      {found?.due ? (
        <DueForm
          key={found.due.documentId + found.due.total}
          invoice={found.due}
          serialKey={found.key}
          receipts={found.receipts.length}
          onErrors={setErrors}
          onRecorded={onRecorded}
        />
      ) : null}
      {found && !found.due ? (
        <Card title={p.due}>
          <p className="govuk-body govuk-!-font-weight-bold">{text(p.nothingDue)}</p>
          <p className="govuk-body">{text(p.nothingDueMore)}</p>
        </Card>
      ) : null}
      {found ? (
        <Card title={p.receipts}>
          <ReceiptRows receipts={found.receipts} />
        </Card>
      ) : (
        <UnpaidRows payer={payer} />
      )}
    </StaffPage>
  );
}

/** Prints a receipt as soon as the service has generated it. */
function usePrint() {
  const api = useApi(referenceApi);
  const [state, setState] = useState<'idle' | 'printing' | 'failed'>('idle');
  const run = async ({ id }: Receipt) => {
    setState('printing');
    try {
      printPdf(await fetchPrepared(api, { url: `/v1/payment/receipt/${encodeURIComponent(id)}/print-form` }));
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  return { run, state };
}

function OpenReceipt({ id }: { id: string }) {
  const text = useText();
  return (
    <a className="govuk-link" href={`/account/receipt/view/${encodeURIComponent(id)}`} target="_blank" rel="noopener noreferrer">
      {text(p.openReceipt)}
    </a>
  );
}

function ReceiptStanding({ receipt: { voids, voidedBy } }: { receipt: Receipt }) {
  const text = useText();
  if (voids) return <Tag tone="amber">{text(p.counterReceipt)}</Tag>;
  return voidedBy ? <Tag tone="red">{text(p.voided)}</Tag> : null;
}

function ReceiptRows({ receipts }: { receipts: readonly Receipt[] }) {
  const format = useFormat();
  return (
    <SimpleTable
      caption={p.receiptsTable}
      captionHidden
      empty={p.noReceipts}
      rows={receipts}
      rowKey={(row) => row.id}
      columns={[
        {
          title: p.receipt,
          render: (row) => (
            <a className="govuk-link" href={`/account/receipt/view/${encodeURIComponent(row.id)}`} target="_blank" rel="noopener noreferrer">
              {row.serialReference.reference}
            </a>
          ),
        },
        { title: p.date, render: (row) => format.date(row.date) },
        { title: p.payer, render: (row) => row.payer },
        { title: p.method, render: (row) => row.methodName },
        { title: p.status, render: (row) => <ReceiptStanding receipt={row} /> },
        { title: p.total, numeric: true, render: (row) => format.money(row.total, row.currencyCode) },
      ]}
    />
  );
}
