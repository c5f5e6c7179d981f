import {
  addTexts,
  asProblem,
  Button,
  ConfirmDialog,
  type ListResult,
  LoadingPanel,
  NotificationBanner,
  problemErrors,
  RequireRole,
  SimpleTable,
  StaffPage,
  useFormat,
  useLanguage,
  useQueries,
  useText,
} from '@portal/web-kit';
import { useId, useState } from 'react';
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
}

interface ServiceJobs {
  topics: TopicState[];
  failed: FailedJob[];
  messages: UndeliveredMessage[];
  /** Whether only the newest are shown. */
  more: boolean;
}

/** Failed jobs, and messages, of a service that are shown at once. */
const most = 50;

async function readJobs(api: string, signal: AbortSignal): Promise<ServiceJobs> {
  const call = shellApi(api);
  const newest = { query: { q: { paging: { page: 1, size: most } } }, signal };
  const [topics, failed, messages] = await Promise.all([
    call.get<ListResult<TopicState>>('/v1/jobs', { signal }),
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
type OneJob = FailedJob & { service: PortalService };

/** Asks why, and does it. */
function DecisionDialog({ job, decision, onClose, onDone }: { job: OneJob; decision: Decision; onClose: () => void; onDone: () => void }) {
  const text = useText();
  const { language } = useLanguage();
  const id = useId();
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState('');
  const confirm = async () => {
    try {
      await shellApi(job.service.api).post(`/v1/jobs/${encodeURIComponent(job.id)}/${decision}`, { reason });
      onDone();
    } catch (error) {
      setFault(problemErrors(asProblem(error), language)[0]?.message ?? '');
    }
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title={`jobs.${decision}Ask`}
      confirmLabel={`jobs.${decision}`}
      variant={decision === 'retry' ? 'primary' : 'warning'}
    >
      {decision === 'dismissal' ? <p className="govuk-body">{text('jobs.dismissalMore')}</p> : null}
      <div className={`govuk-form-group${fault ? ' govuk-form-group--error' : ''}`}>
        <label className="govuk-label" htmlFor={id}>
          {text('jobs.why')}
        </label>
        <div className="govuk-hint" id={`${id}-hint`}>
          {text('jobs.whyHint')}
        </div>
        <div role="alert" id={`${id}-error`}>
          {fault ? <p className="govuk-error-message">{fault}</p> : null}
        </div>
        <textarea
          className="govuk-textarea"
          id={id}
          rows={3}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          aria-describedby={`${id}-hint ${id}-error`}
          aria-invalid={fault ? true : undefined}
        />
      </div>
    </ConfirmDialog>
  );
}

function FailedJobs({ jobs, onDone }: { jobs: readonly OneJob[]; onDone: (decision: Decision) => void }) {
  const text = useText();
  const format = useFormat();
  const [asked, setAsked] = useState<{ job: OneJob; decision: Decision }>();
  return (
    <>
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
            render: (job) => (
              <div className="shell-jobs__decision">
                {(['retry', 'dismissal'] as const).map((decision) => (
                  <Button key={decision} variant="secondary" onClick={() => setAsked({ job, decision })}>
                    {text(`jobs.${decision}`)}
                    <span className="govuk-visually-hidden"> {text('jobs.of', { topic: job.topic, since: format.dateTime(job.createdAt) })}</span>
                  </Button>
                ))}
              </div>
            ),
          },
        ]}
      />
      {asked ? (
        <DecisionDialog
          {...asked}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            setAsked(undefined);
            onDone(asked.decision);
          }}
        />
      ) : null}
    </>
  );
}

/** What people did not get. */
function Undelivered({ messages }: { messages: readonly (UndeliveredMessage & { service: PortalService })[] }) {
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
        ]}
      />
      {messages.length ? <p className="govuk-body">{text('jobs.seenThere')}</p> : null}
    </>
  );
}

function Services({ services }: { services: readonly PortalService[] }) {
  const text = useText();
  const format = useFormat();
  const [done, setDone] = useState<Decision>();
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
        <NotificationBanner tone="success">
          <p className="govuk-body">{text(done === 'retry' ? 'jobs.retried' : 'jobs.dismissed')}</p>
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
      <FailedJobs
        jobs={known.flatMap(({ service, failed }) => failed.map((job) => ({ ...job, service })))}
        onDone={(decision) => {
          setDone(decision);
          for (const answer of answers) void answer.refetch();
        }}
      />
      <Undelivered messages={known.flatMap(({ service, messages }) => messages.map((message) => ({ ...message, service })))} />
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

/** For operators: what waits and what failed behind the calls of all services. */
export default function JobsPage() {
  const registry = useRegistry();
  if (!registry) return <LoadingPanel />;
  return (
    <RequireRole anyOf={[JOBS_ADMIN]}>
      <Services services={portalServices(registry.areas)} />
    </RequireRole>
  );
}
