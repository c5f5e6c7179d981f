import type { PrintLayout } from '@portal/contract-kit';
import type { ReceiptRow } from '../database/payment.entities.ts';
import { money } from './money.ts';

/** The printed receipt. */
export function receiptLayout(row: ReceiptRow, names: { portalName: string }): PrintLayout {
  return {
    page: 'form',
    language: 'en',
    issuer: names.portalName,
    title: 'Receipt',
    subtitle: 'Recibo',
    reference: row.reference,
    badge: { text: 'PAID', tone: 'good' },
    blocks: [
      {
        kind: 'section',
        title: 'Payment',
        rows: [
          { label: 'Receipt number', value: row.reference },
          { label: 'Date', value: row.date },
          { label: 'Received from', value: row.payer },
          { label: 'For document', value: row.documentReference },
          { label: 'Received by', value: row.cashier },
        ],
      },
      {
        kind: 'table',
        title: 'Fees',
        columns: [
          { title: 'Code', width: 2 },
          { title: 'Fee', width: 5 },
          { title: 'Amount', width: 2, align: 'right' },
        ],
        rows: row.lines.map((l) => [l.code, l.name, money(l.amount, row.currencyCode)]),
        total: ['', 'Total', money(row.total, row.currencyCode)],
      },
      { kind: 'signatures', lines: ['Cashier'] },
    ],
    footer: `${names.portalName} · ${row.reference}`,
  };
}
