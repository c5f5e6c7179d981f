import {
  asProblem,
  Button,
  ButtonGroup,
  ButtonLink,
  Card,
  FailurePanel,
  fieldId,
  InsetText,
  Link,
  LoadingPanel,
  NotificationBanner,
  type PageError,
  RequireRole,
  StaffPage,
  SummaryList,
  Tag,
  useFormat,
  useLocation,
  useNavigate,
  useParams,
  useQueryClient,
  useSession,
  useText,
} from '@portal/web-kit';
import { useState } from 'react';
import type { LaneTables, LaneTableVersion } from 'svc-declarations/contract';
import { EnforceDialog, WithdrawDialog } from './decide-dialogs.tsx';
import { DecisionTable } from './decision-table.tsx';
import { AUTHOR, readers, rulesScreen, useTable, useTables, useTrials } from './lane-rules.api.ts';
import { comparedWith, stateOf, tones } from './states.ts';
import { t } from './texts.ts';
import { TrialCard } from './trial.tsx';

/** Shows one version of a lane table: its rules, its trials, and the possible actions. */
export default function LaneTableScreen() {
  const { id = '' } = useParams();
  return (
    <RequireRole anyOf={readers}>
      <Loaded key={id} id={id} />
    </RequireRole>
  );
}

function Loaded({ id }: { id: string }) {
  const [table, tables] = [useTable(id), useTables()];
  if (table.data && tables.data) return <Version table={table.data} tables={tables.data} />;
  const failed = table.error ? table : tables;
  return (
    <StaffPage title={t.table} back={rulesScreen}>
      {failed.error ? <FailurePanel problem={asProblem(failed.error)} retry={() => void failed.refetch()} /> : <LoadingPanel />}
    </StaffPage>
  );
}

type Done = keyof (typeof t)['done'];

function Version({ table, tables: { records: all, today } }: { table: LaneTableVersion; tables: LaneTables }) {
  const text = useText();
  const format = useFormat();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { hasRole } = useSession();
  const { pathname, state: arrived } = useLocation();
  const [asked, setAsked] = useState<'enforce' | 'withdraw'>();
  const [errors, setErrors] = useState<PageError[]>([]);
  const [past, setPast] = useState<unknown>();
  const trials = useTrials(table.id);
  const { id, code, number, name, status, mine, changedBy, changedAt, approvedBy, approvedAt, withdrawnBy, withdrawnAt, withdrawal, expectedRed } = table;
  const mayWrite = hasRole(AUTHOR);
  const state = stateOf(table, today);
  const done = arrived === past ? undefined : (arrived as { done?: Done } | null)?.done;
  /** The news of the last decision is over when the next attempt begins. */
  const attempt = (errors: PageError[] = []) => {
    setPast(arrived);
    setErrors(errors);
  };
  const ask = (decision: typeof asked) => {
    attempt();
    setAsked(decision);
  };
  const close = () => setAsked(undefined);
  const reload = () => client.invalidateQueries({ queryKey: ['lane-rules'] });
  const finish = (done: Done) => () => {
    close();
    void reload();
    navigate(pathname, { replace: true, state: { done } });
  };
  const other = comparedWith(table, all);
  const who = (by: string, at?: string) => `${by}, ${format.dateTime(at)}`;
  return (
    <StaffPage
      title={name}
      caption={t.versionOf(code, number)}
      back={rulesScreen}
      errors={errors}
      actions={<Tag tone={tones[state]}>{text(t.states[state])}</Tag>}
    >
      {done ? (
        <NotificationBanner tone="success" focus={arrived}>
          <p className="govuk-body">{text(t.done[done])}</p>
        </NotificationBanner>
      ) : null}
      {status === 'DRAFT' && mine && mayWrite ? <InsetText>{text(t.notYours)}</InsetText> : null}
      {mayWrite ? (
        <ButtonGroup>
          {status === 'DRAFT' && !mine ? <Button onClick={() => ask('enforce')}>{text(t.putInForce)}</Button> : null}
          {status === 'DRAFT' ? (
            <ButtonLink variant="secondary" to={`${rulesScreen}/${id}/edit`}>
              {text(t.edit)}
            </ButtonLink>
          ) : null}
          {status === 'IN_FORCE' ? (
            <Button variant="warning" onClick={() => ask('withdraw')}>
              {text(t.withdraw)}
            </Button>
          ) : null}
          {status !== 'DRAFT' ? (
            <ButtonLink variant="secondary" to={`${rulesScreen}/new?from=${id}`}>
              {text(t.newVersion)}
            </ButtonLink>
          ) : null}
        </ButtonGroup>
      ) : null}
      <Card title={t.about}>
        <SummaryList
          compact
          rows={[
            { label: t.effectiveFrom, value: format.date(table.effectiveFrom) },
            { label: t.written, value: who(changedBy, changedAt) },
            ...(approvedBy ? [{ label: t.approved, value: who(approvedBy, approvedAt) }] : []),
            ...(withdrawnBy ? [{ label: t.withdrawn, value: `${who(withdrawnBy, withdrawnAt)}: ${withdrawal}` }] : []),
            { label: t.hitPolicy, value: text(t.policies[table.hitPolicy]) },
            { label: t.order, value: format.number(table.order) },
            ...(expectedRed === undefined ? [] : [{ label: t.expected, value: text(t.perCent(format.number(expectedRed))) }]),
          ]}
        />
      </Card>
      <Card title={t.rules}>
        <DecisionTable table={table} />
        {other ? <CompareForm table={table} others={all.filter((each) => each.code === code && each.id !== id)} today={today} first={other.id} /> : null}
      </Card>
      <TrialCard table={table} trials={trials} mayTry={mayWrite} onErrors={attempt} />
      {asked === 'enforce' ? (
        <EnforceDialog
          table={table}
          today={today}
          trial={trials.data?.find((trial) => trial.status === 'DONE')}
          onClose={close}
          onDone={finish('enforced')}
          onConflict={reload}
        >
          {other ? (
            <p className="govuk-body">
              <Link className="govuk-link" to={`${rulesScreen}/${id}/compare/${other.id}`}>
                {text(t.compare)} {text(t.versionOf(other.code, other.number))}
              </Link>
            </p>
          ) : null}
        </EnforceDialog>
      ) : null}
      {asked === 'withdraw' ? <WithdrawDialog table={table} onClose={close} onDone={finish('withdrawn')} onConflict={reload} /> : null}
    </StaffPage>
  );
}

/** Form that opens the comparison with another version. */
function CompareForm({ table, others, today, first }: { table: LaneTableVersion; others: readonly LaneTableVersion[]; today: string; first: string }) {
  const text = useText();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(first);
  const id = fieldId('compare');
  return (
    <div className="portal-rules__trial">
      <div className="govuk-form-group">
        <label className="govuk-label" htmlFor={id}>
          {text(t.compare)}
        </label>
        <select className="govuk-select" id={id} value={chosen} onChange={({ target }) => setChosen(target.value)}>
          {others.map((other) => (
            <option key={other.id} value={other.id}>
              {`${text(t.versionOf(other.code, other.number))} · ${text(t.states[stateOf(other, today)])}`}
            </option>
          ))}
        </select>
      </div>
      <Button variant="secondary" onClick={() => navigate(`${rulesScreen}/${table.id}/compare/${chosen}`)}>
        {text(t.compareButton)}
      </Button>
    </div>
  );
}
