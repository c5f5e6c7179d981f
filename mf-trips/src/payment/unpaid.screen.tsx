import type { Unpaid } from '@portal/contract-kit';
import { RequireRole, useFormat } from '@portal/web-kit';
import { DocumentList, referenceDigits } from '@portal/web-kit/staff';
import { referenceApi } from './payment.api.ts';
import { p } from './texts.ts';
import { paymentOf } from './unpaid-rows.tsx';

const readers = ['payment-receipt-create', 'payment-receipt-read', 'payment-receipt-search'];

/** Lists all documents with an amount due now, newest first. */
export default function UnpaidScreen() {
  const format = useFormat();
  return (
    <RequireRole anyOf={readers}>
      <DocumentList<Unpaid>
        cases={false}
        title={p.unpaidTitle}
        api={referenceApi}
        search="/v1/payment/receipt/due"
        columns={[
          { field: 'reference', title: p.document, link: paymentOf, width: 17, sortBy: 'reference' },
          { field: 'payer', title: p.payer, width: 24, sortBy: 'payer' },
          { field: 'since', title: p.since, type: 'dateTime', sortBy: 'since' },
          { field: 'total', title: p.amountDue, sortBy: 'total', render: (row) => format.money(row.total, row.currencyCode) },
        ]}
        filters={[
          { field: 'reference', label: p.document, dataType: 'TEXT', operations: ['EQ', 'BEGINS'], type: 'text', leastDigits: referenceDigits },
          { field: 'payer', label: p.payer, dataType: 'TEXT', operations: ['CONTAINS', 'EQ'], type: 'text' },
          { field: 'since', label: p.since, dataType: 'DATE', operations: ['LTE', 'GTE', 'EQ'], type: 'date' },
        ]}
        readRoles={['payment-receipt-create']}
        searchRoles={readers}
        links={[
          { to: '/payment/receipt', label: p.cashierTitle, roles: ['payment-receipt-create'] },
          { to: '/account/receipt', label: p.receiptsTitle, roles: readers },
        ]}
        csvName="unpaid.csv"
        emptyText={p.unpaidNone}
      />
    </RequireRole>
  );
}
