import { fieldId, useText } from '@portal/web-kit';
import type { Ref } from 'react';
import { t } from './texts.ts';

/** The name of the field in the errors of the page. */
export const TYPED = 'gate-typed';

/** The field for a code, a link or a reference. A hand scanner types into it too. */
export function TypedField({ ref, fault }: { ref?: Ref<HTMLInputElement>; fault?: string }) {
  const text = useText();
  const id = fieldId(TYPED);
  return (
    <div className={`govuk-form-group${fault ? ' govuk-form-group--error' : ''}`}>
      <label className="govuk-label" htmlFor={id}>
        {text(t.typed)}
      </label>
      {fault ? (
        <p className="govuk-error-message" id={`${id}-error`}>
          {fault}
        </p>
      ) : null}
      <input
        id={id}
        ref={ref}
        className={`govuk-input${fault ? ' govuk-input--error' : ''}`}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={fault ? `${id}-error` : undefined}
        aria-invalid={fault ? true : undefined}
      />
    </div>
  );
}
