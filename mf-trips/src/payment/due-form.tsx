import type { DueInvoice, Receipt, SerialKey } from '@portal/contract-kit';
import { minorOf } from '@portal/contract-kit';
import {
  asProblem,
  Button,
  ButtonGroup,
  Card,
  type PageError,
  problemErrors,
  SimpleTable,
  submitOnce,
  useApi,
  useCatalogue,
  useFormat,
  useLanguage,
  useText,
} from '@portal/web-kit';
import { CheckboxField, FormProvider, MoneyField, RadiosField, TextField, useForm, useWatch } from '@portal/web-kit/forms';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type ReceiptEnvelope, referenceApi } from './payment.api.ts';
import { p } from './texts.ts';

const fields = ['total', 'payer', 'method', 'slip'] as const;
type Field = (typeof fields)[number];
interface Payment {
  total: number | string;
  payer: string;
  method: string;
  slip: string;
  printAtOnce: boolean;
}

const printKey = 'portal:till:print';
function printsAtOnce(): boolean {
  try {
    return localStorage.getItem(printKey) !== 'no';
  } catch {
    return true;
  }
}
function keepPrinting(wanted: boolean): void {
  try {
    localStorage.setItem(printKey, wanted ? 'yes' : 'no');
  } catch {
    // Without storage the choice applies to this payment only.
  }
}

interface DueFormProps {
  invoice: DueInvoice;
  serialKey: SerialKey;
  /** How many receipts the document has, with counter-receipts. */
  receipts: number;
  onErrors(errors: PageError[]): void;
  onRecorded(receipt: Receipt, print: boolean): void;
}

/** Form with the amount due filled in. The cashier confirms it and says how it was paid. */
export function DueForm({ invoice, serialKey, receipts, onErrors, onRecorded }: DueFormProps) {
  const text = useText();
  const format = useFormat();
  const { language } = useLanguage();
  const api = useApi(referenceApi);
  const methods = useCatalogue('payment-methods');
  const form = useForm<Payment>({ defaultValues: { total: invoice.total, payer: invoice.payer, method: 'CASH', slip: '', printAtOnce: printsAtOnce() } });
  const method = useWatch({ control: form.control, name: 'method' });
  const [busy, setBusy] = useState(false);
  const minor = minorOf(invoice.currencyCode);
  const hasSlip = methods.records.find(({ code }) => code === method)?.slip === true;
  const box = useRef<HTMLFormElement>(null);
  // The amount is filled in and selected: Enter records it, and typing replaces it.
  useEffect(() => {
    const amount = box.current?.querySelector<HTMLInputElement>('input[name="total"]');
    amount?.focus();
    amount?.select();
  }, []);

  const show = (errors: PageError[]) => {
    form.clearErrors();
    for (const { field, message } of errors) if (fields.includes(field as Field)) form.setError(field as Field, { message });
    onErrors(errors);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const { total, payer, slip, printAtOnce } = form.getValues();
    if (total === '') return show([{ field: 'total', code: 'REQUIRED', message: text(p.enterReceived) }]);
    // A text that is not an amount stays in the field as it was typed.
    if (typeof total !== 'number') return show([{ field: 'total', code: 'INTEGER', message: text(p.receivedInFigures) }]);
    setBusy(true);
    try {
      const answer = await submitOnce<ReceiptEnvelope>(api, {
        // The number of receipts tells a repeated payment from one that is made after the receipt was voided.
        scope: `receipt-${invoice.documentId}-${receipts}`,
        url: '/v1/payment/receipt/',
        body: { ...serialKey, total, payer, currencyCode: invoice.currencyCode, method: form.getValues('method'), ...(hasSlip ? { slip } : {}) },
      });
      keepPrinting(printAtOnce);
      show([]);
      onRecorded(answer.model, printAtOnce);
    } catch (error) {
      show(problemErrors(asProblem(error), language));
    } finally {
      setBusy(false);
    }
  };
  const due = invoice.lines.filter((line) => line.status === 'DUE');
  const money = (amount: number) => format.money(amount, invoice.currencyCode, minor);
  return (
    <Card title={p.due}>
      <p className="govuk-body">
        <strong>{invoice.reference}</strong> · {invoice.payer} · {text(p.total)}: <strong>{money(invoice.total)}</strong>
      </p>
      <SimpleTable
        caption={p.dueTable}
        captionHidden
        rows={due}
        rowKey={(line) => line.code}
        columns={[
          { title: p.code, render: (line) => line.code },
          { title: p.fee, render: (line) => line.name },
          { title: p.amount, numeric: true, render: (line) => money(line.amount) },
        ]}
      />
      <FormProvider {...form}>
        <form noValidate onSubmit={submit} ref={box}>
          <div className="pay-how">
            <MoneyField name="total" label={p.received} hint={p.receivedHint} currency={invoice.currencyCode} minor={minor} width={5} />
            <RadiosField name="method" label={p.method} records={methods.records} listState={methods} inline />
          </div>
          {hasSlip ? <TextField name="slip" label={p.slip} hint={p.slipHint} upperCase maxLength={70} width={20} /> : null}
          <TextField name="payer" label={p.payer} maxLength={200} required={false} width={20} />
          <CheckboxField name="printAtOnce" label={p.printAtOnce} required={false} />
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
