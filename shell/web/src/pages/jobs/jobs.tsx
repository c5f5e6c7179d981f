import {
  addTexts,
  asProblem,
  Button,
  background,
  type ListResult,
  LoadingPanel,
  NotificationBanner,
  RequireRole,
  SimpleTable,
  StaffPage,
  useFormat,
  useQueries,
  useText,
} from '@portal/web-kit';
import { ReasonDialog } from '@portal/web-kit/staff';
import { useState } from 'react';
import { shellApi } from '../../areas/clients.ts';
import { JOBS_ADMIN } from '../../layout/staff-menu.ts';
import { useRegistry } from '../../layout/use-registry.ts';
import { type PortalService, portalServices } from '../services.ts';
import { texts } from './jobs.texts.ts';

addTexts('shell', texts);

interface TopicState {
  topic: string;
  waiting: number;
  oldestSeconds: number;
  failed: number;
}

interface FailedJob {
  id: string;
  topic: string;
  createdAt: string;
  reason: string;
  requestId: string | null;
}

interface UndeliveredMessage {
  id: string;
  channel: 'email' | 'sms';
  label: string;
  createdAt: string;
  state: 'FAILED' | 'RETURNED';
  reason: string;
  requestId: string | null;
  /** Whether the text of the message still exists, so that it can be sent again. */
  mayRetry: boolean;
}

interface ServiceJobs {
  topics: TopicState[];
  failed: FailedJob[];
  messages: UndeliveredMessage[];
  /** Whether there are more than are shown; only the newest are shown. */
  more: boolean;
}

/** Largest number of failed jobs, and of messages, that are shown for a service. */
const most = 50;

async function readJobs(api: string, signal: AbortSignal): Promise<ServiceJobs> {
  const call = shellApi(api);
  const newest = { query: { q: { paging: { page: 1, size: most } } }, signal, headers: background };
  const [topics, failed, messages] = await Promise.all([
    call.get<ListResult<TopicState>>('/v1/jobs', { signal, headers: background }),
    call.get<ListResult<FailedJob>>('/v1/jobs/failed', newest),
    call.get<ListResult<UndeliveredMessage>>('/v1/jobs/messages', newest),
  ]);
  return {
    topics: topics.records,
    failed: failed.records,
    messages: messages.records,
    more: [failed, messages].some(({ totalRecords }) => totalRecords > most),
  };
}

type Decision = 'retry' | 'dismissal';

/** The job or message that the operator is about to decide on, and the decision. */
interface RequestedDecision {
  decision: Decision;
  service: PortalService;
  what: 'job' | 'message';
  id: string;
}

interface CompletedDecision extends Pick<RequestedDecision, 'decision' | 'what'> {}

const dialogTexts = {
  job: { retry: { title: 'jobs.retryAsk' }, dismissal: { title: 'jobs.dismissalAsk', more: 'jobs.dismissalMore' } },
  message: {
    retry: { title: 'jobs.retryAskMessage', more: 'jobs.retryMessage' },
    dismissal: { title: 'jobs.dismissalAskMessage', more: 'jobs.dismissalMessage' },
  },
} satisfies Record<RequestedDecision['what'], Record<Decision, { title: string; more?: string }>>;

const doneTexts = {
  job: { retry: 'jobs.retried', dismissal: 'jobs.dismissed' },
  message: { retry: 'jobs.messageRetried', dismissal: 'jobs.messageDismissed' },
};

/** Dialog that asks for the reason and then carries out the decision. */
function DecisionDialog({ asked: { decision, service, what, id }, onClose, onDone }: { asked: RequestedDecision; onClose: () => void; onDone: () => void }) {
  const text = useText();
  const { title, more }: { title: string; more?: string } = dialogTexts[what][decision];
  return (
    <ReasonDialog
      title={title}
      confirmLabel={`jobs.${decision}`}
      variant={decision === 'retry' ? 'primary' : 'warning'}
      label="jobs.why"
      hint="jobs.whyHint"
      onClose={onClose}
      onConfirm={async (reason) => {
        await shellApi(service.api).post(`/v1/jobs/${what === 'message' ? 'messages/' : ''}${encodeURIComponent(id)}/${decision}`, { reason });
        onDone();
      }}
    >
      {more ? <p className="govuk-body">{text(more)}</p> : null}
    </ReasonDialog>
  );
}

/** Buttons of a row: retry, if that is possible, and dismiss. */
function Decisions({ of, choices, onAsk }: { of: string; choices: readonly Decision[]; onAsk: (decision: Decision) => void }) {
  const text = useText();
  return (
    <div className="shell-jobs__decision">
      {choices.map((decision) => (
        <Button key={decision} variant="secondary" onClick={() => onAsk(decision)}>
          {text(`jobs.${decision}`)}
          <span className="govuk-visually-hidden"> {of}</span>
        </Button>
      ))}
    </div>
  );
}

const both: readonly Decision[] = ['retry', 'dismissal'];
const onlyDismissal: readonly Decision[] = ['dismissal'];

function FailedJobs({ jobs, onAsk }: { jobs: readonly (FailedJob & { service: PortalService })[]; onAsk: (asked: RequestedDecision) => void }) {
  const text = useText();
  const format = useFormat();
  return (
    <SimpleTable
      caption="jobs.failed"
      rows={jobs}
      rowKey={({ id }) => id}
      empty="jobs.none"
      columns={[
        { title: 'jobs.since', render: ({ createdAt }) => format.dateTime(createdAt) },
        { title: 'jobs.service', render: ({ service }) => text(service.title) },
        { title: 'jobs.topic', render: ({ topic }) => topic },
        { title: 'jobs.reason', render: ({ reason }) => <span lang="en">{reason}</span> },
        { title: 'jobs.request', render: ({ requestId }) => <span className="shell-audit__number">{requestId ?? '–'}</span> },
        {
          title: 'jobs.decision',
          render: ({ id, service, topic, createdAt }) => (
            <Decisions
              of={text('jobs.of', { topic, since: format.dateTime(createdAt) })}
              choices={both}
              onAsk={(decision) => onAsk({ decision, service, what: 'job', id })}
            />
          ),
        },
      ]}
    />
  );
}

/** Lists the messages that did not reach their recipients. */
function Undelivered({
  messages,
  onAsk,
}: {
  messages: readonly (UndeliveredMessage & { service: PortalService })[];
  onAsk: (asked: RequestedDecision) => void;
}) {
  const text = useText();
  const format = useFormat();
  return (
    <>
      <SimpleTable
        caption="jobs.messages"
        rows={messages}
        rowKey={({ id }) => id}
        empty="jobs.allArrived"
        columns={[
          { title: 'jobs.since', render: ({ createdAt }) => format.dateTime(createdAt) },
          { title: 'jobs.service', render: ({ service }) => text(service.title) },
          { title: 'jobs.message', render: ({ label, channel }) => `${label}, ${text(`jobs.${channel}`)}` },
          { title: 'jobs.state', render: ({ state }) => text(`jobs.${state}`) },
          { title: 'jobs.reason', render: ({ reason }) => <span lang="en">{reason}</span> },
          { title: 'jobs.request', render: ({ requestId }) => <span className="shell-audit__number">{requestId ?? '–'}</span> },
          {
            title: 'jobs.decision',
            render: ({ id, service, label, createdAt, mayRetry }) => (
              <Decisions
                of={text('jobs.of', { topic: label, since: format.dateTime(createdAt) })}
                choices={mayRetry ? both : onlyDismissal}
                onAsk={(decision) => onAsk({ decision, service, what: 'message', id })}
              />
            ),
          },
        ]}
      />
      {messages.length ? <p className="govuk-body">{text('jobs.seenThere')}</p> : null}
    </>
  );
}

function Services({ services }: { services: readonly PortalService[] }) {
  const text = useText();
  const format = useFormat();
  const [asked, setAsked] = useState<RequestedDecision>();
  const [done, setDone] = useState<CompletedDecision>();
  const ask = (next: RequestedDecision) => {
    setDone(undefined);
    setAsked(next);
  };
  const answers = useQueries({
    queries: services.map(({ api }) => ({
      queryKey: ['jobs', api],
      queryFn: ({ signal }: { signal: AbortSignal }) => readJobs(api, signal),
      staleTime: 0,
      refetchInterval: 15_000,
      retry: false,
    })),
  });
  const known = services.flatMap((service, i) => {
    const { data, error } = answers[i] ?? {};
    return data && !error ? [{ service, ...data }] : [];
  });
  const rows = known.flatMap(({ service, topics }) => topics.map((topic) => ({ service, ...topic })));
  return (
    <StaffPage title="jobs.title">
      <p className="govuk-body">{text('jobs.lead')}</p>
      {done ? (
        <NotificationBanner tone="success" focus={done}>
          <p className="govuk-body">{text(doneTexts[done.what][done.decision])}</p>
        </NotificationBanner>
      ) : null}
      {services.map(({ name, title }, i) =>
        answers[i]?.error ? (
          <p key={name} className="govuk-inset-text" role="alert">
            {text('jobs.down', { service: text(title), reason: asProblem(answers[i]?.error).message })}
          </p>
        ) : null,
      )}
      {answers.some(({ isPending }) => isPending) ? <LoadingPanel /> : null}
      <FailedJobs jobs={known.flatMap(({ service, failed }) => failed.map((job) => ({ ...job, service })))} onAsk={ask} />
      <Undelivered messages={known.flatMap(({ service, messages }) => messages.map((message) => ({ ...message, service })))} onAsk={ask} />
      {asked ? (
        <DecisionDialog
          asked={asked}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            setAsked(undefined);
            setDone(asked);
            for (const answer of answers) void answer.refetch();
          }}
        />
      ) : null}
      {known.some(({ more }) => more) ? <p className="govuk-body">{text('jobs.more', { count: most })}</p> : null}
      <SimpleTable
        caption="jobs.waiting"
        rows={rows}
        rowKey={({ service, topic }) => `${service.name} ${topic}`}
        empty="jobs.quiet"
        columns={[
          { title: 'jobs.service', render: ({ service }) => text(service.title) },
          { title: 'jobs.topic', render: ({ topic }) => topic },
          { title: 'jobs.waiting', numeric: true, render: ({ waiting }) => format.number(waiting) },
          { title: 'jobs.oldest', numeric: true, render: ({ waiting, oldestSeconds }) => (waiting ? text('jobs.seconds', { count: oldestSeconds }) : '–') },
          { title: 'jobs.failedCount', numeric: true, render: ({ failed }) => format.number(failed) },
        ]}
      />
    </StaffPage>
  );
}

/** For operators: shows the background jobs of all services, both waiting and failed. */
export default function JobsPage() {
  const registry = useRegistry();
  if (!registry) return <LoadingPanel />;
  return (
    <RequireRole anyOf={[JOBS_ADMIN]}>
      <Services services={portalServices(registry.areas)} />
    </RequireRole>
  );
}
