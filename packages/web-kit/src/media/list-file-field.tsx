import { useId } from 'react';
import { fieldId } from '../components/page-error.ts';
import { Text } from '../components/text.tsx';
import type { Label } from '../language/labels.ts';

/** The name of the field in the form, and in the lines of the error summary that link to it. */
export const listFileField = 'file';

export interface ListFileFieldProps {
  label: Label;
  hint: Label;
  /** What is wrong with the file; an empty text if nothing is. */
  fault: string;
  disabled?: boolean;
}

/** An input for a file that holds a list of rows, as CSV or XLSX. */
export function ListFileField({ label, hint, fault, disabled }: ListFileFieldProps) {
  const id = fieldId(listFileField);
  const [hintId, errorId] = [`${useId()}hint`, `${useId()}error`];
  return (
    <div className={`govuk-form-group portal-upload${fault ? ' govuk-form-group--error' : ''}`}>
      <label className="govuk-label" htmlFor={id}>
        <Text label={label} />
      </label>
      <div className="govuk-hint" id={hintId}>
        <Text label={hint} />
      </div>
      {fault ? (
        <p className="govuk-error-message" id={errorId}>
          {fault}
        </p>
      ) : null}
      <input
        className="govuk-file-upload"
        type="file"
        id={id}
        name={listFileField}
        accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        disabled={disabled}
        aria-describedby={`${hintId}${fault ? ` ${errorId}` : ''}`}
        aria-invalid={fault ? true : undefined}
      />
    </div>
  );
}

/** Returns the file that was chosen in a form with this field; undefined if none was chosen. */
export function listFileIn(form: HTMLFormElement): File | undefined {
  const file = new FormData(form).get(listFileField);
  return file instanceof File && file.name !== '' ? file : undefined;
}
