import type { ComponentProps } from 'react';
import { useKitText } from '../../language/i18n.ts';

interface TextBoxProps extends Omit<ComponentProps<'textarea'>, 'id'> {
  id: string;
  label: string;
  hint?: string;
  error?: string;
}

/** A text of several lines, with its label, hint and error. */
export function TextBox({ id, label, hint, error, ...rest }: TextBoxProps) {
  const text = useKitText();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div className={`govuk-form-group${error ? ' govuk-form-group--error' : ''}`}>
      <label className="govuk-label" htmlFor={id}>
        {label}
      </label>
      {hint ? (
        <div className="govuk-hint" id={`${id}-hint`}>
          {hint}
        </div>
      ) : null}
      <div role="alert">
        {error ? (
          <p className="govuk-error-message" id={`${id}-error`}>
            <span className="govuk-visually-hidden">{text('errors.prefix')}</span> {error}
          </p>
        ) : null}
      </div>
      <textarea
        {...rest}
        id={id}
        className={`govuk-textarea${error ? ' govuk-textarea--error' : ''}`}
        maxLength={2000}
        aria-describedby={describedBy}
        aria-invalid={error ? true : undefined}
      />
    </div>
  );
}
