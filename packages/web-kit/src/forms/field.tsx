import type { ReactNode } from 'react';
import { get, useFormState } from 'react-hook-form';
import { fieldId, normalisePath } from '../components/page-error.ts';
import { Text } from '../components/text.tsx';
import { Bilingual } from '../language/bilingual.tsx';
import { useKitText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';

/** The properties that all fields have. */
export interface FieldProps {
  /** The dotted path of the value in the document. */
  name: string;
  label: Label;
  hint?: Label;
  /** Whether the label is without "(optional)": false shows it. The contract decides whether the field is really required. */
  required?: boolean;
  readOnly?: boolean;
  autoComplete?: string;
}

/** Returns the label, error and ids of a field. All field components are built on this hook. */
export function useField(name: string, hint?: Label) {
  const { errors } = useFormState();
  const id = fieldId(name);
  const found: unknown = get(errors, normalisePath(name));
  const message = found && typeof found === 'object' && 'message' in found && typeof found.message === 'string' ? found.message : undefined;
  const errorId = `${id}-error`;
  const hintId = `${id}-hint`;
  const describedBy = [hint ? hintId : '', message ? errorId : ''].filter(Boolean).join(' ') || undefined;
  return { id, message, errorId, hintId, describedBy };
}

export function ErrorText({ id, message }: { id: string; message?: string }) {
  const text = useKitText();
  if (!message) return null;
  return (
    <p className="govuk-error-message" id={id}>
      <span className="govuk-visually-hidden">{text('errors.prefix')}</span> {message}
    </p>
  );
}

export function HintText({ id, hint }: { id: string; hint?: Label }) {
  return hint ? (
    <div className="govuk-hint" id={id}>
      <Text label={hint} />
    </div>
  ) : null;
}

/** The label, hint, error and control of a field with one control. */
export function FieldGroup({
  name,
  label,
  hint,
  required,
  children,
  labelId,
}: {
  name: string;
  label: Label;
  hint?: Label;
  required?: boolean;
  children: ReactNode;
  labelId?: string;
}) {
  const field = useField(name, hint);
  const text = useKitText();
  return (
    <div className={`govuk-form-group${field.message ? ' govuk-form-group--error' : ''}`}>
      <label className="govuk-label" htmlFor={field.id} id={labelId}>
        <Bilingual label={label} suffix={required === false ? text('field.optional') : undefined} />
      </label>
      <HintText id={field.hintId} hint={hint} />
      <ErrorText id={field.errorId} message={field.message} />
      {children}
    </div>
  );
}

/** The legend, hint, error and controls of a field with several controls. */
export function FieldsetGroup({
  name,
  label,
  hint,
  required,
  children,
  id,
}: {
  name: string;
  label: Label;
  hint?: Label;
  required?: boolean;
  children: ReactNode;
  id?: string;
}) {
  const field = useField(name, hint);
  const text = useKitText();
  return (
    <div className={`govuk-form-group${field.message ? ' govuk-form-group--error' : ''}`} id={id}>
      <fieldset className="govuk-fieldset" aria-describedby={field.describedBy}>
        <legend className="govuk-fieldset__legend portal-legend">
          <Bilingual label={label} suffix={required === false ? text('field.optional') : undefined} />
        </legend>
        <HintText id={field.hintId} hint={hint} />
        <ErrorText id={field.errorId} message={field.message} />
        {children}
      </fieldset>
    </div>
  );
}
