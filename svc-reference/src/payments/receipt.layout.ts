import { formatAmount, formatDay, L, type Language, type PrintLayout, type Receipt, say } from '@portal/contract-kit';

const words = {
  title: L('Receipt', 'Recibo'),
  paid: L('PAID', 'PAGO'),
  payment: L('Payment', 'Pagamento'),
  number: L('Receipt number', 'Número do recibo'),
  date: L('Date', 'Data'),
  payer: L('Received from', 'Recebido de'),
  document: L('For document', 'Referente ao documento'),
  office: L('Received by', 'Recebido por'),
  fees: L('Fees', 'Taxas'),
  code: L('Code', 'Código'),
  fee: L('Fee', 'Taxa'),
  amount: L('Amount', 'Montante'),
  total: L('Total', 'Total'),
  counter: L('Counter-receipt', 'Contra-recibo'),
  voided: L('VOID', 'ANULADO'),
  voids: L('Voids receipt', 'Anula o recibo'),
  voidedBy: L('Voided by', 'Anulado por'),
  method: L('Paid by', 'Pago por'),
  slip: L('Slip', 'Talão'),
  signature: L('For the cashier’s office', 'Pela tesouraria'),
};

/**
 * Returns the layout of the printed receipt, entirely in one language.
 * @param receipt as the public sees it: with the office instead of the cashier
 */
export function receiptLayout(receipt: Receipt, language: Language, { portalName }: { portalName: string }): PrintLayout {
  const w = Object.fromEntries(Object.entries(words).map(([name, text]) => [name, say(text, language)])) as Record<keyof typeof words, string>;
  const { reference } = receipt.serialReference;
  return {
    page: 'form',
    language,
    issuer: portalName,
    title: receipt.voids ? w.counter : w.title,
    holder: receipt.payer,
    reference,
    badge: receipt.voids || receipt.voidedBy ? { text: w.voided, tone: 'bad' } : { text: w.paid, tone: 'good' },
    blocks: [
      {
        kind: 'section',
        title: w.payment,
        rows: [
          { label: w.number, value: reference },
          { label: w.date, value: formatDay(receipt.date, language) },
          { label: w.payer, value: receipt.payer },
          { label: w.document, value: receipt.documentReference },
          ...(receipt.voids ? [{ label: w.voids, value: receipt.voids }] : []),
          ...(receipt.voidedBy ? [{ label: w.voidedBy, value: receipt.voidedBy }] : []),
          { label: w.method, value: receipt.methodName },
          ...(receipt.slip ? [{ label: w.slip, value: receipt.slip }] : []),
          { label: w.office, value: receipt.cashier },
        ],
      },
      {
        kind: 'table',
        title: w.fees,
        columns: [
          { title: w.code, width: 2 },
          { title: w.fee, width: 5 },
          { title: w.amount, width: 2, align: 'right' },
        ],
        rows: receipt.lines.map((line) => [line.code, line.name, formatAmount(line.amount, receipt.currencyCode, language)]),
        total: ['', w.total, formatAmount(receipt.total, receipt.currencyCode, language)],
      },
      { kind: 'signatures', lines: [w.signature] },
    ],
    footer: `${portalName} · ${reference}`,
  };
}
