import { Button, SimpleTable, saveBlob, Tag, useFormat, useQueries, useText } from '@portal/web-kit';
import { useState } from 'react';
import { shellApi } from '../../areas/clients.ts';
import type { PortalService } from '../services.ts';

/** Whether a service's log can be trusted, and what its witness keeps of it. */
interface LogStanding {
  size: number;
  isWhole?: boolean;
  fault?: string;
  witness?: { size: number; secondsAgo: number; refusal?: string };
}

interface Row {
  service: PortalService;
  standing?: LogStanding;
  failed: boolean;
}

function State({ standing, failed }: Row) {
  const text = useText();
  if (failed) return <Tag tone="red">{text('audit.noAnswer')}</Tag>;
  if (standing?.fault) return <strong className="govuk-error-message">{standing.fault}</strong>;
  if (standing?.isWhole === undefined) return <>{standing ? text('audit.unknown') : ''}</>;
  return <Tag tone="green">{text('audit.whole')}</Tag>;
}

function Witness({ standing }: Row) {
  const text = useText();
  const format = useFormat();
  if (!standing) return null;
  const { witness } = standing;
  if (!witness) return <>{text('audit.noWitness')}</>;
  if (witness.refusal) return <strong className="govuk-error-message">{witness.refusal}</strong>;
  return <>{text('audit.witnessed', { size: format.number(witness.size), minutes: format.number(Math.round(witness.secondsAgo / 60)) })}</>;
}

/** The logs with their state; each can be taken away as a file, with the criteria of the page. */
export function Standing({ services, criteria }: { services: readonly PortalService[]; criteria: object[] }) {
  const text = useText();
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const answers = useQueries({
    queries: services.map(({ api }) => ({
      queryKey: ['audit', 'standing', api],
      queryFn: ({ signal }: { signal: AbortSignal }) => shellApi(api).get<{ model: LogStanding }>('/v1/audit/standing', { signal }),
      retry: false,
    })),
  });
  const take = async ({ api, name }: PortalService) => {
    setBusy(true);
    setFailed(false);
    try {
      saveBlob(await shellApi(api).blob('/v1/audit/search', { query: { q: { criteria } }, accept: 'text/csv' }), `audit-${name}.csv`);
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  const rows: Row[] = services.map((service, i) => ({ service, standing: answers[i]?.data?.model, failed: Boolean(answers[i]?.error) }));
  return (
    <>
      <h2 className="govuk-heading-m">{text('audit.standing')}</h2>
      <div role="alert">{failed ? <p className="govuk-error-message">{text('audit.failed')}</p> : null}</div>
      <SimpleTable
        caption="audit.standing"
        captionHidden
        rows={rows}
        rowKey={({ service }) => service.name}
        columns={[
          { title: 'audit.service', render: ({ service }) => text(service.title) },
          { title: 'audit.records', numeric: true, render: ({ standing }) => (standing ? format.number(standing.size) : '–') },
          { title: 'audit.state', render: (row) => <State {...row} /> },
          { title: 'audit.witness', render: (row) => <Witness {...row} /> },
          {
            title: 'audit.export',
            render: ({ service }) => (
              <span className="shell-audit__take">
                <Button variant="secondary" busy={busy} onClick={() => take(service)} aria-label={text('audit.exportOf', { service: text(service.title) })}>
                  {text('audit.export')}
                </Button>
              </span>
            ),
          },
        ]}
      />
    </>
  );
}
