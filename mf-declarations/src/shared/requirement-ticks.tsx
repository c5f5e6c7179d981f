import { useText } from '@portal/web-kit';
import { CheckboxField, type Model, useWatch } from '@portal/web-kit/forms';
import { formTexts, requirementsEditable } from 'svc-declarations/contract';

interface Requirement {
  id?: string;
  description?: string;
  quantity?: number;
  confirmed?: boolean;
}

/**
 * Checks that the requirements are ticked in the form in this mode. Pages that show a document use a table instead, which also says what an officer has
 * confirmed.
 */
export const asksRequirements = (model: Model, mode: string): boolean =>
  requirementsEditable(mode) && ((model.requirements as unknown[] | undefined) ?? []).length > 0;

/** Returns the officer's tick on each requirement, in the form that the actions expect. */
export const confirmations = (rows: readonly Requirement[] | undefined): object[] =>
  (rows ?? []).map(({ id, confirmed }) => ({ id, confirmed: confirmed === true }));

/** The conditions of the journey, for the applicant to tick. */
export function RequirementTicks() {
  const text = useText();
  const rows: Requirement[] = useWatch({ name: 'requirements' }) ?? [];
  return (
    <>
      <p className="govuk-hint">{text(formTexts.requirementsHint)}</p>
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
