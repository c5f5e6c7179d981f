import type { ListResult, Unpaid } from '@portal/contract-kit';
import { Card, Link, Pending, SimpleTable, useApi, useFormat, useQuery, useText } from '@portal/web-kit';
import { referenceApi } from './payment.api.ts';
import { p } from './texts.ts';

/** Returns the address at which the cashier records the payment of a document. */
export const paymentOf = ({ reference }: Pick<Unpaid, 'reference'>): string => `/payment/receipt?reference=${encodeURIComponent(reference)}`;

/** Lists the documents that became due last, of all payers or of the payers with this name. Each links to its payment. */
export function UnpaidRows({ payer = '' }: { payer?: string }) {
  const api = useApi(referenceApi);
  const text = useText();
  const format = useFormat();
  const unpaid = useQuery({
    queryKey: ['unpaid-newest', payer],
    queryFn: ({ signal }) => {
      const criteria = payer ? [{ expressionType: 'SearchCriterion', operation: 'CONTAINS', dataType: 'TEXT', fieldName: 'payer', values: [payer] }] : [];
      return api.get<ListResult<Unpaid>>('/v1/payment/receipt/due', { query: { q: { criteria, paging: { page: 1, size: 10 } } }, signal });
    },
    staleTime: 0,
  });
  return (
    <Card title={payer ? p.unpaidOf(payer) : p.unpaidNewest}>
      {unpaid.data ? (
        <SimpleTable
          caption={p.unpaidTitle}
          captionHidden
          empty={payer ? p.unpaidOfNobody : p.unpaidNone}
          rows={unpaid.data.records}
          rowKey={(row) => row.reference}
          columns={[
            {
              title: p.document,
              render: (row) => (
                <Link className="govuk-link" to={paymentOf(row)}>
                  {row.reference}
                </Link>
              ),
            },
            { title: p.payer, render: (row) => row.payer },
            { title: p.since, render: (row) => `${format.shortDate(row.since)} ${format.time(row.since)}` },
            { title: p.amountDue, numeric: true, render: (row) => format.money(row.total, row.currencyCode) },
          ]}
        />
      ) : (
        <Pending query={unpaid} />
      )}
      <p className="govuk-body">
        <Link className="govuk-link" to="/payment/due">
          {text(p.unpaidAll)}
          {unpaid.data && !payer ? ` (${format.number(unpaid.data.totalRecords)})` : ''}
        </Link>
      </p>
    </Card>
  );
}
