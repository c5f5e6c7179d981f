import type { ReactNode } from 'react';
import { asProblem } from '../api/problem.ts';
import type { Label } from '../language/labels.ts';
import { BackLink, PublicPage, StaffPage } from './page.tsx';
import { FailurePanel, LoadingPanel } from './states.tsx';

export interface PendingQuery {
  error: unknown;
  refetch(): unknown;
}

/**
 * A placeholder for the data of a query, which is either loading or has failed and can be tried again. @param page whether the failure replaces the whole page
 */
export function Pending({ query, page }: { query: PendingQuery; page?: boolean }) {
  if (!query.error) return <LoadingPanel />;
  return <FailurePanel problem={asProblem(query.error)} retry={() => void query.refetch()} page={page} />;
}

/**
 * A placeholder for the public page of a document that is loading. If the document cannot be loaded, the page shows no title, because the title would name
 * something that is not there.
 * @param children a way to go on after a failure
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

/** A placeholder for an officer's page that is loading. */
export function PendingStaffPage({ title, query }: { title: Label; query: PendingQuery }) {
  if (query.error) return <Pending query={query} page />;
  return (
    <StaffPage title={title}>
      <LoadingPanel />
    </StaffPage>
  );
}
