import { Button, SimpleTable, saveBlob, Tag, useFormat, useQueries, useText } from '@portal/web-kit';
import { useState } from 'react';
import { shellApi } from '../../areas/clients.ts';
import type { PortalService } from '../services.ts';

/** Whether a service's log is intact, and what the witness of the log has stored. */
interface LogStanding {
  size: number;
  rootHash: string;
  signedAt: string | null;
  isWhole?: boolean;
  fault?: string;
  witness?: { size: number; rootHash?: string; signedAt?: string; secondsAgo: number; refusal?: string };
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

/** A signed head of a log: the number of its records, and the hash over all of them. */
function Head({ size, rootHash, signedAt }: Pick<LogStanding, 'size' | 'rootHash'> & { signedAt: string }) {
  const text = useText();
  const format = useFormat();
  return (
    <>
      {text('audit.headOf', { count: size, when: format.dateTime(signedAt) })}
      <code className="shell-audit__hash">{rootHash}</code>
    </>
  );
}

function Witness({ standing }: Row) {
  const text = useText();
  const format = useFormat();
  if (!standing) return null;
  const { witness } = standing;
  if (!witness) return <>{text('audit.noWitness')}</>;
  if (witness.refusal) return <strong className="govuk-error-message">{witness.refusal}</strong>;
  const { rootHash, signedAt, size, secondsAgo } = witness;
  if (!rootHash || !signedAt) return <>{text('audit.notReached')}</>;
  return (
    <>
      <Head size={size} rootHash={rootHash} signedAt={signedAt} />
      {text('audit.witnessed', { minutes: format.number(Math.round(secondsAgo / 60)) })}
    </>
  );
}

/** Lists the logs with their state. Each log can be exported as a file, with the criteria of the page. */
export function LogTable({ services, criteria }: { services: readonly PortalService[]; criteria: object[] }) {
  const text = useText();
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
      saveBlob(await shellApi(api).blob('/v1/audit/search', { method: 'POST', body: { criteria }, accept: 'text/csv' }), `audit-${name}.csv`);
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
          { title: 'audit.state', render: (row) => <State {...row} /> },
          {
            title: 'audit.head',
            render: ({ standing }) => (standing?.signedAt ? <Head size={standing.size} rootHash={standing.rootHash} signedAt={standing.signedAt} /> : '–'),
          },
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
