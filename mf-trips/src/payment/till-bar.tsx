import type { Money, Shift } from '@portal/contract-kit';
import { minorOf } from '@portal/contract-kit';
import {
  asProblem,
  Button,
  Card,
  FailurePanel,
  Link,
  type PageError,
  problemErrors,
  useApi,
  useCatalogue,
  useFormat,
  useLanguage,
  useText,
} from '@portal/web-kit';
import { FormProvider, MoneyField, useForm } from '@portal/web-kit/forms';
import { type FormEvent, useState } from 'react';
import { openShift, referenceApi, useOpenShift } from './payment.api.ts';
import { p } from './texts.ts';

/**
 * Shows the cashier's open shift: when it began and what the till should contain. If there is no open shift, it offers a form that opens one. @param short
 * shows a link instead of that form
 */
export function TillBar({ short, onErrors, onOpened }: { short: boolean; onErrors(errors: PageError[]): void; onOpened(): void }) {
  const open = useOpenShift();
  const opened = () => {
    onOpened();
    void open.refetch();
  };
  if (open.data === undefined) return null;
  if (!open.data && short) return <NoShift />;
  return open.data ? <OpenShift shift={open.data} /> : <BeginShift onErrors={onErrors} onOpened={opened} />;
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

interface BeginProps {
  onErrors(errors: PageError[]): void;
  onOpened(): void;
}

/** The form that opens a shift, with a float in each currency of the fees. */
function BeginShift(props: BeginProps) {
  const fees = useCatalogue('fees');
  if (fees.problem && fees.records.length === 0) return <FailurePanel problem={fees.problem} retry={fees.retry} />;
  if (fees.loading) return null;
  const currencies = [...new Set(fees.records.map(({ currencyCode }) => String(currencyCode)))];
  return <FloatForm {...props} currencies={currencies.length > 0 ? currencies : ['USD']} />;
}

function FloatForm({ currencies, onErrors, onOpened }: BeginProps & { currencies: readonly string[] }) {
  const text = useText();
  const { language } = useLanguage();
  const api = useApi(referenceApi);
  const form = useForm<{ floats: Record<string, number | string> }>({ defaultValues: { floats: Object.fromEntries(currencies.map((code) => [code, ''])) } });
  const [busy, setBusy] = useState(false);
  const show = (errors: PageError[]) => {
    form.clearErrors();
    for (const { field, message } of errors) if (field) form.setError(field as 'floats', { message });
    onErrors(errors);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const entered = currencies.map((currencyCode) => ({ currencyCode, amount: form.getValues('floats')[currencyCode] || 0 }));
    const wrong = entered.filter(({ amount }) => typeof amount !== 'number' || amount < 0);
    if (wrong.length > 0) return show(wrong.map((each) => ({ field: `floats.${each.currencyCode}`, code: 'INTEGER', message: text(p.floatInFigures) })));
    setBusy(true);
    try {
      const isFloat = (each: { currencyCode: string; amount: unknown }): each is Money => each.amount !== 0;
      await openShift(api, entered.filter(isFloat));
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
          {currencies.map((code) => (
            <MoneyField
              key={code}
              name={`floats.${code}`}
              label={currencies.length > 1 ? `${text(p.float)}, ${code}` : p.float}
              currency={code}
              minor={minorOf(code)}
              width={5}
              required={false}
            />
          ))}
          <Button type="submit" variant="secondary" busy={busy}>
            {text(p.openShift)}
          </Button>
        </form>
      </FormProvider>
    </Card>
  );
}
