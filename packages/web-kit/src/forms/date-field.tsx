import { useEffect, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { useKitText } from '../language/i18n.ts';
import { type FieldProps, FieldsetGroup, useField } from './field.tsx';
import { joinDate, overflowDate, splitDate } from './values.ts';

const parts = ['day', 'month', 'year'] as const;

/**
 * A date as three number inputs for day, month and year; stored as `YYYY-MM-DD`. The day's input has the field's id. After a complete part, or a dot or slash
 * (27.3.1980), the focus moves to the next input, so that a whole date needs one tap.
 */
export function DateField({ name, label, hint, required, readOnly, autoComplete }: FieldProps) {
  const text = useKitText();
  const { field: control } = useController({ name });
  const field = useField(name, hint);
  const [typed, setTyped] = useState(() => splitDate(control.value));
  // Reads the latest values, not those of the last rendering: day, month and year may all change before the next rendering, for example when early input is
  // replayed after hydration.
  const latest = useRef(typed);
  latest.current = typed;
  const stored: string = control.value ?? '';
  useEffect(() => {
    // Only a change from outside replaces the typed text: "03" must not become "3" while the user types.
    setTyped((current) => (joinDate(current) === stored ? current : splitDate(stored)));
  }, [stored]);
  const change = (part: (typeof parts)[number], value: string) => {
    const { date, at } = overflowDate(latest.current, part, value);
    latest.current = date;
    setTyped(date);
    control.onChange(joinDate(date));
    if (at !== part) document.getElementById(at === 'day' ? field.id : `${field.id}-${at}`)?.focus();
  };
  return (
    <FieldsetGroup name={name} label={label} hint={hint} required={required}>
      <div className="govuk-date-input">
        {parts.map((part) => (
          <div key={part} className="govuk-date-input__item">
            <div className="govuk-form-group">
              <label className="govuk-label govuk-date-input__label" htmlFor={part === 'day' ? field.id : `${field.id}-${part}`}>
                {text(`field.${part}`)}
              </label>
              <input
                ref={part === 'day' ? control.ref : undefined}
                id={part === 'day' ? field.id : `${field.id}-${part}`}
                name={`${name}-${part}`}
                className={`govuk-input govuk-date-input__input govuk-input--width-${part === 'year' ? 4 : 2}${field.message ? ' govuk-input--error' : ''}`}
                type="text"
                inputMode="numeric"
                maxLength={part === 'year' ? 4 : 10}
                autoComplete={autoComplete ? `${autoComplete}-${part}` : 'off'}
                readOnly={readOnly}
                value={typed[part]}
                onBlur={control.onBlur}
                onChange={(event) => change(part, event.target.value)}
                aria-invalid={field.message ? true : undefined}
                aria-describedby={field.message ? field.errorId : undefined}
              />
            </div>
          </div>
        ))}
      </div>
    </FieldsetGroup>
  );
}
