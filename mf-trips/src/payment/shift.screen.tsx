import type { Shift } from '@portal/contract-kit';
import { minorOf } from '@portal/contract-kit';
import {
  asProblem,
  Button,
  ButtonGroup,
  Card,
  Link,
  NotificationBanner,
  type PageError,
  PendingStaffPage,
  problemErrors,
  RequireRole,
  SimpleTable,
  StaffPage,
  SummaryList,
  submitOnce,
  Tag,
  useApi,
  useDocument,
  useFormat,
  useLanguage,
  useParams,
  useText,
} from '@portal/web-kit';
import { FormProvider, MoneyField, TextareaField, useForm, useWatch } from '@portal/web-kit/forms';
import { type FormEvent, useState } from 'react';
import { referenceApi, type ShiftEnvelope } from './payment.api.ts';
import { p } from './texts.ts';

const till = ['payment-receipt-create', 'payment-receipt-void', 'payment-receipt-supervise'];

/** Shows a shift: what the till should contain, how the shift is closed, and what was counted. */
export default function ShiftScreen() {
  return (
    <RequireRole anyOf={till}>
      <ShiftPage />
    </RequireRole>
  );
}

function ShiftPage() {
  const { id = '' } = useParams();
  const text = useText();
  const format = useFormat();
  const loaded = useDocument<Shift>('/v1/payment/shift', id, undefined, referenceApi);
  const [errors, setErrors] = useState<PageError[]>([]);
  const [closed, setClosed] = useState<Shift>();
  const shift = closed ?? loaded.data?.model;
  if (!shift) return <PendingStaffPage title={p.shiftTitle} query={loaded} />;
  const receipts = { criteria: [{ operation: 'EQ', fieldName: 'shiftId', values: [shift.id] }], page: 1 };
  const at = (time?: string) => (time ? `${format.shortDate(time)} ${format.time(time)}` : '');
  return (
    <StaffPage title={p.shiftTitle} caption={shift.cashier} errors={errors}>
      {closed ? (
        <NotificationBanner tone="success" focus>
          <p className="govuk-notification-banner__heading">{text(p.shiftClosed)}</p>
        </NotificationBanner>
      ) : null}
      <Card title={p.shift}>
        <SummaryList
          compact
          rows={[
            { label: p.cashier, value: shift.cashier },
            { label: p.status, value: <Tag tone={shift.status === 'OPEN' ? 'blue' : 'grey'}>{text(p[shift.status])}</Tag> },
            { label: p.opened, value: shift.automatic ? `${at(shift.createdAt)} – ${text(p.automatic)}` : at(shift.createdAt) },
            ...(shift.closedAt ? [{ label: p.closed, value: at(shift.closedAt) }] : []),
            ...(shift.comment ? [{ label: p.comment, value: shift.comment }] : []),
          ]}
        />
        <p className="govuk-body">
          <Link className="govuk-link" to={`/account/receipt?q=${encodeURIComponent(JSON.stringify(receipts))}`}>
            {text(p.shiftReceipts)}
          </Link>
        </p>
      </Card>
      {shift.counts ? (
        <Counts counts={shift.counts} />
      ) : (
        <Closing
          shift={shift}
          onErrors={setErrors}
          onClosed={(next) => {
            setClosed(next);
            void loaded.refetch();
          }}
        />
      )}
    </StaffPage>
  );
}

function Counts({ counts }: { counts: NonNullable<Shift['counts']> }) {
  const money = useMoney();
  return (
    <Card title={p.counts}>
      <SimpleTable
        caption={p.countsTable}
        captionHidden
        rows={counts}
        rowKey={keyOf}
        columns={[
          { title: p.method, render: (count) => `${count.methodName}, ${count.currencyCode}` },
          { title: p.expected, numeric: true, render: (count) => money(count.expected, count.currencyCode) },
          { title: p.counted, numeric: true, render: (count) => money(count.amount, count.currencyCode) },
          { title: p.difference, numeric: true, render: (count) => <strong>{money(count.difference, count.currencyCode)}</strong> },
        ]}
      />
    </Card>
  );
}

/** Returns the key of a sum, which is part of the name of its field. A form would read a dot of the code as a step into an object; no code has a slash. */
const keyOf = ({ method, currencyCode }: { method: string; currencyCode: string }): string => `${method.replaceAll('.', '/')}-${currencyCode}`;

function useMoney() {
  const format = useFormat();
  return (amount: number, currency: string) => format.money(amount, currency);
}

interface Entered {
  counted: Record<string, number | string>;
  comment: string;
}

function Closing({ shift, onErrors, onClosed }: { shift: Shift; onErrors(errors: PageError[]): void; onClosed(shift: Shift): void }) {
  const text = useText();
  const money = useMoney();
  const { language } = useLanguage();
  const api = useApi(referenceApi);
  const sums = shift.sums ?? [];
  const hasSeveralCurrencies = new Set(sums.map(({ currencyCode }) => currencyCode)).size > 1;
  const form = useForm<Entered>({ defaultValues: { counted: Object.fromEntries(sums.map((sum) => [keyOf(sum), ''])), comment: '' } });
  const counted = useWatch({ control: form.control, name: 'counted' });
  const [busy, setBusy] = useState(false);
  const show = (errors: PageError[]) => {
    form.clearErrors();
    for (const { field, message } of errors) if (field) form.setError(field as 'comment', { message });
    onErrors(errors);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const { counted: given, comment } = form.getValues();
    const wrong = sums.flatMap((sum): PageError[] => {
      const value = given[keyOf(sum)];
      if (typeof value === 'number') return [];
      return [{ field: `counted.${keyOf(sum)}`, code: 'REQUIRED', message: text(value === '' ? p.countEach : p.countInFigures) }];
    });
    if (wrong.length > 0) return show(wrong);
    setBusy(true);
    try {
      const amounts = sums.map((sum) => ({ method: sum.method, currencyCode: sum.currencyCode, amount: given[keyOf(sum)] }));
      const answer = await submitOnce<ShiftEnvelope>(api, {
        scope: `close-${shift.id}`,
        url: `/v1/payment/shift/${shift.id}/actions/close`,
        body: { version: shift.version, counted: amounts, ...(comment.trim() ? { comment: comment.trim() } : {}) },
      });
      show([]);
      onClosed(answer.model);
    } catch (error) {
      show(problemErrors(asProblem(error), language));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card title={p.closeShift}>
      {sums.length === 0 ? <p className="govuk-body">{text(p.nothingReceived)}</p> : null}
      <FormProvider {...form}>
        <form noValidate onSubmit={submit}>
          {sums.length > 0 ? (
            <SimpleTable
              caption={p.sums}
              rows={sums}
              rowKey={keyOf}
              columns={[
                { title: p.method, render: (sum) => `${sum.methodName}, ${sum.currencyCode}` },
                { title: p.receiptsCount, numeric: true, render: (sum) => sum.receipts },
                { title: p.float, numeric: true, render: (sum) => money(sum.float, sum.currencyCode) },
                { title: p.receivedSum, numeric: true, render: (sum) => money(sum.received, sum.currencyCode) },
                { title: p.expected, numeric: true, render: (sum) => <strong>{money(sum.expected, sum.currencyCode)}</strong> },
                {
                  title: p.difference,
                  numeric: true,
                  render: (sum) => {
                    const value = counted[keyOf(sum)];
                    return typeof value === 'number' ? money(value - sum.expected, sum.currencyCode) : '–';
                  },
                },
              ]}
            />
          ) : null}
          <div className="pay-line">
            {sums.map((sum) => (
              <MoneyField
                key={keyOf(sum)}
                name={`counted.${keyOf(sum)}`}
                label={`${text(p.counted)}: ${sum.methodName}${hasSeveralCurrencies ? `, ${sum.currencyCode}` : ''}`}
                currency={sum.currencyCode}
                minor={minorOf(sum.currencyCode)}
                width={5}
              />
            ))}
          </div>
          <TextareaField name="comment" label={p.comment} hint={p.commentHint} required={false} maxLength={1000} rows={2} />
          <ButtonGroup>
            <Button type="submit" busy={busy}>
              {text(p.closeShift)}
            </Button>
          </ButtonGroup>
        </form>
      </FormProvider>
    </Card>
  );
}
