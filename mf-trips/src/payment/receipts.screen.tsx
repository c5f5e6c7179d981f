import type { Receipt } from '@portal/contract-kit';
import { RequireRole, Tag, useFormat, useText } from '@portal/web-kit';
import { DocumentList, nameLetters, referenceDigits, wordLetters } from '@portal/web-kit/staff';
import { referenceApi } from './payment.api.ts';
import { p } from './texts.ts';

const search = ['payment-receipt-search', 'payment-receipt-read'];

/** Lists all receipts, newest first. */
export default function ReceiptsScreen() {
  const format = useFormat();
  const text = useText();
  return (
    <RequireRole anyOf={search}>
      <DocumentList<Receipt>
        cases={false}
        title={p.receiptsTitle}
        api={referenceApi}
        search="/v1/payment/receipt/search"
        columns={[
          { field: 'serialReference.reference', title: p.receipt, width: 19, link: (row) => `/account/receipt/view/${row.id}` },
          { field: 'date', title: p.date, type: 'date' },
          { field: 'documentReference', title: p.document, width: 21 },
          { field: 'payer', title: p.payer, width: 18 },
          { field: 'total', title: p.total, width: 11, render: (row) => format.money(row.total, row.currencyCode) },
          { field: 'methodName', title: p.method, head: p.methodHead, width: 16 },
          {
            field: 'voidedBy',
            title: p.status,
            width: 15,
            render: ({ voids, voidedBy }) =>
              voids ? <Tag tone="amber">{text(p.counterReceipt)}</Tag> : voidedBy ? <Tag tone="red">{text(p.voided)}</Tag> : '',
          },
          { field: 'cashier', title: p.cashier, width: 15 },
        ]}
        filters={[
          { field: 'reference', label: p.receipt, dataType: 'TEXT', operations: ['EQ', 'BEGINS'], type: 'text', leastDigits: referenceDigits },
          { field: 'documentReference', label: p.document, dataType: 'TEXT', operations: ['EQ', 'BEGINS'], type: 'text', leastDigits: referenceDigits },
          { field: 'name', label: p.payer, dataType: 'TEXT', operations: ['CONTAINS'], type: 'text', leastLetters: wordLetters },
          { field: 'method', label: p.method, dataType: 'TEXT', operations: ['EQ'], type: 'select', catalogue: 'payment-methods' },
          { field: 'cashier', label: p.cashier, dataType: 'TEXT', operations: ['EQ', 'BEGINS'], type: 'text', leastLetters: nameLetters },
          { field: 'shiftId', label: p.shift, dataType: 'TEXT', operations: ['EQ'], type: 'text' },
          { field: 'date', label: p.date, dataType: 'DATE', operations: ['EQ'], type: 'date' },
        ]}
        readRoles={search}
        searchRoles={search}
        links={[
          { to: '/payment/receipt', label: p.cashierTitle, roles: ['payment-receipt-create'] },
          { to: '/payment/shifts', label: p.shiftsTitle, roles: ['payment-receipt-create', 'payment-receipt-supervise'] },
        ]}
        csvName="receipts.csv"
      />
    </RequireRole>
  );
}
