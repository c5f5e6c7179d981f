import { Button, Heading, type Label, Link, SimpleTable, saveBlob, useFormat, useNavigate, useText } from '@portal/web-kit';
import { BarChart, type BarSeries } from './bar-chart.tsx';
import { csvOf } from './board-csv.ts';

export interface ChartRow {
  name: string;
  /** One number for each series. */
  values: readonly number[];
  /** The lists with these documents; the first opens from the bar. */
  links?: readonly string[];
  /** Further cells of the table. */
  more?: readonly string[];
}

interface ChartCardProps {
  title: string;
  /** The kind of document; its name begins the name of the file. */
  of: string;
  /** What a row is. */
  rowTitle: string;
  series: readonly Omit<BarSeries, 'values'>[];
  rows: readonly ChartRow[];
  moreTitles?: readonly string[];
  lying?: boolean;
  note?: Label;
}

/** A chart with its table, which has the links and is what a screen reader reads, and the table as a file. */
export function ChartCard({ title, of, rowTitle, series, rows, moreTitles = [], lying, note }: ChartCardProps) {
  const text = useText();
  const format = useFormat();
  const navigate = useNavigate();
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
          <p className="govuk-body portal-muted">{text('board.none')}</p>
        ) : (
          <>
            <BarChart
              label={`${title}: ${text('board.chart')}`}
              categories={rows.map(({ name }) => name)}
              series={series.map((each, i) => ({ ...each, values: rows.map(({ values }) => values[i] ?? 0) }))}
              lying={lying}
              onOpen={(index) => {
                const [link] = rows[index]?.links ?? [];
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
                rowKey={(row) => row.name}
                columns={[
                  { title: rowTitle, render: (row) => <RowName row={row} /> },
                  ...series.map(({ name }, i) => ({ title: name, numeric: true, render: (row: ChartRow) => format.number(row.values[i] ?? 0) })),
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

/** The name leads to the list; of several lists each has a link of its own. */
function RowName({ row: { name, links = [] } }: { row: ChartRow }) {
  const [first, ...others] = links;
  if (!first) return <>{name}</>;
  return (
    <>
      <Link className="govuk-link" to={first}>
        {name}
      </Link>
      {others.map((link, i) => (
        <span key={link}>
          {' '}
          <Link className="govuk-link" to={link}>
            {i + 2}
            <span className="govuk-visually-hidden">: {name}</span>
          </Link>
        </span>
      ))}
    </>
  );
}
