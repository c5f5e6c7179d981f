import type { ReactNode } from 'react';
import { type PageProps, StaffPage } from '../components/page.tsx';
import { StatusTag } from '../components/tags.tsx';
import type { Label } from '../language/labels.ts';
import { CaseSteps } from './work/case-steps.tsx';
import { useDeskSteps } from './work/desk-steps.ts';
import { DoneMessage } from './work/done-message.tsx';
import { useListAddress } from './work/list-address.ts';

export interface DocumentPageProps extends Pick<PageProps, 'errors' | 'alerts' | 'onDismissAlerts' | 'actions'> {
  title: Label;
  /** Text above the title: the reference. */
  caption?: Label;
  status?: string | null;
  statusLabel?: Label;
  /** The address of the Back link: the list. */
  backTo?: string;
  summary: ReactNode;
  /** The decision panel. It stays visible beside a long document. */
  panel?: ReactNode;
}

/** A document as officers see it: the document on the left, the actions on the right. */
export function DocumentPage({ title, caption, status, statusLabel, backTo, summary, panel, actions, ...page }: DocumentPageProps) {
  const list = useListAddress();
  const steps = useDeskSteps();
  return (
    <StaffPage
      {...page}
      title={title}
      caption={caption}
      back={list ?? backTo}
      aside={steps ? <CaseSteps steps={steps} /> : undefined}
      actions={
        <>
          <StatusTag status={status} label={statusLabel} />
          {actions}
        </>
      }
    >
      {steps ? null : <DoneMessage />}
      <div className={`portal-document${panel ? '' : ' portal-document--alone'}`}>
        <div className="portal-document__summary">{summary}</div>
        {panel ? <div className="portal-document__panel portal-no-print">{panel}</div> : null}
      </div>
    </StaffPage>
  );
}
