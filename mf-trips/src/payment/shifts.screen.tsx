import type { Shift } from '@portal/contract-kit';
import { RequireRole, Tag, useText } from '@portal/web-kit';
import { DocumentList } from '@portal/web-kit/staff';
import { referenceApi } from './payment.api.ts';
import { p } from './texts.ts';

const till = ['payment-receipt-create', 'payment-receipt-void', 'payment-receipt-supervise'];

/** Lists the shifts, newest first: all shifts for a supervisor, and the own shifts for a cashier. */
export default function ShiftsScreen() {
  const text = useText();
  return (
    <RequireRole anyOf={till}>
      <DocumentList<Shift>
        cases={false}
        title={p.shiftsTitle}
        api={referenceApi}
        search="/v1/payment/shift/search"
        columns={[
          { field: 'createdAt', title: p.opened, type: 'dateTime', link: (row) => `/payment/shift/${row.id}`, sortBy: 'createdAt' },
          { field: 'cashier', title: p.cashier, width: 20, sortBy: 'cashier' },
          { field: 'status', title: p.status, render: ({ status }) => <Tag tone={status === 'OPEN' ? 'blue' : 'grey'}>{text(p[status])}</Tag> },
          { field: 'closedAt', title: p.closed, type: 'dateTime' },
          {
            field: 'balanced',
            title: p.balanced,
            render: ({ balanced }) => (balanced ? <Tag tone={balanced === 'YES' ? 'green' : 'red'}>{text(balanced === 'YES' ? p.YES : p.NO)}</Tag> : ''),
          },
          { field: 'comment', title: p.comment, width: 24 },
        ]}
        filters={[
          { field: 'cashier', label: p.cashier, dataType: 'TEXT', operations: ['CONTAINS', 'EQ'], type: 'text' },
          { field: 'createdAt', label: p.opened, dataType: 'DATE', operations: ['EQ', 'GTE', 'LTE'], type: 'date' },
          {
            field: 'balanced',
            label: p.balanced,
            dataType: 'TEXT',
            operations: ['EQ'],
            type: 'select',
            records: (['YES', 'NO'] as const).map((code) => ({ code, name: text(p[code]) })),
          },
        ]}
        readRoles={till}
        searchRoles={till}
        csvName="shifts.csv"
      />
    </RequireRole>
  );
}
