import {
  asProblem,
  Button,
  Card,
  fieldId,
  InsetText,
  LaneChip,
  Link,
  type PageError,
  problemErrors,
  SimpleTable,
  SummaryList,
  useApi,
  useFormat,
  useLanguage,
  useSession,
  useText,
} from '@portal/web-kit';
import { type FormEvent, useState } from 'react';
import type { LaneSample, LaneTableVersion, LaneTrial } from 'svc-declarations/contract';
import { arrivals } from '../shared/declaration.api.ts';
import { tablePath, type useTrials } from './lane-rules.api.ts';
import { t } from './texts.ts';

const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Tries a version on past declarations: it asks for the period, and shows the progress and the result. */
export function TrialCard({
  table,
  trials,
  mayTry,
  onErrors,
}: {
  table: LaneTableVersion;
  trials: ReturnType<typeof useTrials>;
  mayTry: boolean;
  onErrors: (errors: PageError[]) => void;
}) {
  const text = useText();
  const format = useFormat();
  const api = useApi();
  const { language } = useLanguage();
  const [from, setFrom] = useState(dayBefore(30));
  const [to, setTo] = useState(dayBefore(0));
  const [chosen, setChosen] = useState('');
  const all = trials.data ?? [];
  const shown = all.find(({ id }) => id === chosen) ?? all[0];
  const running = all.some(({ status }) => status === 'RUNNING');
  const tryOut = async (event: FormEvent) => {
    event.preventDefault();
    onErrors([]);
    try {
      const answer = api.post<{ model: LaneTrial }>(tablePath(table.id, 'trial'), { from, to });
      // The call waits for a trial that finishes soon. Refetch meanwhile, so that the trial is listed and its progress is polled.
      setTimeout(() => void trials.refetch(), 300);
      setChosen((await answer).model.id);
      await trials.refetch();
    } catch (error) {
      onErrors(problemErrors(asProblem(error), language));
    }
  };
  const title = ({ from, to, startedBy, startedAt }: LaneTrial): string =>
    text(t.trialAt(`${format.date(from)} – ${format.date(to)}`, startedBy, format.dateTime(startedAt)));
  return (
    <Card title={t.trial}>
      <p className="govuk-body">{text(t.trialHelp)}</p>
      {mayTry ? (
        <form className="portal-rules__trial" noValidate onSubmit={tryOut}>
          <Day name="from" label={text(t.trialFrom)} value={from} onChange={setFrom} />
          <Day name="to" label={text(t.trialTo)} value={to} onChange={setTo} />
          <Button type="submit" variant="secondary" busy={running}>
            {text(t.tryOut)}
          </Button>
        </form>
      ) : null}
      {all.length > 1 ? (
        <div className="govuk-form-group">
          <label className="govuk-label" htmlFor={fieldId('trial')}>
            {text(t.trialOf)}
          </label>
          <select className="govuk-select" id={fieldId('trial')} value={shown?.id} onChange={({ target }) => setChosen(target.value)}>
            {all.map((trial) => (
              <option key={trial.id} value={trial.id}>
                {title(trial)}
              </option>
            ))}
          </select>
        </div>
      ) : shown ? (
        <p className="govuk-body portal-muted">{title(shown)}</p>
      ) : null}
      {shown?.status === 'RUNNING' ? (
        <>
          <progress className="portal-imports__progress" max={shown.total || 1} value={shown.examined} aria-label={text(t.trialRuns)} />
          <p className="govuk-body">
            {text(t.trialProgress(format.number(shown.examined), format.number(shown.total)))}. {text(t.trialLeave)}
          </p>
        </>
      ) : null}
      <p className="govuk-body govuk-!-font-weight-bold" role="status">
        {shown?.status === 'DONE' ? text(t.trialDone(format.number(shown.changed), format.number(shown.examined))) : ''}
      </p>
      {shown && shown.tableVersion !== table.version && table.status === 'DRAFT' ? <InsetText>{text(t.trialOld)}</InsetText> : null}
      {shown?.status === 'DONE' ? <Found trial={shown} table={table} /> : null}
    </Card>
  );
}

function Day({ name, label, value, onChange }: { name: string; label: string; value: string; onChange: (day: string) => void }) {
  const id = fieldId(name);
  return (
    <div className="govuk-form-group">
      <label className="govuk-label" htmlFor={id}>
        {label}
      </label>
      <input className="govuk-input" id={id} type="date" value={value} onChange={({ target }) => onChange(target.value)} />
    </div>
  );
}

/** Shows the result of a trial: rates, finds, load by lane and hour, and sample declarations to open. */
function Found({ trial, table }: { trial: LaneTrial; table: LaneTableVersion }) {
  const text = useText();
  const format = useFormat();
  const { examined, changed, toRed, toGreen, redBefore, redAfter, redByTable, finds, findsBefore, findsAfter, hits, hours, samples, caught } = trial;
  const share = (count: number): string => text(t.perCent(format.number(examined ? Math.round((count / examined) * 1_000) / 10 : 0)));
  const number = format.number;
  const expected = table.expectedRed;
  return (
    <>
      <SummaryList
        compact
        rows={[
          { label: t.looked, value: number(examined) },
          { label: t.wouldChange, value: `${number(changed)}: ${text(t.toRed(number(toRed)))}, ${text(t.toGreen(number(toGreen)))}` },
          { label: t.redRate, value: text(t.fromTo(`${number(redBefore)} (${share(redBefore)})`, `${number(redAfter)} (${share(redAfter)})`)) },
          {
            label: t.ofTable,
            value: expected === undefined ? share(redByTable) : text(t.rateExpected(share(redByTable), text(t.perCent(number(expected))))),
          },
          {
            label: t.finds,
            value: (
              <>
                {text(t.findsOf(number(findsBefore), number(findsAfter), number(finds)))}
                <br />
                <span className="portal-muted">{text(t.findsHelp)}</span>
              </>
            ),
          },
        ]}
      />
      <SimpleTable
        caption={t.byRule}
        rows={table.rules}
        rowKey={(_, place) => String(place)}
        columns={[
          { title: t.rule, render: (_, place) => place + 1 },
          { title: t.annotations, render: ({ reason }) => text(reason) },
          { title: t.hits, numeric: true, render: (_, place) => number(hits.find(([rule]) => rule === place + 1)?.[1] ?? 0) },
        ]}
      />
      <Samples caption={t.caught} samples={caught} />
      <Samples caption={t.samples} samples={samples} />
      <SimpleTable
        caption={t.byHour}
        rows={hours}
        rowKey={([hour]) => String(hour)}
        empty={t.none}
        columns={[
          { title: t.hour, render: ([hour]) => `${String(hour).padStart(2, '0')}:00` },
          { title: t.redBefore, numeric: true, render: ([, before]) => number(before) },
          { title: t.redAfter, numeric: true, render: ([, , after]) => number(after) },
          { title: t.greenBefore, numeric: true, render: ([, before, , all]) => number(all - before) },
          { title: t.greenAfter, numeric: true, render: ([, , after, all]) => number(all - after) },
        ]}
      />
    </>
  );
}

function Samples({ caption, samples }: { caption: (typeof t)['samples']; samples: readonly LaneSample[] }) {
  const text = useText();
  const { hasRole } = useSession();
  const format = useFormat();
  return (
    <>
      <SimpleTable
        caption={caption}
        rows={samples}
        rowKey={({ id }) => id}
        empty={t.none}
        columns={[
          {
            title: t.reference,
            // A user who writes rules does not always have the role to read declarations.
            render: ({ id, reference }) =>
              hasRole('traveller-declaration-read') ? (
                <Link className="govuk-link" to={`${arrivals.staffBase}/view/${id}`}>
                  {reference}
                </Link>
              ) : (
                reference
              ),
          },
          { title: t.wasLane, render: ({ from }) => <LaneChip lane={from} /> },
          { title: t.wouldBe, render: ({ to }) => <LaneChip lane={to} /> },
        ]}
      />
      {samples.length >= 100 ? <p className="govuk-hint">{text(t.some(format.number(samples.length)))}</p> : null}
    </>
  );
}
