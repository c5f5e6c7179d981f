import { asProblem, FailurePanel, type Label, LoadingPanel, RequireRole, StaffPage, useParams } from '@portal/web-kit';
import type { ReactNode } from 'react';
import type { CatalogueInfo } from 'svc-reference/contract';
import { ADMIN, adminBase, useCatalogues } from './catalogue-admin.api.ts';
import { t } from './texts.ts';

/** Page without its data: it shows that the data is loading, or why it could not be loaded. */
export function Waiting({ title = t.title, error, retry }: { title?: Label; error: unknown; retry: () => void }) {
  return (
    <StaffPage title={title} back={adminBase}>
      {error ? <FailurePanel problem={asProblem(error)} retry={retry} /> : <LoadingPanel />}
    </StaffPage>
  );
}

function Found({ children }: { children: (info: CatalogueInfo) => ReactNode }) {
  const { name = '' } = useParams();
  const { data, error, refetch } = useCatalogues();
  const info = data?.records.find((each) => each.name === name);
  if (info) return <div key={name}>{children(info)}</div>;
  return <Waiting error={error ?? (data ? { status: 404 } : undefined)} retry={() => void refetch()} />;
}

/** Frame of a screen for administrators about the catalogue that the address names. */
export function CatalogueFrame({ children }: { children: (info: CatalogueInfo) => ReactNode }) {
  return (
    <RequireRole anyOf={[ADMIN]}>
      <Found>{children}</Found>
    </RequireRole>
  );
}
