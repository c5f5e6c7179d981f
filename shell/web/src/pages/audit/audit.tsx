import {
  addTexts,
  Button,
  ButtonGroup,
  Link,
  LoadingPanel,
  RequireRole,
  SimpleTable,
  StaffPage,
  useFormat,
  useNavigate,
  useSearchParams,
  useText,
} from '@portal/web-kit';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { AUDITOR } from '../../layout/staff-menu.ts';
import { useRegistry } from '../../layout/use-registry.ts';
import { type PortalService, portalServices } from '../services.ts';
import { texts } from './audit.texts.ts';
import { Standing } from './standing.tsx';
import {
  type AuditFilter,
  beginTrail,
  continueTrail,
  criteriaOf,
  filterFrom,
  filterNames,
  filterQuery,
  hasOlder,
  mergedTrail,
  type ServiceTrail,
  type TrailRecord,
} from './trail.ts';

addTexts('shell', texts);

interface Trail {
  trails: ServiceTrail[];
  reading: boolean;
  /** Reads older records. */
  more(): void;
}

/** The trail of a filter. It is read when the filter changes, and not again by itself: every reading is recorded. */
function useTrail(services: readonly PortalService[], filter: AuditFilter): Trail & { criteria: object[] } {
  const [trails, setTrails] = useState<ServiceTrail[]>([]);
  const [reading, setReading] = useState(true);
  const stop = useRef(new AbortController());
  const criteria = useRef<object[]>([]);
  const latest = useRef(services);
  latest.current = services;
  const asked = filterQuery(filter);
  const read = async (work: (signal: AbortSignal) => Promise<ServiceTrail[]>) => {
    const { signal } = stop.current;
    setReading(true);
    const next = await work(signal);
    if (signal.aborted) return;
    setTrails(next);
    setReading(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` is the filter as a text
  useEffect(() => {
    stop.current = new AbortController();
    criteria.current = criteriaOf(filter, new Date().toISOString().slice(0, 19));
    setTrails([]);
    void read((signal) => beginTrail(latest.current, criteria.current, signal));
    return () => stop.current.abort();
  }, [asked]);
  return { trails, reading, criteria: criteria.current, more: () => void read((signal) => continueTrail(trails, criteria.current, signal)) };
}

function FilterForm({ filter, onChange }: { filter: AuditFilter; onChange: (filter: AuditFilter) => void }) {
  const text = useText();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    onChange(Object.fromEntries(filterNames.map((name) => [name, String(given.get(name) ?? '').trim()])) as unknown as AuditFilter);
  };
  return (
    <form className="shell-audit__filter" onSubmit={submit} key={filterQuery(filter)}>
      {filterNames.map((name) => (
        <div key={name} className="govuk-form-group">
          <label className="govuk-label" htmlFor={`audit-${name}`}>
            {text(`audit.${name}`)}
          </label>
          <input
            className="govuk-input"
            id={`audit-${name}`}
            name={name}
            type={name === 'from' || name === 'until' ? 'date' : 'text'}
            autoComplete="off"
            defaultValue={filter[name]}
          />
        </div>
      ))}
      <ButtonGroup>
        <Button type="submit">{text('audit.search')}</Button>
        {filterQuery(filter) ? (
          <Link className="govuk-link" to="/staff/audit">
            {text('audit.clear')}
          </Link>
        ) : null}
      </ButtonGroup>
    </form>
  );
}

function Details({ details }: Pick<TrailRecord, 'details'>) {
  const text = useText();
  if (!details || Object.keys(details).length === 0) return null;
  return (
    <details>
      <summary>{text('audit.details')}</summary>
      <code className="shell-audit__details">{JSON.stringify(details, null, 1)}</code>
    </details>
  );
}

/** What it was done on, with a link to everything else that was done on it. */
function Subject({ record: { kind, reference, documentId, service } }: { record: TrailRecord }) {
  const text = useText();
  const name = reference ?? documentId;
  return (
    <>
      <span className="portal-muted">
        {text(service.title)} · {kind}
      </span>
      {documentId && name ? (
        <>
          <br />
          <Link
            className="govuk-link"
            to={`/staff/audit?${new URLSearchParams({ document: documentId })}`}
            aria-label={text('audit.trail', { reference: name })}
          >
            {name}
          </Link>
        </>
      ) : null}
    </>
  );
}

function Records({ trails, reading, more }: Trail) {
  const text = useText();
  const format = useFormat();
  const records = mergedTrail(trails);
  const total = trails.reduce((sum, trail) => sum + trail.total, 0);
  return (
    <>
      {trails
        .filter(({ failure }) => failure)
        .map(({ service, failure }) => (
          <p key={service.name} className="govuk-inset-text" role="alert">
            {text('audit.down', { service: text(service.title), reason: failure ?? '' })}
          </p>
        ))}
      <p className="govuk-body" role="status">
        {reading ? '' : records.length === 0 ? text('audit.none') : text('audit.count', { shown: format.number(records.length), count: format.number(total) })}
      </p>
      {records.length > 0 ? (
        <SimpleTable
          caption="audit.title"
          captionHidden
          rows={records}
          rowKey={({ service, id }) => `${service.name} ${id}`}
          columns={[
            { title: 'audit.time', render: ({ at }) => format.dateTime(at) },
            { title: 'audit.who', render: ({ userName }) => userName },
            { title: 'audit.action', render: ({ action }) => action },
            { title: 'audit.what', render: (record) => <Subject record={record} /> },
            { title: 'audit.request', render: ({ requestId }) => <span className="shell-audit__number">{requestId}</span> },
            { title: 'audit.details', render: ({ details }) => <Details details={details} /> },
          ]}
        />
      ) : null}
      {reading ? <LoadingPanel /> : null}
      {!reading && hasOlder(trails) ? (
        <Button variant="secondary" onClick={more}>
          {text('audit.older')}
        </Button>
      ) : null}
    </>
  );
}

function AuditLog({ services }: { services: readonly PortalService[] }) {
  const text = useText();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const filter = filterFrom(query);
  const { criteria, ...trail } = useTrail(services, filter);
  return (
    <StaffPage title="audit.title" focusKey={filterQuery(filter)}>
      <p className="govuk-body">{text('audit.lead')}</p>
      <FilterForm filter={filter} onChange={(changed) => navigate(`/staff/audit?${filterQuery(changed)}`)} />
      <Records {...trail} />
      <Standing services={services} criteria={criteria} />
    </StaffPage>
  );
}

/** For auditors: the audit logs of all services as one. */
export default function AuditPage() {
  const registry = useRegistry();
  if (!registry) return <LoadingPanel />;
  return (
    <RequireRole anyOf={[AUDITOR]}>
      <AuditLog services={portalServices(registry.areas)} />
    </RequireRole>
  );
}
