import { Button, Heading, type Label, Link, SimpleTable, saveBlob, useFormat, useNavigate, useText } from '@portal/web-kit';
import { BarChart, type BarSeries } from './bar-chart.tsx';
import { csvOf } from './board-csv.ts';

export interface ChartRow {
  name: string;
  /** One value for each series. */
  values: readonly number[];
  /** For each value the address of the list of exactly the counted documents. The bar and the number in the table open it. */
  links?: readonly (string | undefined)[];
  /** Further cells of the table. */
  more?: readonly string[];
}

interface ChartCardProps {
  title: string;
  /** Title of the kind of document. The name of the file begins with it. */
  of: string;
  /** Heading of the first column: what a row stands for. */
  rowTitle: string;
  series: readonly Omit<BarSeries, 'values'>[];
  rows: readonly ChartRow[];
  moreTitles?: readonly string[];
  lying?: boolean;
  note?: Label;
  /** Text shown instead of a chart without rows. */
  none?: Label;
  /** Largest number of rows in the chart. The table and the file have all rows. */
  most?: number;
}

/** Card with a chart, its table and an export as CSV. The table has the links, and screen readers read it instead of the chart. */
export function ChartCard({ title, of, rowTitle, series, rows, moreTitles = [], lying, note, none = 'board.none', most }: ChartCardProps) {
  const text = useText();
  const navigate = useNavigate();
  const drawn = rows.slice(0, most);
  const shown = rows.filter(({ values }) => values.some((value) => value > 0));
  const save = () =>
    saveBlob(
      new Blob([csvOf([[rowTitle, ...series.map(({ name }) => name), ...moreTitles], ...rows.map((row) => [row.name, ...row.values, ...(row.more ?? [])])])], {
        type: 'text/csv',
      }),
      `${of} - ${title}.csv`.replace(/[^\p{L}\p{N} .-]/gu, ''),
    );
  return (
    <div className="portal-card" role="group" aria-label={`${of}: ${title}`}>
      <div className="portal-card__header">
        <Heading level={3}>{title}</Heading>
        <div className="portal-card__actions">
          <Button variant="link" onClick={save}>
            {text('board.csv')}
            <span className="govuk-visually-hidden">: {title}</span>
          </Button>
        </div>
      </div>
      <div className="portal-card__body">
        {shown.length === 0 ? (
          <p className="govuk-body portal-muted">{text(none)}</p>
        ) : (
          <>
            <BarChart
              label={`${title}: ${text('board.chart')}`}
              categories={drawn.map(({ name }) => name)}
              series={series.map((each, i) => ({ ...each, values: drawn.map(({ values }) => values[i] ?? 0) }))}
              lying={lying}
              onOpen={(index, nth) => {
                const link = drawn[index]?.links?.[nth];
                if (link) navigate(link);
              }}
            />
            {note ? <p className="govuk-hint">{text(note)}</p> : null}
            <details className="govuk-details shell-board__table">
              <summary className="govuk-details__summary">
                <span className="govuk-details__summary-text">
                  {text('board.table')}
                  <span className="govuk-visually-hidden">: {title}</span>
                </span>
              </summary>
              <SimpleTable
                caption={`${of}: ${title}`}
                captionHidden
                rows={shown}
                // The name alone is not unique: two officers may have the same name.
                rowKey={(row) => `${row.name} ${row.links?.[0] ?? ''}`}
                columns={[
                  { title: rowTitle, render: (row) => row.name },
                  ...series.map(({ name }, i) => ({ title: name, numeric: true, render: (row: ChartRow) => <Count row={row} nth={i} of={name} /> })),
                  ...moreTitles.map((name, i) => ({ title: name, render: (row: ChartRow) => row.more?.[i] ?? '' })),
                ]}
              />
            </details>
          </>
        )}
      </div>
    </div>
  );
}

/** A number in the table, with a link to the list of what it counts. */
function Count({ row: { name, values, links = [] }, nth, of }: { row: ChartRow; nth: number; of: string }) {
  const format = useFormat();
  const count = values[nth] ?? 0;
  const link = links[nth];
  if (!link || count === 0) return <>{format.number(count)}</>;
  return (
    <Link className="govuk-link" to={link}>
      {format.number(count)}
      <span className="govuk-visually-hidden">
        : {name}, {of}
      </span>
    </Link>
  );
}
