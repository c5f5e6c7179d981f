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

/** All versions of all lane tables. The rule of the specification stands above them: it is always in force. */
export default function LaneRulesScreen() {
  return (
    <RequireRole anyOf={readers}>
      <Tables />
    </RequireRole>
  );
}

/** A row: a version, or the rule of the specification. */
type Row = LaneTableVersion | 'specification';

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
  const rows: Row[] = ['specification', ...(data ?? [])];
  const who = (name?: string, at?: string) => (name ? `${name}, ${format.shortDate(at)} ${format.time(at)}` : '–');
  return (
    <StaffPage title={t.title} actions={actions}>
      <p className="govuk-body">{text(t.lead)}</p>
      {error ? (
        <FailurePanel problem={asProblem(error)} retry={() => void refetch()} />
      ) : data ? (
        <SimpleTable<Row>
          caption={t.versions}
          captionHidden
          rows={rows}
          rowKey={(row) => (row === 'specification' ? row : row.id)}
          columns={[
            {
              title: t.table,
              render: (row) =>
                row === 'specification' ? (
                  <>
                    {text(t.specification)}
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
            { title: t.version, numeric: true, render: (row) => (row === 'specification' ? '–' : row.number) },
            {
              title: t.status,
              render: (row) =>
                row === 'specification' ? <Tag tone="green">{text(t.always)}</Tag> : <Tag tone={tones[stateOf(row)]}>{text(t.states[stateOf(row)])}</Tag>,
            },
            { title: t.from, render: (row) => (row === 'specification' ? text(t.alwaysHelp) : format.date(row.effectiveFrom)) },
            { title: t.written, render: (row) => (row === 'specification' ? '–' : who(row.changedBy, row.changedAt)) },
            { title: t.approved, render: (row) => (row === 'specification' ? '–' : who(row.approvedBy, row.approvedAt)) },
            {
              title: t.withdrawn,
              render: (row) =>
                row === 'specification' || !row.withdrawnBy ? (
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
              render: (row) => (row === 'specification' || row.expectedRed === undefined ? '–' : text(t.perCent(format.number(row.expectedRed)))),
            },
          ]}
        />
      ) : (
        <LoadingPanel />
      )}
      {data?.length === 0 ? <p className="govuk-body">{text(t.noTables)}</p> : null}
    </StaffPage>
  );
}
