import { SummaryList, useText } from '@portal/web-kit';
import { CheckboxField, useWatch } from '@portal/web-kit/forms';
import { shared } from './texts.ts';

interface Requirement {
  id?: string;
  description?: string;
  quantity?: number;
  accepted?: boolean;
  confirmed?: boolean;
}

/** The conditions of the journey, ticked by the applicant. */
export function RequirementTicks({ editable }: { editable: boolean }) {
  const text = useText();
  const rows: Requirement[] = useWatch({ name: 'requirements' }) ?? [];
  if (!editable)
    return <SummaryList compact rows={rows.map((row) => ({ label: row.description ?? '', value: text(row.accepted ? shared.yes : shared.no) }))} />;
  return (
    <>
      <p className="govuk-hint">{text(shared.requirementsHint)}</p>
      {rows.map((row, index) => (
        <CheckboxField
          key={row.id ?? index}
          name={`requirements.${index}.accepted`}
          label={row.quantity ? `${row.description} (${row.quantity})` : (row.description ?? '')}
          required={false}
        />
      ))}
    </>
  );
}
