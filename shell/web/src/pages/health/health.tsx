import {
  addTexts,
  asProblem,
  background,
  FailurePanel,
  type Label,
  type ListResult,
  LoadingPanel,
  portalTime,
  RequireRole,
  SimpleTable,
  StaffPage,
  Tag,
  useFormat,
  useQueries,
  useQuery,
  useText,
} from '@portal/web-kit';
import { shellApi } from '../../areas/clients.ts';
import { JOBS_ADMIN } from '../../layout/staff-menu.ts';
import { useRegistry } from '../../layout/use-registry.ts';
import { type PortalService, portalServices } from '../services.ts';
import { texts } from './health.texts.ts';

addTexts('shell', texts);

interface PartState {
  part: string;
  state: 'up' | 'down' | 'off';
  detail: string;
  milliseconds?: number;
}

interface Figures {
  calls: number;
  failed: number;
  limited: number;
  p95: number | null;
  pages: number;
  officials: number;
}

interface GatewayHealth {
  parts: PartState[];
  certificates: { of: 'portal' | 'sign-in' | 'remotes'; host: string; ends: string | null; trusted: boolean }[];
  services: string[];
  figures: Figures & { gateways: (Figures & { instance: string; startedAt: string })[]; alone: 'no-redis' | 'redis-down' | null };
}

interface KeyState {
  purpose: 'signing' | 'encryption' | 'index' | 'audit';
  id: string;
  use: 'current' | 'reading' | 'revoked';
  ends: string | null;
}

interface LastRun {
  kind: 'backup' | 'drill';
  endedAt: string | null;
  takenAt: string | null;
  seconds: number | null;
  note: string | null;
}

const REFRESH_MS = 15_000;
/** Number of days before an expiry at which it is shown in amber. */
const SOON_DAYS = 30;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Age in hours after which a backup or a drill is too old. Backups are made every day, drills every month. */
const freshHours = { backup: 26, drill: 31 * 24 };

const now = () => portalTime() ?? Date.now();
const tones = { up: 'green', down: 'red', off: 'grey' } as const;

/** Shows the day on which something expires, and how near it is. @param ends a day, or a UTC time of the server */
function End({ ends }: { ends: string | null }) {
  const text = useText();
  const format = useFormat();
  if (!ends) return text('health.noEnd');
  const days = Math.floor((Date.parse(ends.length > 10 ? `${ends}Z` : ends) - now()) / DAY_MS);
  const day = format.date(ends.slice(0, 10));
  if (days < 0) return <Tag tone="red">{text('health.over', { day })}</Tag>;
  return (
    <>
      {text('health.left', { day, count: days })} {days < SOON_DAYS ? <Tag tone="amber">{text('health.soon')}</Tag> : null}
    </>
  );
}

type PartRow = PartState & { of: Label; reason?: string };

function Parts({ rows }: { rows: readonly PartRow[] }) {
  const text = useText();
  return (
    <SimpleTable
      caption="health.parts"
      rows={rows}
      rowKey={({ of, part }) => `${text(of)} ${part}`}
      columns={[
        { title: 'health.of', render: ({ of }) => text(of) },
        { title: 'health.part', render: ({ part }) => text(`health.names.${part}`) },
        {
          title: 'health.state',
          render: ({ state, reason }) => (
            <>
              <Tag tone={tones[state]}>{text(`health.states.${state}`)}</Tag> {reason}
            </>
          ),
        },
        { title: 'health.kind', render: ({ detail }) => detail || '–' },
        {
          title: 'health.took',
          numeric: true,
          render: ({ milliseconds }) => (milliseconds === undefined ? '–' : text('health.ms', { count: milliseconds })),
        },
      ]}
    />
  );
}

function Ends({ certificates, keys }: { certificates: GatewayHealth['certificates']; keys: readonly KeyState[] }) {
  const text = useText();
  const rows = [
    ...certificates.map(({ of, host, ends, trusted }) => ({
      name: text(`health.certificates.${of}`),
      id: host,
      use: ends ? (trusted ? '' : text('health.untrusted')) : text('health.noAnswer'),
      ends,
      // A server that shows no certificate has no expiry date.
      isKnown: ends !== null,
    })),
    ...keys.map(({ purpose, id, use, ends }) => ({ name: text(`health.purposes.${purpose}`), id, use: text(`health.uses.${use}`), ends, isKnown: true })),
  ];
  return (
    <>
      <SimpleTable
        caption="health.ends"
        rows={rows}
        rowKey={({ name, id }) => `${name} ${id}`}
        columns={[
          { title: 'health.part', render: ({ name }) => name },
          { title: 'health.name', render: ({ id }) => <span className="shell-areas__thing">{id}</span> },
          { title: 'health.use', render: ({ use }) => use || '–' },
          { title: 'health.end', render: ({ ends, isKnown }) => (isKnown ? <End ends={ends} /> : '–') },
        ]}
      />
      {certificates.length ? null : <p className="govuk-body portal-muted">{text('health.noCertificates')}</p>}
    </>
  );
}

function Runs({ runs }: { runs: readonly LastRun[] }) {
  const text = useText();
  const format = useFormat();
  return (
    <SimpleTable
      caption="health.backups"
      rows={runs}
      rowKey={({ kind }) => kind}
      columns={[
        { title: 'health.part', render: ({ kind }) => text(`health.runs.${kind}`) },
        {
          title: 'health.since',
          render: ({ kind, endedAt }) => {
            if (!endedAt) return <Tag tone="amber">{text('health.never')}</Tag>;
            const hours = Math.max(0, Math.floor((now() - Date.parse(`${endedAt}Z`)) / HOUR_MS));
            const words = text('health.ago', { when: format.dateTime(endedAt), count: hours });
            return hours > freshHours[kind] ? <Tag tone="amber">{words}</Tag> : words;
          },
        },
        { title: 'health.took2', numeric: true, render: ({ seconds }) => (seconds === null ? '–' : text('health.seconds', { count: seconds })) },
        { title: 'health.found', render: ({ note }) => (note ? <span lang="en">{note}</span> : '–') },
      ]}
    />
  );
}

function GatewayFigures({ figures }: { figures: GatewayHealth['figures'] }) {
  const text = useText();
  const format = useFormat();
  const { gateways, alone, ...together } = figures;
  const rows = [{ instance: text('health.together'), startedAt: '', ...together }, ...(gateways.length > 1 ? gateways : [])];
  const number = (title: string, of: (row: Figures) => number) => ({ title, numeric: true, render: (row: Figures) => format.number(of(row)) });
  return (
    <>
      <SimpleTable
        caption="health.figures"
        rows={rows}
        rowKey={({ instance }) => instance}
        columns={[
          { title: 'health.instance', render: ({ instance }) => instance },
          { title: 'health.since', render: ({ startedAt }) => (startedAt ? format.dateTime(startedAt) : '–') },
          number('health.calls', ({ calls }) => calls),
          number('health.failed', ({ failed }) => failed),
          number('health.limited', ({ limited }) => limited),
          { title: 'health.p95', numeric: true, render: ({ p95 }) => (p95 === null ? '–' : text('health.ms', { count: p95 })) },
          number('health.pages', ({ pages }) => pages),
          number('health.officials', ({ officials }) => officials),
        ]}
      />
      {alone ? <p className="govuk-body portal-muted">{text(`health.alone.${alone}`)}</p> : null}
    </>
  );
}

const every = { staleTime: 0, refetchInterval: REFRESH_MS, retry: false } as const;

function Health({ services }: { services: readonly PortalService[] }) {
  const text = useText();
  const gateway = useQuery({
    queryKey: ['health', 'gateway'],
    queryFn: () => shellApi('/operations').get<GatewayHealth>('/health', { headers: background }),
    ...every,
  });
  const list = <T,>(api: string, path: string) => ({
    queryKey: ['health', api, path],
    queryFn: async ({ signal }: { signal: AbortSignal }) => (await shellApi(api).get<ListResult<T>>(path, { signal, headers: background })).records,
    ...every,
  });
  const parts = useQueries({ queries: services.map(({ api }) => list<PartState>(api, '/v1/parts')) });
  const keys = useQuery(list<KeyState>('/api/reference', '/v1/operations/keys'));
  const runs = useQuery(list<LastRun>('/api/reference', '/v1/operations/runs'));
  const rows: PartRow[] = [
    ...(gateway.data?.parts ?? []).map((part) => ({ of: 'health.gateway', ...part })),
    ...services.flatMap(({ title }, i): PartRow[] => {
      const { data, error } = parts[i] ?? {};
      if (error) return [{ of: title, part: 'service', state: 'down', detail: '', reason: asProblem(error).message }];
      return (data ?? []).map((part) => ({ of: title, ...part }));
    }),
  ];
  const missing = (what: string, error: unknown) =>
    error ? (
      <p className="govuk-inset-text" role="alert">
        {text('health.missing', { what: text(what), reason: asProblem(error).message })}
      </p>
    ) : null;
  return (
    <StaffPage title="health.title">
      <p className="govuk-body">{text('health.lead')}</p>
      {gateway.error ? <FailurePanel problem={asProblem(gateway.error)} retry={() => void gateway.refetch()} /> : null}
      {gateway.isPending || parts.some(({ isPending }) => isPending) ? <LoadingPanel /> : null}
      <Parts rows={rows} />
      {missing('health.backups', runs.error)}
      {runs.data && !runs.error ? <Runs runs={runs.data} /> : null}
      {missing('health.ends', keys.error)}
      <Ends certificates={gateway.data?.certificates ?? []} keys={keys.error ? [] : (keys.data ?? [])} />
      {gateway.data ? <GatewayFigures figures={gateway.data.figures} /> : null}
    </StaffPage>
  );
}

/** For operators: shows the parts of the portal, expiry dates, backups, and the gateways together. */
export default function HealthPage() {
  const registry = useRegistry();
  if (!registry) return <LoadingPanel />;
  return (
    <RequireRole anyOf={[JOBS_ADMIN]}>
      <Health services={portalServices(registry.areas)} />
    </RequireRole>
  );
}
