import { SimpleTable } from '../components/content.tsx';
import { StatusTag } from '../components/tags.tsx';
import { useFormat } from '../language/format.ts';
import { useKitText } from '../language/i18n.ts';

/** Sums amounts in minor units. They are integers, so nothing is lost by rounding. */
export const totalOf = (fees: readonly { amount?: number | null }[]): number =>
  fees.reduce((sum, { amount }) => sum + (Number.isFinite(amount) ? (amount as number) : 0), 0);

export interface FeeEntry {
  code?: string;
  name?: string;
  /** The amount in minor units. */
  amount?: number | null;
  status?: string | null;
}

export interface FeesTableProps {
  fees?: readonly FeeEntry[] | null;
  currency?: string;
  minor?: number;
  /** Whether nothing more is to pay, because the document is closed. */
  nothingDue?: boolean;
}

/** A table of the fees of a document with their total. Amounts are in minor units of one currency. */
export function FeesTable({ fees, currency = 'USD', minor, nothingDue = false }: FeesTableProps) {
  const text = useKitText();
  const format = useFormat();
  const rows = fees ?? [];
  // A fee is paid or to pay. Nobody can pay a fee of zero.
  const isPayable = ({ amount, status }: FeeEntry): boolean => status === 'PAID' || (!nothingDue && (amount ?? 0) > 0);
  return (
    <SimpleTable
      caption={text('fees.title')}
      captionHidden
      empty={text('fees.empty')}
      rows={rows}
      rowKey={(fee, index) => `${fee.code ?? ''}:${index}`}
      columns={[
        { title: text('fees.code'), render: (fee) => fee.code },
        { title: text('fees.name'), render: (fee) => fee.name },
        { title: text('fees.status'), render: (fee) => (isPayable(fee) ? <StatusTag status={fee.status} /> : '–') },
        { title: text('fees.amount'), numeric: true, render: (fee) => format.money(fee.amount, currency, minor) },
      ]}
      footer={
        rows.length > 0 ? (
          <tr className="govuk-table__row">
            <th scope="row" colSpan={3} className="govuk-table__header">
              {text('fees.total')}
            </th>
            <td className="govuk-table__cell govuk-table__cell--numeric">
              <strong>{format.money(totalOf(rows), currency, minor)}</strong>
            </td>
          </tr>
        ) : undefined
      }
    />
  );
}
