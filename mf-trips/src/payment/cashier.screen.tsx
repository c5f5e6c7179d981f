import type { CatalogueRecord, DueInvoice, ListResult } from '@portal/contract-kit';
import {
  asProblem,
  Button,
  ButtonGroup,
  Card,
  eq,
  NotificationBanner,
  type PageError,
  problemErrors,
  RequireRole,
  SimpleTable,
  StaffPage,
  SummaryList,
  submitOnce,
  useApi,
  useFormat,
  useLanguage,
  useText,
} from '@portal/web-kit';
import { FormProvider, MoneyField, TextField, useForm } from '@portal/web-kit/forms';
import { type FormEvent, useState } from 'react';
import { partsOf, type Receipt, type ReceiptEnvelope, receiptPath, referenceApi, type SerialKey } from './payment.api.ts';
import { p } from './texts.ts';

interface Found {
  key: SerialKey;
  due?: DueInvoice;
  receipts: Receipt[];
}

/** The cashier records a payment for the amount that a document has to pay now. */
export default function CashierScreen() {
  return (
    <RequireRole anyOf={['payment-receipt-create']}>
      <Cashier />
    </RequireRole>
  );
}

/** A reference does not contain its series. The series of a trip is its movement; all other documents are in series A. */
function useFind() {
  const api = useApi(referenceApi);
  return async (reference: string): Promise<Found | undefined> => {
    const parts = partsOf(reference);
    if (!parts) return undefined;
    const { records } = await api.get<ListResult<CatalogueRecord>>('/v1/catalogue/documents/search', {
      query: { q: { criteria: [eq('code', parts.documentCode)], paging: { page: 1, size: 1 } } },
    });
    const key: SerialKey = { ...parts, serial: records[0]?.binder === 'TRIPTIC' ? String(records[0].movement) : 'A' };
    const [due, receipts] = await Promise.all([
      api.get<ListResult<DueInvoice>>(`${receiptPath(key)}/searchDocumentToPay`),
      api.get<ListResult<Receipt>>(`${receiptPath(key)}/searchReceiptDetails`),
    ]);
    return { key, due: due.records[0], receipts: receipts.records };
  };
}

function Cashier() {
  const text = useText();
  const { language } = useLanguage();
  const find = useFind();
  const form = useForm({ defaultValues: { reference: '' } });
  const [errors, setErrors] = useState<PageError[]>([]);
  const [found, setFound] = useState<Found>();
  const [recorded, setRecorded] = useState<Receipt>();
  const [busy, setBusy] = useState(false);

  const look = async (reference: string) => {
    form.clearErrors();
    setErrors([]);
    setFound(undefined);
    setBusy(true);
    try {
      const answer = await find(reference);
      setFound(answer);
      if (answer) return;
      const message = text(p.badReference);
      form.setError('reference', { message });
      setErrors([{ field: 'reference', code: 'CHOICE', message }]);
    } catch (error) {
      // Show only the first error of the server.
      setErrors(problemErrors(asProblem(error), language).slice(0, 1));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRecorded(undefined);
    void look(form.getValues('reference'));
  };

  return (
    <StaffPage title={p.cashierTitle} errors={errors}>
      <p className="govuk-body">{text(p.cashierIntro)}</p>
      {recorded ? (
        <NotificationBanner tone="success" focus>
          <p className="govuk-notification-banner__heading">
            {text(p.recorded)}: {recorded.serialReference.reference}
          </p>
          <p className="govuk-body">{text(p.recordedMore)}</p>
          <OpenReceipt id={recorded.id} />
        </NotificationBanner>
      ) : null}
      <FormProvider {...form}>
        <form noValidate onSubmit={submit}>
          <TextField name="reference" label={p.reference} hint={p.referenceHint} upperCase maxLength={70} width={20} />
          <ButtonGroup>
            <Button type="submit" busy={busy}>
              {text(p.find)}
            </Button>
          </ButtonGroup>
        </form>
      </FormProvider>
      {found?.due ? (
        <DueForm
          key={found.due.documentId + found.due.total}
          invoice={found.due}
          serialKey={found.key}
          onErrors={setErrors}
          onRecorded={(receipt) => {
            setRecorded(receipt);
            void look(form.getValues('reference'));
          }}
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
      ) : null}
    </StaffPage>
  );
}

function OpenReceipt({ id }: { id: string }) {
  const text = useText();
  return (
    <a className="govuk-link" href={`/account/receipt/view/${encodeURIComponent(id)}`} target="_blank" rel="noopener noreferrer">
      {text(p.openReceipt)}
    </a>
  );
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
        { title: p.total, numeric: true, render: (row) => format.money(row.total, row.currencyCode) },
      ]}
    />
  );
}

interface DueFormProps {
  invoice: DueInvoice;
  serialKey: SerialKey;
  onErrors(errors: PageError[]): void;
  onRecorded(receipt: Receipt): void;
}

function DueForm({ invoice, serialKey, onErrors, onRecorded }: DueFormProps) {
  const text = useText();
  const format = useFormat();
  const { language } = useLanguage();
  const api = useApi(referenceApi);
  const form = useForm<{ total: number | string; payer: string }>({ defaultValues: { total: '', payer: invoice.payer } });
  const [busy, setBusy] = useState(false);
  const show = (errors: PageError[]) => {
    form.clearErrors();
    for (const { field, message } of errors) if (field === 'total' || field === 'payer') form.setError(field, { message });
    onErrors(errors);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const { total, payer } = form.getValues();
    if (total === '') return show([{ field: 'total', code: 'REQUIRED', message: text(p.enterReceived) }]);
    // A text that is not an amount stays in the field as typed.
    if (typeof total !== 'number') return show([{ field: 'total', code: 'INTEGER', message: text(p.receivedInFigures) }]);
    setBusy(true);
    try {
      const answer = await submitOnce<ReceiptEnvelope>(api, {
        scope: `receipt-${invoice.documentId}`,
        url: '/v1/payment/receipt/',
        body: { ...serialKey, total, payer, currencyCode: invoice.currencyCode },
      });
      show([]);
      onRecorded(answer.model);
    } catch (error) {
      show(problemErrors(asProblem(error), language));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card title={p.due}>
      <SummaryList
        compact
        rows={[
          { label: p.document, value: invoice.reference },
          { label: p.payer, value: invoice.payer },
          { label: p.total, value: <strong>{format.money(invoice.total, invoice.currencyCode)}</strong> },
        ]}
      />
      <SimpleTable
        caption={p.dueTable}
        captionHidden
        rows={invoice.lines.filter((line) => line.status === 'DUE')}
        rowKey={(line) => line.code}
        columns={[
          { title: p.code, render: (line) => line.code },
          { title: p.fee, render: (line) => line.name },
          { title: p.amount, numeric: true, render: (line) => format.money(line.amount, invoice.currencyCode) },
        ]}
      />
      <FormProvider {...form}>
        <form noValidate onSubmit={submit}>
          <MoneyField name="total" label={p.received} hint={p.receivedHint} currency={invoice.currencyCode} minor={2} width={5} />
          <TextField name="payer" label={p.payer} maxLength={200} required={false} />
          <ButtonGroup>
            <Button type="submit" busy={busy}>
              {text(p.record)}
            </Button>
          </ButtonGroup>
        </form>
      </FormProvider>
    </Card>
  );
}
