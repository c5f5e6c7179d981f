import type { Bilingual } from '@portal/contract-kit';
import {
  Button,
  Card,
  InsetText,
  Link,
  NotificationBanner,
  RequireRole,
  StaffPage,
  SummaryList,
  submitOnce,
  Tag,
  useApi,
  useFormat,
  useParams,
  useText,
} from '@portal/web-kit';
import { ReasonDialog } from '@portal/web-kit/staff';
import { useState } from 'react';
import type { Proposal } from 'svc-reference/contract';
import { FormLinks } from '../preview/form-links.tsx';
import { Uses } from '../record/uses.tsx';
import { ADMIN, adminBase, recordScreen, useCatalogues, useProposal } from '../shared/catalogue-admin.api.ts';
import { Differences } from '../shared/differences.tsx';
import { Waiting } from '../shared/loaded.tsx';
import { t } from '../shared/texts.ts';
import { useGivenNews } from '../shared/write-result.tsx';
import { statusTones } from './status-tones.ts';

/** Shows a proposal: who wrote it, what it changes, and the decision on it. */
export default function ProposalScreen() {
  const { id = '' } = useParams();
  return (
    <RequireRole anyOf={[ADMIN]}>
      <Loaded key={id} id={id} />
    </RequireRole>
  );
}

function Loaded({ id }: { id: string }) {
  const { data, error, refetch } = useProposal(id);
  if (!data) return <Waiting title={t.proposal} error={error} retry={() => void refetch()} />;
  return <One proposal={data.model} offered={data.actions.map(({ name }) => name)} reload={() => void refetch()} />;
}

/** Largest number of changes for which this page shows where each record is used. With more changes only the page of each record shows it. */
const maxChangesWithUses = 5;

const decisions: { name: 'approve' | 'reject' | 'withdraw'; label: Bilingual; title: Bilingual; warning: boolean }[] = [
  { name: 'approve', label: t.approve, title: t.approveTitle, warning: false },
  { name: 'reject', label: t.reject, title: t.rejectTitle, warning: true },
  { name: 'withdraw', label: t.withdraw, title: t.withdrawTitle, warning: true },
];

function One({ proposal, offered, reload }: { proposal: Proposal; offered: readonly string[]; reload: () => void }) {
  const {
    id,
    version,
    catalogue,
    code,
    action,
    documentStatus,
    reason,
    proposedBy,
    proposedAt,
    decidedBy,
    decidedAt,
    decision,
    size,
    mine,
    changes = [],
  } = proposal;
  const text = useText();
  const format = useFormat();
  const api = useApi();
  const { data } = useCatalogues();
  const [asked, setAsked] = useState<(typeof decisions)[number]>();
  const [done, setDone] = useState(useGivenNews().done);
  const info = data?.records.find(({ name }) => name === catalogue);
  const open = decisions.filter(({ name }) => offered.includes(name));
  return (
    <StaffPage
      title={t.proposal}
      caption={info?.title}
      back={`${adminBase}/proposals`}
      actions={
        <>
          <span className="portal-catalogues__standing">
            <Tag tone={statusTones[documentStatus]}>{text(t.statuses[documentStatus] ?? '')}</Tag>
          </span>
          {open.map((each) => (
            <Button key={each.name} variant={each.warning ? 'secondary' : 'primary'} onClick={() => setAsked(each)}>
              {text(each.label)}
            </Button>
          ))}
        </>
      }
    >
      {done ? (
        <NotificationBanner tone="success" focus>
          <p className="govuk-body">{text(t.done[done])}</p>
        </NotificationBanner>
      ) : null}
      {documentStatus === 'WAITING' ? <FormLinks catalogue={catalogue} proposal={id} /> : null}
      {mine && documentStatus === 'WAITING' ? <InsetText>{text(t.own)}</InsetText> : null}
      <SummaryList
        compact
        rows={[
          { label: t.what, value: `${text(t.actions[action] ?? action)} · ${code ?? text(t.size(format.number(size)))}` },
          { label: t.by, value: `${proposedBy}, ${format.dateTime(proposedAt)}` },
          { label: t.reason, value: reason ?? '' },
          ...(decidedBy && decidedAt ? [{ label: t.decidedBy, value: `${decidedBy}, ${format.dateTime(decidedAt)}${decision ? `: ${decision}` : ''}` }] : []),
        ]}
      />
      {size > changes.length ? <p className="govuk-body">{text(t.first(format.number(changes.length)))}</p> : null}
      {changes.map((change) => (
        <Card
          key={change.code}
          title={{ en: `${change.code} · ${change.name}`, pt: `${change.code} · ${change.name}` }}
          actions={
            change.action === 'create' && documentStatus !== 'APPROVED' ? undefined : (
              <Link className="govuk-link" to={recordScreen(catalogue, change.code)}>
                {text(t.record)}
                <span className="govuk-visually-hidden"> {change.code}</span>
              </Link>
            )
          }
        >
          <Differences differences={change.differences} info={info} of={change.code} />
          {change.action === 'create' || changes.length > maxChangesWithUses ? null : <Uses catalogue={catalogue} code={change.code} titled />}
        </Card>
      ))}
      {asked ? (
        <ReasonDialog
          title={asked.title}
          confirmLabel={asked.label}
          variant={asked.warning ? 'warning' : 'primary'}
          label={t.reason}
          hint={t.reasonHint}
          onClose={() => setAsked(undefined)}
          onConflict={reload}
          onConfirm={async (given) => {
            const url = `/v1/catalogue-proposals/${id}/actions/${asked.name}`;
            await submitOnce(api, { scope: url, url, body: { version, reason: given } });
            setAsked(undefined);
            setDone(asked.name);
            reload();
          }}
        />
      ) : null}
    </StaffPage>
  );
}
