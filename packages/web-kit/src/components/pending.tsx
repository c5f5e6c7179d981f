import type { ReactNode } from 'react';
import { asProblem } from '../api/problem.ts';
import type { Label } from '../language/labels.ts';
import { BackLink, PublicPage, StaffPage } from './page.tsx';
import { FailurePanel, LoadingPanel } from './states.tsx';

export interface PendingQuery {
  error: unknown;
  refetch(): unknown;
}

/** Stands in place of a query's data: it is loading, or it failed and can be tried again. @param page the failure is the whole page's */
export function Pending({ query, page }: { query: PendingQuery; page?: boolean }) {
  if (!query.error) return <LoadingPanel />;
  return <FailurePanel problem={asProblem(query.error)} retry={() => void query.refetch()} page={page} />;
}

/**
 * The public's page of a document that is loading. One that cannot be had has no title that says what it would be.
 * @param children a way on from a failure
 */
export function PendingPage({ title, back, query, children }: { title: Label; back: string; query: PendingQuery; children?: ReactNode }) {
  if (!query.error) {
    return (
      <PublicPage title={title} back={back}>
        <LoadingPanel />
      </PublicPage>
    );
  }
  return (
    <div className="portal-public">
      <div className="portal-page-top">
        <BackLink to={back} />
      </div>
      <Pending query={query} page />
      {children}
    </div>
  );
}

/** The same of an officer's page. */
export function PendingStaffPage({ title, query }: { title: Label; query: PendingQuery }) {
  if (query.error) return <Pending query={query} page />;
  return (
    <StaffPage title={title}>
      <LoadingPanel />
    </StaffPage>
  );
}
