import {
  addTexts,
  asProblem,
  Button,
  background,
  FailurePanel,
  LoadingPanel,
  NotificationBanner,
  RequireRole,
  SimpleTable,
  StaffPage,
  useFormat,
  useParams,
  useQuery,
  useText,
} from '@portal/web-kit';
import { useState } from 'react';
import { shellApi } from '../../areas/clients.ts';
import { OPERATOR } from '../../layout/staff-menu.ts';
import type { AreaDetails, Change, StoredVersion } from './area-data.ts';
import { AreaStanding, useDecisionWords } from './area-standing.tsx';
import { texts } from './areas.texts.ts';
import { DecisionDialog, type Step } from './decision-dialog.tsx';
import { VersionCompare } from './version-compare.tsx';

addTexts('shell', texts);

type Ask = (step: Step, version?: string) => void;

/** Buttons for the decisions that are possible now. The answer to another person's request comes first, and the stop comes last. */
function Steps({ area, onAsk }: { area: AreaDetails; onAsk: Ask }) {
  const text = useText();
  const { canary, stopped, request } = area;
  const steps: Step[] = [
    ...(request && !request.own ? (['confirm'] as const) : []),
    ...(request ? (['refuse'] as const) : []),
    ...(stopped ? (['resume'] as const) : []),
    ...(canary ? (['promote', 'abort'] as const) : []),
    ...(stopped ? [] : (['stop'] as const)),
  ];
  return (
    <div className="govuk-button-group">
      {steps.map((step) => (
        <Button
          key={step}
          variant={step === 'stop' ? 'warning' : step === 'confirm' || step === 'resume' ? 'primary' : 'secondary'}
          onClick={() => onAsk(step)}
        >
          {text(step === 'refuse' && request?.own ? 'operations.withdraw' : `operations.do.${step}`)}
        </Button>
      ))}
    </div>
  );
}

function Versions({ area, onAsk }: { area: AreaDetails; onAsk: Ask }) {
  const text = useText();
  const format = useFormat();
  const spans = ({ inForce }: StoredVersion): string[] =>
    inForce.map(({ from, until }) =>
      until
        ? text('operations.span', { from: format.dateTime(from), until: format.dateTime(until) })
        : text('operations.spanOpen', { from: format.dateTime(from) }),
    );
  return (
    <SimpleTable
      caption="operations.versions"
      rows={area.versions}
      rowKey={({ version }) => version}
      columns={[
        { title: 'operations.version', render: ({ version }) => version },
        { title: 'operations.published', render: ({ publishedAt, publishedBy }) => (publishedAt ? `${format.dateTime(publishedAt)}, ${publishedBy}` : '–') },
        {
          title: 'operations.inForce',
          render: (row) => (row.inForce.length ? spans(row).map((span) => <div key={span}>{span}</div>) : '–'),
        },
        {
          title: 'operations.decision',
          render: ({ version }) =>
            version === area.version ? (
              text('operations.now')
            ) : (
              <div className="shell-jobs__decision">
                {(['canary', 'rollback'] as const).map((step) => (
                  <Button key={step} variant="secondary" onClick={() => onAsk(step, version)}>
                    {text(`operations.do.${step}`)}
                    <span className="govuk-visually-hidden"> {version}</span>
                  </Button>
                ))}
              </div>
            ),
        },
      ]}
    />
  );
}

function History({ changes }: { changes: readonly Change[] }) {
  const text = useText();
  const format = useFormat();
  const words = useDecisionWords();
  const told = (change: Change): string => {
    const { action, asked, version } = change;
    if (action === 'publish' || action === 'restore') return text(`operations.what.${action}`, { version });
    if ((action === 'request' || action === 'refusal') && asked) return text(`operations.what.${action}`, { what: words(asked, change) });
    return words(action as Parameters<typeof words>[0], change);
  };
  return (
    <SimpleTable
      caption="operations.history"
      rows={changes}
      rowKey={({ generation }) => String(generation)}
      columns={[
        { title: 'operations.when', render: ({ at }) => format.dateTime(at) },
        { title: 'operations.event', render: told },
        { title: 'operations.who', render: ({ by, confirmedBy }) => (confirmedBy ? text('operations.both', { by, confirmedBy }) : by) },
        { title: 'operations.reason', render: ({ why }) => why || '–' },
      ]}
    />
  );
}

function Details({ name }: { name: string }) {
  const text = useText();
  const [asked, setAsked] = useState<{ area: AreaDetails; step: Step; version?: string }>();
  const [done, setDone] = useState<{ words: string }>();
  const { data, error, refetch } = useQuery({
    queryKey: ['operations', 'area', name],
    queryFn: () => shellApi('/operations').get<AreaDetails>(`/areas/${name}`, { headers: background }),
    refetchInterval: 10_000,
    retry: false,
  });
  const ask: Ask = (step, version) => {
    setDone(undefined);
    setAsked(data && { area: data, step, version });
  };
  const needsSecond = asked !== undefined && data?.secondPerson.some((each) => each === asked.step) === true;
  return (
    <StaffPage title={data?.title ?? 'operations.title'} back="/staff/areas">
      {error ? <FailurePanel problem={asProblem(error)} retry={() => void refetch()} /> : null}
      {!data && !error ? <LoadingPanel /> : null}
      {done ? (
        <NotificationBanner tone="success" focus={done}>
          <p className="govuk-body">{text(done.words)}</p>
        </NotificationBanner>
      ) : null}
      {data ? (
        <>
          <AreaStanding area={data} />
          <Steps area={data} onAsk={ask} />
          <Versions area={data} onAsk={ask} />
          <h2 className="govuk-heading-m">{text('operations.compare')}</h2>
          <VersionCompare area={name} versions={data.versions} present={data.version} />
          <History changes={data.history} />
          {asked ? (
            <DecisionDialog
              versions={data.versions}
              needsSecond={needsSecond}
              {...asked}
              onClose={() => setAsked(undefined)}
              onDone={() => {
                setAsked(undefined);
                setDone({ words: needsSecond ? 'operations.done.asked' : `operations.done.${asked.step}` });
                void refetch();
              }}
            />
          ) : null}
        </>
      ) : null}
    </StaffPage>
  );
}

/** For operators: shows one area, which versions were in force when, and the decisions that are possible. */
export default function AreaPage() {
  const { name = '' } = useParams();
  return (
    <RequireRole anyOf={[OPERATOR]}>
      <Details key={name} name={name} />
    </RequireRole>
  );
}
