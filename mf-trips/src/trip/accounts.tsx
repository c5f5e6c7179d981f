import { SimpleTable } from '@portal/web-kit';
import type { AccountRow, TripDocument } from 'svc-trips/contract';
import { t } from './texts.ts';

/** Lists the bank accounts to which the fees can be paid. */
export function Accounts({ trip }: { trip: Partial<TripDocument> }) {
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
