import type { Shift } from '@portal/contract-kit';
import { minorOf } from '@portal/contract-kit';
import { asProblem, Button, Card, Link, type PageError, problemErrors, submitOnce, useApi, useFormat, useLanguage, useText } from '@portal/web-kit';
import { FormProvider, MoneyField, useForm } from '@portal/web-kit/forms';
import { type FormEvent, useState } from 'react';
import { referenceApi, type ShiftEnvelope, useOpenShift } from './payment.api.ts';
import { p } from './texts.ts';

/**
 * Shows the cashier's open shift: when it began and what the till should contain. If there is no open shift, it offers a form that opens one. @param short
 * shows a link instead of that form
 */
export function TillBar({ currency, short, onErrors }: { currency: string; short: boolean; onErrors(errors: PageError[]): void }) {
  const open = useOpenShift();
  const look = () => void open.refetch();
  if (open.data === undefined) return null;
  if (!open.data && short) return <NoShift />;
  return open.data ? <OpenShift shift={open.data} /> : <BeginShift currency={currency} onErrors={onErrors} onOpened={look} />;
}

/** One line that is shown while a payment is recorded without an open shift. */
function NoShift() {
  const text = useText();
  return (
    <p className="govuk-body pay-till">
      <strong>{text(p.noShift)}</strong>{' '}
      <Link className="govuk-link" to="/payment/receipt">
        {text(p.openShift)}
      </Link>
    </p>
  );
}

function OpenShift({ shift }: { shift: Shift }) {
  const text = useText();
  const format = useFormat();
  const sums = (shift.sums ?? []).map((sum) => `${sum.methodName} ${format.money(sum.expected, sum.currencyCode)}`);
  return (
    <p className="govuk-body pay-till">
      <strong>
        {text(p.shiftSince)} {format.shortDate(shift.createdAt)} {format.time(shift.createdAt)}
      </strong>
      {sums.length > 0 ? ` · ${text(p.expected)}: ${sums.join(', ')}` : ''} ·{' '}
      <Link className="govuk-link" to={`/payment/shift/${shift.id}`}>
        {text(p.closeShift)}
      </Link>
    </p>
  );
}

function BeginShift({ currency, onErrors, onOpened }: { currency: string; onErrors(errors: PageError[]): void; onOpened(): void }) {
  const text = useText();
  const { language } = useLanguage();
  const api = useApi(referenceApi);
  const form = useForm<{ float: number | string }>({ defaultValues: { float: '' } });
  const [busy, setBusy] = useState(false);
  const show = (errors: PageError[]) => {
    form.clearErrors();
    for (const { message } of errors) form.setError('float', { message });
    onErrors(errors.map((error) => ({ ...error, field: 'float' })));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const { float } = form.getValues();
    if (float !== '' && (typeof float !== 'number' || float < 0)) return show([{ code: 'INTEGER', message: text(p.floatInFigures) }]);
    setBusy(true);
    try {
      const floats = typeof float === 'number' && float > 0 ? [{ currencyCode: currency, amount: float }] : [];
      await submitOnce<ShiftEnvelope>(api, { scope: 'shift', url: '/v1/payment/shift/', body: { floats } });
      show([]);
      onOpened();
    } catch (error) {
      show(problemErrors(asProblem(error), language));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card title={p.noShift}>
      <p className="govuk-body">{text(p.noShiftMore)}</p>
      <FormProvider {...form}>
        <form noValidate onSubmit={submit} className="pay-line">
          <MoneyField name="float" label={p.float} currency={currency} minor={minorOf(currency)} width={5} required={false} />
          <Button type="submit" variant="secondary" busy={busy}>
            {text(p.openShift)}
          </Button>
        </form>
      </FormProvider>
    </Card>
  );
}
