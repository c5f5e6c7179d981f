import { useFormat, useText } from '@portal/web-kit';
import { StaleDialog, type StaleDialogProps } from '@portal/web-kit/staff';
import type { CatalogueInfo } from 'svc-reference/contract';
import { useHistory } from '../shared/catalogue-admin.api.ts';
import { Differences } from '../shared/differences.tsx';
import { t } from '../shared/texts.ts';

/**
 * A dialog that appears when somebody else has changed the record first: it says who, when and what, and that what was typed is kept.
 * @param since the version that the form is about
 */
export function StaleRecord({ info, code, since, ...dialog }: StaleDialogProps & { info: CatalogueInfo; code: string; since: number }) {
  const text = useText();
  const { dateTime } = useFormat();
  const { current } = dialog.problem;
  const { data } = useHistory(info.name, code, current?.version ?? since);
  const changes = (data?.records ?? []).filter(({ version }) => version > since);
  return (
    <StaleDialog {...dialog} title={t.staleTitle}>
      <p className="govuk-body">{current ? text(t.stale(current.changedBy, dateTime(current.changedAt))) : dialog.problem.message}</p>
      {changes.map(({ version, differences }) => (
        <Differences key={version} differences={differences} info={info} of={String(version)} />
      ))}
      <p className="govuk-body">{text(t.staleKept)}</p>
    </StaleDialog>
  );
}
