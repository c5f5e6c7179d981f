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
  useLocation,
  useNavigate,
  useSearchParams,
  useText,
} from '@portal/web-kit';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { AUDITOR } from '../../layout/staff-menu.ts';
import { useRegistry } from '../../layout/use-registry.ts';
import { type PortalService, portalServices } from '../services.ts';
import { texts } from './audit.texts.ts';
import { LogTable } from './log-table.tsx';
import {
  type AuditFilter,
  beginTrail,
  continueTrail,
  criteriaOf,
  filterFrom,
  filterNames,
  filterQuery,
  findPerson,
  hasOlder,
  mergedTrail,
  type PersonDocuments,
  personCriterion,
  type ServiceTrail,
  type TrailRecord,
} from './trail.ts';

addTexts('shell', texts);

interface Trail {
  trails: ServiceTrail[];
  reading: boolean;
  /** Loads older records. */
  more(): void;
}

/**
 * Loads the trail of a filter. It is loaded only when the filter changes, because each reading is itself recorded.
 * @param number number of the passport or identity card of the person whose documents are searched; empty for any person
 */
function useTrail(
  services: readonly PortalService[],
  filter: AuditFilter,
  number: string,
): Trail & { criteria: object[]; person: PersonDocuments | undefined } {
  const [trails, setTrails] = useState<ServiceTrail[]>([]);
  const [person, setPerson] = useState<PersonDocuments>();
  const [reading, setReading] = useState(true);
  const stop = useRef(new AbortController());
  const criteria = useRef<object[]>([]);
  const latest = useRef(services);
  latest.current = services;
  const query = filterQuery(filter);
  const read = async (work: (signal: AbortSignal) => Promise<ServiceTrail[]>) => {
    const { signal } = stop.current;
    setReading(true);
    const next = await work(signal);
    if (signal.aborted) return;
    setTrails(next);
    setReading(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `query` is the filter as a text
  useEffect(() => {
    stop.current = new AbortController();
    const asked = criteriaOf(filter, new Date().toISOString().slice(0, 19));
    // Until the person's documents are known, the criteria match nothing, so that no export contains other persons' records.
    criteria.current = number ? [...asked, personCriterion([])] : asked;
    setTrails([]);
    setPerson(undefined);
    void read(async (signal) => {
      if (!number) return beginTrail(latest.current, criteria.current, signal);
      const found = await findPerson(latest.current, number, signal);
      if (signal.aborted) return [];
      setPerson(found);
      if (found.documents.length === 0) return found.down;
      criteria.current = [...asked, personCriterion(found.documents)];
      const answering = latest.current.filter(({ name }) => found.down.every(({ service }) => service.name !== name));
      return [...found.down, ...(await beginTrail(answering, criteria.current, signal))];
    });
    return () => stop.current.abort();
  }, [query, number]);
  return { trails, reading, person, criteria: criteria.current, more: () => void read((signal) => continueTrail(trails, criteria.current, signal)) };
}

interface FilterFormProps {
  filter: AuditFilter;
  number: string;
  onChange(filter: AuditFilter, number: string): void;
}

function FilterForm({ filter, number, onChange }: FilterFormProps) {
  const text = useText();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const of = (name: string) => String(given.get(name) ?? '').trim();
    onChange(Object.fromEntries(filterNames.map((name) => [name, of(name)])) as unknown as AuditFilter, of('person'));
  };
  return (
    <form className="shell-audit__filter" onSubmit={submit} key={`${filterQuery(filter)} ${number}`}>
      <div className="govuk-form-group shell-audit__person">
        <label className="govuk-label" htmlFor="audit-person">
          {text('audit.person')}
        </label>
        <div id="audit-person-hint" className="govuk-hint">
          {text('audit.personHint')}
        </div>
        <input className="govuk-input" id="audit-person" name="person" aria-describedby="audit-person-hint" autoComplete="off" defaultValue={number} />
      </div>
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
        {filterQuery(filter) || number ? (
          <Link className="govuk-link" to="/staff/audit">
            {text('audit.clear')}
          </Link>
        ) : null}
      </ButtonGroup>
    </form>
  );
}

/** Shows the reason that was given, if any, and the other recorded details. */
function Details({ record: { details, reason } }: { record: TrailRecord }) {
  const text = useText();
  const hasDetails = details !== null && Object.keys(details).length > 0;
  return (
    <>
      {reason ? (
        <p className="govuk-body-s shell-audit__reason">
          <strong>{text('audit.reason')}:</strong> {reason}
        </p>
      ) : null}
      {hasDetails ? (
        <details>
          <summary>{text('audit.details')}</summary>
          <code className="shell-audit__details">{JSON.stringify(details, null, 1)}</code>
        </details>
      ) : null}
    </>
  );
}

/** Names the user, with a link to everything else that this account did. The public and the portal itself have no account. */
function Who({ record: { userName, userSub } }: { record: TrailRecord }) {
  const text = useText();
  if (!userSub) return <>{userName}</>;
  return (
    <Link className="govuk-link" to={`/staff/audit?${new URLSearchParams({ account: userSub })}`} aria-label={text('audit.allBy', { name: userName })}>
      {userName}
    </Link>
  );
}

/** Links to everything else that was recorded for the same request. */
function Request({ record: { requestId } }: { record: TrailRecord }) {
  const text = useText();
  return (
    <Link
      className="govuk-link shell-audit__number"
      to={`/staff/audit?${new URLSearchParams({ request: requestId })}`}
      aria-label={text('audit.allOfRequest', { request: requestId })}
    >
      {requestId}
    </Link>
  );
}

/** Lists the documents that were found for the number of a person. */
function Person({ person: { documents, incomplete } }: { person: PersonDocuments }) {
  const text = useText();
  if (documents.length === 0) return <p className="govuk-inset-text">{text('audit.ofPersonNone')}</p>;
  return (
    <section className="govuk-inset-text" aria-labelledby="audit-of-person">
      <h2 className="govuk-heading-s" id="audit-of-person">
        {text('audit.ofPerson', { count: documents.length })}
      </h2>
      <ul className="govuk-list">
        {documents.map(({ documentId, reference, title }) => (
          <li key={documentId}>
            {text(title)}{' '}
            <Link
              className="govuk-link"
              to={`/staff/audit?${new URLSearchParams({ document: documentId })}`}
              aria-label={text('audit.trail', { reference: reference ?? documentId })}
            >
              {reference ?? documentId}
            </Link>
          </li>
        ))}
      </ul>
      {incomplete ? <p className="govuk-body">{text('audit.ofPersonPart')}</p> : null}
      <p className="govuk-hint">{text('audit.ofPersonMore')}</p>
    </section>
  );
}

/** Names the document or record that was acted on, with a link to everything else that was done to it. */
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
        {reading
          ? ''
          : records.length === 0
            ? text('audit.none')
            : text(trails.some(({ atLeast }) => atLeast) ? 'audit.countAtLeast' : 'audit.count', {
                shown: format.number(records.length),
                count: total,
              })}
      </p>
      {records.length > 0 ? (
        <SimpleTable
          caption="audit.title"
          captionHidden
          rows={records}
          rowKey={({ service, id }) => `${service.name} ${id}`}
          columns={[
            { title: 'audit.time', render: ({ at }) => format.dateTime(at) },
            { title: 'audit.who', render: (record) => <Who record={record} /> },
            { title: 'audit.action', render: ({ action }) => action },
            { title: 'audit.what', render: (record) => <Subject record={record} /> },
            { title: 'audit.request', render: (record) => <Request record={record} /> },
            { title: 'audit.details', render: (record) => <Details record={record} /> },
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
  // The number is stored in the entry of the browser's history and never in an address, because a passport number is personal data.
  const { person: number = '' } = (useLocation().state ?? {}) as { person?: string };
  const { criteria, person, ...trail } = useTrail(services, filter, number);
  return (
    <StaffPage title="audit.title" focusKey={`${filterQuery(filter)} ${number}`}>
      <p className="govuk-body">{text('audit.lead')}</p>
      <FilterForm
        filter={filter}
        number={number}
        onChange={(changed, asked) => navigate(`/staff/audit?${filterQuery(changed)}`, asked ? { state: { person: asked } } : {})}
      />
      {person ? <Person person={person} /> : null}
      <Records {...trail} />
      <LogTable services={services} criteria={criteria} />
    </StaffPage>
  );
}

/** For auditors: shows the audit logs of all services as one. */
export default function AuditPage() {
  const registry = useRegistry();
  if (!registry) return <LoadingPanel />;
  return (
    <RequireRole anyOf={[AUDITOR]}>
      <AuditLog services={portalServices(registry.areas)} />
    </RequireRole>
  );
}
