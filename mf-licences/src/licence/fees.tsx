import { SimpleTable, StatusTag, useFormat, useText } from '@portal/web-kit';
import type { LicenceFee } from 'svc-licences/contract';
import { t } from './texts.ts';

/** All fees of the catalogue, with their total. */
export function Fees({ fees, currency = 'USD', chosen }: { fees: readonly LicenceFee[]; currency?: string; chosen: boolean }) {
  const text = useText();
  const format = useFormat();
  if (!chosen) return <p className="govuk-body">{text(t.feesChoose)}</p>;
  if (fees.length === 0) return <p className="govuk-body">{text(t.feesNone)}</p>;
  const total = fees.reduce((sum, fee) => sum + (fee.amount ?? 0), 0);
  return (
    <SimpleTable
      caption={t.feesTable}
      captionHidden
      rows={fees}
      rowKey={(fee, index) => fee.code ?? String(index)}
      columns={[
        { title: t.code, render: (fee) => fee.code },
        { title: t.fee, render: (fee) => fee.name },
        { title: t.status, render: (fee) => <StatusTag status={fee.status ?? 'DUE'} label={fee.status === 'PAID' ? t.paid : t.due} /> },
        { title: t.amount, numeric: true, render: (fee) => format.money(fee.amount, currency) },
      ]}
      footer={
        <tr className="govuk-table__row">
          <th scope="row" colSpan={3} className="govuk-table__header">
            {text(t.total)}
          </th>
          <td className="govuk-table__cell govuk-table__cell--numeric">
            <strong>{format.money(total, currency)}</strong>
          </td>
        </tr>
      }
    />
  );
}
