import { type ChangeEvent, useEffect, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useKitText } from '../language/i18n.ts';
import { FieldGroup, type FieldProps, useField } from './field.tsx';
import { upperCaseInPlace } from './upper-case.ts';
import { readInteger, readMoney, showMoney } from './values.ts';

export type FieldWidth = 2 | 3 | 4 | 5 | 10 | 20;

const widthClass = (width?: FieldWidth) => (width ? ` govuk-input--width-${width}` : '');

export interface TextFieldProps extends FieldProps {
  /** Whether the text is shown and stored in upper case. */
  upperCase?: boolean;
  maxLength?: number;
  type?: 'text' | 'email' | 'tel';
  inputMode?: 'text' | 'numeric' | 'tel' | 'email';
  width?: FieldWidth;
  spellCheck?: boolean;
}

export function TextField({
  name,
  label,
  hint,
  required,
  readOnly,
  autoComplete,
  upperCase,
  maxLength,
  type = 'text',
  inputMode,
  width,
  spellCheck = false,
}: TextFieldProps) {
  const { register } = useFormContext();
  const field = useField(name, hint);
  const { onChange, ...rest } = register(name);
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    if (upperCase) upperCaseInPlace(event.target);
    return onChange(event);
  };
  return (
    <FieldGroup name={name} label={label} hint={hint} required={required}>
      <input
        {...rest}
        onChange={change}
        id={field.id}
        className={`govuk-input${widthClass(width)}${field.message ? ' govuk-input--error' : ''}`}
        type={type}
        inputMode={inputMode}
        autoComplete={autoComplete ?? 'off'}
        autoCapitalize={upperCase ? 'characters' : undefined}
        spellCheck={spellCheck}
        maxLength={maxLength}
        readOnly={readOnly}
        aria-describedby={field.describedBy}
        aria-invalid={field.message ? true : undefined}
        aria-required={required === false ? undefined : true}
      />
    </FieldGroup>
  );
}

/** An input for a number. The typed text stays on the screen. The number is stored, or the text itself if it is not a number. */
function NumberField({
  name,
  label,
  hint,
  required,
  readOnly,
  width = 10,
  prefix,
  suffix,
  inputMode,
  read,
  show,
}: FieldProps & {
  width?: FieldWidth;
  prefix?: string;
  suffix?: string;
  inputMode: 'numeric' | 'decimal';
  read: (text: string) => number | string;
  show: (value: unknown) => string;
}) {
  const field = useField(name, hint);
  const { field: control } = useController({ name });
  const [typed, setTyped] = useState(() => show(control.value));
  const stored = control.value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the readers are the same for the life of the field
  useEffect(() => {
    // Only a change from outside (a draft, a loaded document) replaces the typed text.
    setTyped((current) => (read(current) === (stored ?? '') ? current : show(stored)));
  }, [stored]);
  const input = (
    <input
      ref={control.ref}
      name={name}
      id={field.id}
      className={`govuk-input${widthClass(width)}${field.message ? ' govuk-input--error' : ''}`}
      type="text"
      inputMode={inputMode}
      autoComplete="off"
      spellCheck={false}
      readOnly={readOnly}
      value={typed}
      onBlur={control.onBlur}
      onChange={(event) => {
        setTyped(event.target.value);
        control.onChange(read(event.target.value));
      }}
      aria-describedby={field.describedBy}
      aria-invalid={field.message ? true : undefined}
      aria-required={required === false ? undefined : true}
    />
  );
  return (
    <FieldGroup name={name} label={label} hint={hint} required={required}>
      {prefix || suffix ? (
        <div className="govuk-input__wrapper">
          {prefix ? (
            <div className="govuk-input__prefix" aria-hidden="true">
              {prefix}
            </div>
          ) : null}
          {input}
          {suffix ? (
            <div className="govuk-input__suffix" aria-hidden="true">
              {suffix}
            </div>
          ) : null}
        </div>
      ) : (
        input
      )}
    </FieldGroup>
  );
}

/** An input for a whole number; stored as a number. */
export function IntegerField({ width, suffix, ...props }: FieldProps & { width?: FieldWidth; suffix?: string }) {
  return <NumberField {...props} width={width} suffix={suffix} inputMode="numeric" read={readInteger} show={(value) => String(value ?? '')} />;
}

/** An input for an amount; stored as an integer in minor units (`minor` is the number of their digits, default 0: whole units). */
export function MoneyField({ currency, minor = 0, width, ...props }: FieldProps & { currency?: string; minor?: number; width?: FieldWidth }) {
  return (
    <NumberField
      {...props}
      width={width}
      prefix={currency}
      inputMode={minor > 0 ? 'decimal' : 'numeric'}
      read={(text) => readMoney(text, minor)}
      show={(value) => showMoney(value, minor)}
    />
  );
}

/** A text of several lines. With `maxLength` it shows the number of characters left. */
export function TextareaField({
  name,
  label,
  hint,
  required,
  readOnly,
  maxLength,
  rows = 4,
  upperCase,
}: FieldProps & { maxLength?: number; rows?: number; upperCase?: boolean }) {
  const { register, watch } = useFormContext();
  const text = useKitText();
  const field = useField(name, hint);
  const { onChange, ...rest } = register(name);
  const countId = `${field.id}-count`;
  const left = maxLength === undefined ? 0 : maxLength - String(watch(name) ?? '').length;
  return (
    <FieldGroup name={name} label={label} hint={hint} required={required}>
      <textarea
        {...rest}
        onChange={(event) => {
          if (upperCase) upperCaseInPlace(event.target);
          return onChange(event);
        }}
        id={field.id}
        rows={rows}
        readOnly={readOnly}
        className={`govuk-textarea${field.message ? ' govuk-textarea--error' : ''}`}
        aria-describedby={[field.describedBy, maxLength === undefined ? '' : countId].filter(Boolean).join(' ') || undefined}
        aria-invalid={field.message ? true : undefined}
        aria-required={required === false ? undefined : true}
      />
      {maxLength === undefined ? null : (
        <div id={countId} className={`govuk-hint govuk-character-count__message${left < 0 ? ' portal-over' : ''}`}>
          {text(left < 0 ? 'field.over' : 'field.remaining', { count: Math.abs(left) })}
        </div>
      )}
    </FieldGroup>
  );
}
