/** The tables of the trip form. */
import { SimpleTable, useText } from '@portal/web-kit';
import { CheckboxField, QuestionList } from '@portal/web-kit/forms';
import { FeesTable, RequirementTable } from '@portal/web-kit/staff';
import type { AccountRow, FeeRow, QuestionRow, RequirementRow, TripDocument } from 'svc-trips/contract';
import { requirementsConfirmable, type TripMode } from 'svc-trips/contract';
import { t } from './texts.ts';

type Trip = Partial<TripDocument>;

export const chosen = (trip: Trip): boolean => Boolean(trip.documentDetails?.code && trip.subDocumentDetails?.code);

function Note({ trip, none }: { trip: Trip; none: typeof t.noFees }) {
  return <p className="govuk-body">{useText()(chosen(trip) ? none : t.chooseFirst)}</p>;
}

export function Declarations({ trip, editable }: { trip: Trip; editable: boolean }) {
  const text = useText();
  const rows: QuestionRow[] = trip.questions ?? [];
  if (rows.length === 0) return <Note trip={trip} none={t.noneAsked} />;
  if (editable) return <QuestionList name="questions" legend={t.questions} />;
  return (
    <SimpleTable
      caption={t.answersTable}
      captionHidden
      rows={rows}
      rowKey={(row, index) => row.id ?? String(index)}
      columns={[
        { title: t.question, render: (row) => `${row.rank ?? ''}. ${row.description ?? ''}` },
        { title: t.answer, render: (row) => text(row.accepted ? t.yes : row.declined ? t.no : t.notAnswered) },
      ]}
    />
  );
}

/** The applicant says what is provided, the verifier confirms it, everyone else reads. */
export function Requirements({ trip, mode, editable }: { trip: Trip; mode: TripMode; editable: boolean }) {
  const text = useText();
  const rows: RequirementRow[] = trip.requirements ?? [];
  if (rows.length === 0) return <Note trip={trip} none={t.noneAsked} />;
  if (!editable) return <RequirementTable name="requirements" mode="read" rows={rows} />;
  if (requirementsConfirmable(mode)) return <RequirementTable name="requirements" mode="confirm" />;
  return (
    <>
      <p className="govuk-hint">{text(t.tickProvided)}</p>
      {rows.map((row, index) => (
        <CheckboxField key={row.id} name={`requirements.${index}.accepted`} label={row.description ?? ''} required={false} />
      ))}
    </>
  );
}

export function Fees({ trip }: { trip: Trip }) {
  const fees: FeeRow[] = trip.fees ?? [];
  if (fees.length === 0) return <Note trip={trip} none={t.noFees} />;
  return <FeesTable fees={fees} currency={fees[0]?.currencyCode ?? 'USD'} />;
}

export function Accounts({ trip }: { trip: Trip }) {
  const rows: AccountRow[] = trip.accounts ?? [];
  return (
    <SimpleTable
      caption={t.accountsTable}
      captionHidden
      empty={t.noAccounts}
      rows={rows}
      rowKey={(row, index) => row.id ?? String(index)}
      columns={[
        { title: { en: 'Bank Code', pt: 'Código do banco' }, render: (row) => row.bankCode },
        { title: { en: 'Bank Name', pt: 'Nome do banco' }, render: (row) => row.bankName },
        { title: { en: 'Account Number', pt: 'Número da conta' }, render: (row) => row.accountNumber },
      ]}
    />
  );
}
