import {
  asProblem,
  FailurePanel,
  Link,
  LoadingPanel,
  RequireRole,
  SimpleTable,
  StaffPage,
  Tag,
  useFormat,
  useNavigate,
  useSearchParams,
  useText,
} from '@portal/web-kit';
import { PageSteps } from '@portal/web-kit/staff';
import { useId } from 'react';
import type { Proposal } from 'svc-reference/contract';
import { ADMIN, adminBase, pageSize, proposalScreen, useCatalogues, useProposals } from '../shared/catalogue-admin.api.ts';
import { t } from '../shared/texts.ts';
import { statusTones } from './status-tones.ts';

/** Lists the changes that wait for a second person, and the earlier ones with their outcome. */
export default function ProposalsScreen() {
  return (
    <RequireRole anyOf={[ADMIN]}>
      <Proposals />
    </RequireRole>
  );
}

function Proposals() {
  const text = useText();
  const format = useFormat();
  const navigate = useNavigate();
  const id = useId();
  const [query] = useSearchParams();
  const catalogue = query.get('catalogue') ?? '';
  const status = query.get('status') ?? 'WAITING';
  const page = Number(query.get('page')) || 1;
  const catalogues = useCatalogues();
  const { data, error, refetch } = useProposals({ status: status === 'ALL' ? undefined : status, catalogue: catalogue || undefined, page });
  const titleOf = (name: string) => text(catalogues.data?.records.find((each) => each.name === name)?.title ?? name);
  const go = (change: Record<string, string>) => navigate(`${adminBase}/proposals?${new URLSearchParams({ ...Object.fromEntries(query), ...change })}`);
  return (
    <StaffPage title={t.proposals} caption={catalogue ? titleOf(catalogue) : undefined} back={adminBase} focusKey="proposals">
      <p className="govuk-body">{text(t.proposalsLead)}</p>
      <div className="govuk-form-group">
        <label className="govuk-label" htmlFor={id}>
          {text(t.show)}
        </label>
        <select className="govuk-select" id={id} value={status} onChange={(event) => go({ status: event.target.value, page: '1' })}>
          {[...Object.keys(t.statuses), 'ALL'].map((each) => (
            <option key={each} value={each}>
              {text(t.statuses[each] ?? t.all)}
            </option>
          ))}
        </select>
      </div>
      {error ? <FailurePanel problem={asProblem(error)} retry={() => void refetch()} /> : null}
      {data ? (
        <>
          <SimpleTable<Proposal>
            caption={t.proposals}
            captionHidden
            rows={data.records}
            rowKey={(each) => each.id}
            empty={t.noProposals}
            columns={[
              {
                title: t.what,
                render: (each) => (
                  <Link className="govuk-link" to={proposalScreen(each.id)}>
                    {titleOf(each.catalogue)} · {each.code ?? text(t.size(format.number(each.size)))}
                  </Link>
                ),
              },
              { title: t.difference, render: ({ action }) => text(t.actions[action] ?? action) },
              { title: t.by, render: ({ proposedBy }) => proposedBy },
              { title: t.when, render: ({ proposedAt }) => format.dateTime(proposedAt) },
              { title: t.reason, render: ({ reason }) => reason ?? '' },
              { title: t.status, render: ({ documentStatus }) => <Tag tone={statusTones[documentStatus]}>{text(t.statuses[documentStatus] ?? '')}</Tag> },
            ]}
          />
          <PageSteps page={page} pages={Math.ceil(data.totalRecords / pageSize)} onPage={(next) => go({ page: String(next) })} />
        </>
      ) : error ? null : (
        <LoadingPanel />
      )}
    </StaffPage>
  );
}
