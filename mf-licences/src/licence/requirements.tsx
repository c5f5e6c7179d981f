import { lazyPart, SimpleTable, useText } from '@portal/web-kit';
import { CheckboxField, useWatch } from '@portal/web-kit/forms';
import type { LicenceRequirement } from 'svc-licences/contract';
import { type Codes, EmptyListMessage } from './empty-list-message.tsx';
import { t } from './texts.ts';

// Only officers confirm, so this part is lazy loaded and applicants do not download it.
const ConfirmAll = lazyPart(() => import('@portal/web-kit/staff').then(({ ConfirmAll }) => ({ default: ConfirmAll })));

/** The requirements: ticked by the applicant, confirmed by the officer, read-only for everyone else. */
export function Requirements({ part, rows, codes }: { part: 'accept' | 'confirm' | 'read'; rows: readonly LicenceRequirement[]; codes: Codes }) {
  const text = useText();
  if (rows.length === 0 || codes.includes(undefined)) return <EmptyListMessage codes={codes} choose={t.requirementsChoose} none={t.requirementsNone} />;
  if (part === 'read') {
    return (
      <SimpleTable
        caption={t.requirementsTable}
        captionHidden
        rows={rows}
        rowKey={(row, index) => row.id ?? String(index)}
        columns={[
          { title: t.requirement, render: (row) => <span className="portal-lines">{row.description}</span> },
          { title: t.provided, render: (row) => text(row.accept ? t.yes : t.no) },
          { title: t.confirmed, render: (row) => text(row.confirmed ? t.yes : t.no) },
        ]}
      />
    );
  }
  return (
    <>
      <p className="govuk-hint">{text(part === 'accept' ? t.requirementsAccept : t.requirementsConfirm)}</p>
      {part === 'confirm' ? <ConfirmAll name="requirements" /> : null}
      {rows.map((row, index) =>
        part === 'accept' ? (
          <CheckboxField key={row.id} name={`requirements.${index}.accept`} label={row.description ?? ''} required={false} />
        ) : (
          <CheckboxField key={row.id} name={`requirements.${index}.confirmed`} label={row.description ?? ''} hint={row.accept ? t.provided : t.notProvided} />
        ),
      )}
    </>
  );
}

/** Shows the requirements inside a form, with the rows of the form. */
export function LiveRequirements({ part, codes }: { part: 'accept' | 'confirm' | 'read'; codes: Codes }) {
  const rows = useWatch({ name: 'requirements' }) as LicenceRequirement[] | undefined;
  return <Requirements part={part} rows={rows ?? []} codes={codes} />;
}
