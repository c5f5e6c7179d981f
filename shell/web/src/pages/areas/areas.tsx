import {
  addTexts,
  asProblem,
  background,
  FailurePanel,
  InsetText,
  type Label,
  Link,
  LoadingPanel,
  RequireRole,
  type SimpleColumn,
  SimpleTable,
  StaffPage,
  useFormat,
  useQuery,
  useText,
} from '@portal/web-kit';
import { shellApi } from '../../areas/clients.ts';
import { OPERATOR } from '../../layout/staff-menu.ts';
import type { Hour, Operations, VersionHour } from './area-data.ts';
import { AreaStanding } from './area-standing.tsx';
import { texts } from './areas.texts.ts';

addTexts('shell', texts);

/** Returns the columns for errors and performance of pages. */
function useHourColumns(): SimpleColumn<Hour>[] {
  const format = useFormat();
  const time = (value: number | undefined) => (value === undefined ? '–' : format.number(Math.round(value)));
  return [
    { title: 'operations.errors', numeric: true, render: ({ errors }) => format.number(errors) },
    { title: { en: 'LCP', pt: 'LCP' }, numeric: true, render: ({ vitals }) => time(vitals.LCP) },
    { title: { en: 'INP', pt: 'INP' }, numeric: true, render: ({ vitals }) => time(vitals.INP) },
    { title: { en: 'TTFB', pt: 'TTFB' }, numeric: true, render: ({ vitals }) => time(vitals.TTFB) },
    {
      title: { en: 'CLS', pt: 'CLS' },
      numeric: true,
      render: ({ vitals }) => (vitals.CLS === undefined ? '–' : format.number(Math.round(vitals.CLS * 1000) / 1000)),
    },
  ];
}

/** A table of the reports of the last hour, or a note that there are none. */
function HourTable<Row extends Hour>({ title, rows, ...more }: { title: Label; rows: Row[]; columns: SimpleColumn<Row>[]; rowKey?: (row: Row) => string }) {
  const text = useText();
  return rows.length ? (
    <SimpleTable caption={title} captionHidden rows={rows} {...more} />
  ) : (
    <p className="govuk-body portal-muted">{text('operations.none')}</p>
  );
}

/** Lists the steps in which loading failed, the most frequent first. */
function Failures({ stages }: { stages: VersionHour['stages'] }) {
  const text = useText();
  const format = useFormat();
  const failed = Object.entries(stages).sort(([, one], [, other]) => other - one);
  return failed.length ? failed.map(([stage, count]) => `${text(`operations.stages.${stage}`)} ${format.number(count)}`).join(', ') : '–';
}

function AreaHours({ area }: { area: Operations['areas'][number] }) {
  const text = useText();
  const format = useFormat();
  const columns = useHourColumns();
  return (
    <>
      <h2 className="govuk-heading-m">{text(area.title)}</h2>
      <AreaStanding area={area} />
      <p className="govuk-body">
        <Link className="govuk-link" to={`/staff/areas/${area.name}`}>
          {text('operations.manage')}
          <span className="govuk-visually-hidden">: {text(area.title)}</span>
        </Link>
      </p>
      <HourTable
        title={area.title}
        rows={area.versions}
        rowKey={({ version }) => version}
        columns={[
          { title: 'operations.version', render: ({ version }) => version },
          { title: 'operations.loads', numeric: true, render: ({ loads }) => format.number(loads) },
          {
            title: 'operations.success',
            numeric: true,
            render: ({ loads, failures }) => (loads ? `${format.number(Math.round((1000 * (loads - failures)) / loads) / 10)} %` : '–'),
          },
          { title: 'operations.failures', render: ({ stages }) => <Failures stages={stages} /> },
          ...columns,
        ]}
      />
    </>
  );
}

/** The same numbers for the pages that belong to no area: the list of services, the sign-in and the staff overview. */
function ShellHour({ shell }: { shell: Hour | null }) {
  const text = useText();
  const columns = useHourColumns();
  return (
    <>
      <h2 className="govuk-heading-m">{text('operations.shell')}</h2>
      <HourTable title="operations.shell" rows={shell ? [shell] : []} columns={columns} />
    </>
  );
}

/** For operators: shows the deployed versions, and how they load and perform for visitors. */
export default function AreasPage() {
  const text = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ['operations', 'areas'],
    queryFn: () => shellApi('/operations').get<Operations>('/areas', { headers: background }),
    refetchInterval: 30_000,
    retry: false,
  });
  return (
    <RequireRole anyOf={[OPERATOR]}>
      <StaffPage title="operations.title">
        <p className="govuk-body">
          {text('operations.lead')} {text('operations.vitals')}
        </p>
        {error ? <FailurePanel problem={asProblem(error)} retry={() => void refetch()} /> : null}
        {data?.notice ? (
          <InsetText>
            <span lang="en">{data.notice}</span>
          </InsetText>
        ) : null}
        {data ? data.areas.map((area) => <AreaHours key={area.name} area={area} />) : null}
        {data ? <ShellHour shell={data.shell} /> : null}
        {!data && !error ? <LoadingPanel /> : null}
      </StaffPage>
    </RequireRole>
  );
}
