import {
  asProblem,
  ButtonLink,
  FailurePanel,
  Link,
  LoadingPanel,
  RequireRole,
  SimpleTable,
  StaffPage,
  Tag,
  useFormat,
  useSession,
  useText,
} from '@portal/web-kit';
import type { LaneTableVersion } from 'svc-declarations/contract';
import { AUTHOR, readers, rulesScreen, useTables, watchListsScreen } from './lane-rules.api.ts';
import { stateOf, tones } from './states.ts';
import { t } from './texts.ts';

/** Lists all versions of all lane tables. The rule of the specification, which is always in force, comes first. */
export default function LaneRulesScreen() {
  return (
    <RequireRole anyOf={readers}>
      <Tables />
    </RequireRole>
  );
}

function Tables() {
  const text = useText();
  const format = useFormat();
  const { hasRole } = useSession();
  const { data, error, refetch } = useTables();
  const actions = hasRole(AUTHOR) ? (
    <>
      <ButtonLink variant="secondary" small to={watchListsScreen}>
        {text(t.watchLists)}
      </ButtonLink>
      <ButtonLink small to={`${rulesScreen}/new`}>
        {text(t.newTable)}
      </ButtonLink>
    </>
  ) : null;
  const who = (name?: string, at?: string) => (name ? `${name}, ${format.shortDate(at)} ${format.time(at)}` : '–');
  return (
    <StaffPage title={t.title} actions={actions}>
      <p className="govuk-body">{text(t.lead)}</p>
      {error ? (
        <FailurePanel problem={asProblem(error)} retry={() => void refetch()} />
      ) : data ? (
        <SimpleTable<LaneTableVersion>
          caption={t.versions}
          captionHidden
          rows={data.records}
          rowKey={({ id }) => id}
          columns={[
            {
              title: t.table,
              render: (row) =>
                row.always ? (
                  <>
                    {text(row.name)}
                    <br />
                    <span className="portal-muted">{text(t.specificationRule)}</span>
                  </>
                ) : (
                  <>
                    <Link className="govuk-link" to={`${rulesScreen}/${row.id}`}>
                      {text(row.name)}
                      <span className="govuk-visually-hidden">, {text(t.versionOf(row.code, row.number))}</span>
                    </Link>
                    <br />
                    <span className="portal-muted">{row.code}</span>
                  </>
                ),
            },
            { title: t.version, numeric: true, render: (row) => (row.always ? '–' : row.number) },
            {
              title: t.status,
              render: (row) =>
                row.always ? (
                  <Tag tone="green">{text(t.always)}</Tag>
                ) : (
                  <Tag tone={tones[stateOf(row, data.today)]}>{text(t.states[stateOf(row, data.today)])}</Tag>
                ),
            },
            { title: t.from, render: (row) => (row.always ? text(t.alwaysHelp) : format.date(row.effectiveFrom)) },
            { title: t.written, render: (row) => (row.always ? '–' : who(row.changedBy, row.changedAt)) },
            { title: t.approved, render: (row) => (row.always ? '–' : who(row.approvedBy, row.approvedAt)) },
            {
              title: t.withdrawn,
              render: (row) =>
                !row.withdrawnBy ? (
                  '–'
                ) : (
                  <>
                    {who(row.withdrawnBy, row.withdrawnAt)}
                    <br />
                    <span className="portal-muted">{row.withdrawal}</span>
                  </>
                ),
            },
            {
              title: t.expected,
              numeric: true,
              render: (row) => (row.expectedRed === undefined ? '–' : text(t.perCent(format.number(row.expectedRed)))),
            },
          ]}
        />
      ) : (
        <LoadingPanel />
      )}
      {data?.records.every(({ always }) => always) ? <p className="govuk-body">{text(t.noTables)}</p> : null}
    </StaffPage>
  );
}
