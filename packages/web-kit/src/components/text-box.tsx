import type { ComponentProps, ReactNode } from 'react';
import { useKitText } from '../language/i18n.ts';

interface Labelled {
  id: string;
  label: string;
  hint?: string;
  error?: string;
}

/** A text control of several lines with its label, hint and error. */
export function TextBox({ id, label, hint, error, ...rest }: Labelled & Omit<ComponentProps<'textarea'>, 'id'>) {
  return (
    <Group id={id} label={label} hint={hint} error={error}>
      <textarea maxLength={2000} {...rest} {...described(id, hint, error)} className={`govuk-textarea${error ? ' govuk-textarea--error' : ''}`} />
    </Group>
  );
}

/** A text control of one line with its label, hint and error. */
export function TextLine({ id, label, hint, error, ...rest }: Labelled & Omit<ComponentProps<'input'>, 'id'>) {
  return (
    <Group id={id} label={label} hint={hint} error={error}>
      <input {...rest} {...described(id, hint, error)} className={`govuk-input${error ? ' govuk-input--error' : ''}`} />
    </Group>
  );
}

const described = (id: string, hint?: string, error?: string) => ({
  id,
  'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
  'aria-invalid': error ? true : undefined,
});

function Group({ id, label, hint, error, children }: Labelled & { children: ReactNode }) {
  const text = useKitText();
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
      {children}
    </div>
  );
}
