import { type CatalogueRecord, formatDay, type SearchCriterion, say } from '@portal/contract-kit';
import { type UseFormReturn, useController, useFormContext } from 'react-hook-form';
import { recordName } from '../catalogue/criteria.ts';
import { type ListState, useAllRecords } from '../catalogue/use-catalogue.ts';
import { Bilingual } from '../language/bilingual.tsx';
import { useKitText, useLanguage } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import { FieldGroup, type FieldProps, FieldsetGroup, useField } from './field.tsx';

/** The source of the choices: given records, an enumeration, or a catalogue with criteria. */
export interface ChoiceProps extends FieldProps {
  records?: readonly CatalogueRecord[];
  /** The state of the list that `records` come from, if they are loaded. */
  listState?: ListState;
  enumName?: string;
  catalogue?: string;
  criteria?: SearchCriterion[];
  /** Path of the field that stores the chosen record's name, beside the code. */
  nameField?: string;
  /** Called with the chosen record (undefined when cleared), so that the screen can set dependent fields. */
  onPick?: (record: CatalogueRecord | undefined, form: UseFormReturn) => void;
  placeholder?: Label;
  /** For fields with text input: whether text that matches no record is accepted, in upper case. */
  freeText?: boolean;
}

/** A native list of choices (`select`). Use `ComboboxField` for long lists. */
export function SelectField({ name, label, hint, required, readOnly, autoComplete, nameField, onPick, placeholder, ...source }: ChoiceProps) {
  const form = useFormContext();
  const text = useKitText();
  const { language } = useLanguage();
  const field = useField(name, hint);
  const { field: control } = useController({ name });
  const { records, loading, problem, retry } = useAllRecords(source);
  const value = String(control.value ?? '');
  const known = records.some((record) => record.code === value);
  const pick = (code: string) => {
    const record = records.find((each) => each.code === code);
    control.onChange(code);
    if (nameField) form.setValue(nameField, record ? record.name : '', { shouldDirty: true });
    onPick?.(record, form as UseFormReturn);
  };
  return (
    <FieldGroup name={name} label={label} hint={hint} required={required}>
      <select
        ref={control.ref}
        id={field.id}
        name={name}
        className={`govuk-select${field.message ? ' govuk-select--error' : ''}`}
        value={value}
        disabled={readOnly}
        autoComplete={autoComplete}
        onBlur={control.onBlur}
        onChange={(event) => pick(event.target.value)}
        aria-describedby={field.describedBy}
        aria-invalid={field.message ? true : undefined}
        aria-required={required === false ? undefined : true}
        aria-busy={loading || undefined}
      >
        <option value="">
          {loading ? text('field.loading') : placeholder ? (typeof placeholder === 'string' ? placeholder : say(placeholder, language)) : text('field.select')}
        </option>
        {/* A code that is retired, or whose record is not loaded yet, is still shown; a day in words. */}
        {value && !known ? <option value={value}>{(nameField && String(form.getValues(nameField) ?? '')) || formatDay(value, language)}</option> : null}
        {records.map((record) => (
          <option key={record.code} value={record.code}>
            {recordName(record, language)}
          </option>
        ))}
      </select>
      {problem ? <ListFailed retry={retry} /> : null}
    </FieldGroup>
  );
}

export function ListFailed({ retry }: { retry: () => void }) {
  const text = useKitText();
  return (
    <p className="govuk-hint" role="status">
      {text('field.listFailed')}{' '}
      <button type="button" className="portal-link-button" onClick={retry}>
        {text('action.retry')}
      </button>
    </p>
  );
}

interface Option {
  value: unknown;
  key: string;
  label: Label;
  hint?: string;
  record?: CatalogueRecord;
}

export interface RadiosProps extends Omit<ChoiceProps, 'placeholder'> {
  inline?: boolean;
  /** Whether Yes/No is stored as true/false instead of YES/NO. */
  booleans?: boolean;
}

const yes: Label = { en: 'Yes', pt: 'Sim' };
const no: Label = { en: 'No', pt: 'Não' };

/** Radio buttons for a few choices: Yes and No, or the records of a catalogue. */
export function RadiosField({ name, label, hint, required, readOnly, inline, booleans, nameField, onPick, ...source }: RadiosProps) {
  const form = useFormContext();
  const field = useField(name, hint);
  const { field: control } = useController({ name });
  const { language } = useLanguage();
  const fromRecords = !!(source.records || source.enumName || source.catalogue);
  const { records, problem, retry } = useAllRecords(source);
  const options: Option[] = fromRecords
    ? records.map((record) => ({ value: record.code, key: record.code, label: recordName(record, language), record }))
    : [
        { value: booleans ? true : 'YES', key: 'YES', label: yes },
        { value: booleans ? false : 'NO', key: 'NO', label: no },
      ];
  const pick = (option: Option) => {
    control.onChange(option.value);
    if (nameField) form.setValue(nameField, option.record?.name ?? '', { shouldDirty: true });
    onPick?.(option.record ?? { code: option.key, name: option.key }, form as UseFormReturn);
  };
  return (
    <FieldsetGroup name={name} label={label} hint={hint} required={required}>
      <div className={`govuk-radios${(inline ?? !fromRecords) ? ' govuk-radios--inline' : ''}`}>
        {options.map((option, index) => {
          const id = index === 0 ? field.id : `${field.id}-${index}`;
          return (
            <div key={option.key} className="govuk-radios__item">
              <input
                ref={index === 0 ? control.ref : undefined}
                className="govuk-radios__input"
                id={id}
                type="radio"
                name={name}
                value={option.key}
                checked={control.value === option.value}
                disabled={readOnly}
                onBlur={control.onBlur}
                onChange={() => pick(option)}
              />
              <label className="govuk-label govuk-radios__label" htmlFor={id}>
                {typeof option.label === 'string' ? <span>{option.label}</span> : <Bilingual label={option.label} />}
              </label>
            </div>
          );
        })}
      </div>
      {problem ? <ListFailed retry={retry} /> : null}
    </FieldsetGroup>
  );
}

/** A single checkbox. With `value` it stores that value or an empty text, otherwise true or false. */
export function CheckboxField({
  name,
  label,
  hint,
  readOnly,
  value,
  onPick,
}: FieldProps & { value?: string; onPick?: (checked: boolean, form: UseFormReturn) => void }) {
  const form = useFormContext();
  const field = useField(name, hint);
  const text = useKitText();
  const { field: control } = useController({ name });
  const checked = value === undefined ? control.value === true : control.value === value;
  return (
    <div className={`govuk-form-group${field.message ? ' govuk-form-group--error' : ''}`}>
      {field.message ? (
        <p className="govuk-error-message" id={field.errorId}>
          <span className="govuk-visually-hidden">{text('errors.prefix')}</span> {field.message}
        </p>
      ) : null}
      <div className="govuk-checkboxes">
        <div className="govuk-checkboxes__item">
          <input
            ref={control.ref}
            className="govuk-checkboxes__input"
            id={field.id}
            type="checkbox"
            name={name}
            checked={checked}
            disabled={readOnly}
            aria-describedby={field.describedBy}
            aria-invalid={field.message ? true : undefined}
            onBlur={control.onBlur}
            onChange={(event) => {
              const ticked = event.target.checked;
              control.onChange(value === undefined ? ticked : ticked ? value : '');
              // Ticking the box is what the error asked for, so the error is cleared.
              if (ticked && field.message) form.clearErrors(name);
              onPick?.(ticked, form as UseFormReturn);
            }}
          />
          <label className="govuk-label govuk-checkboxes__label" htmlFor={field.id}>
            <Bilingual label={label} />
          </label>
          {hint ? (
            <div className="govuk-hint govuk-checkboxes__hint" id={field.hintId}>
              {typeof hint === 'string' ? text(hint) : <Bilingual label={hint} />}
            </div>
          ) : null}
        </div>
      </div>
    </div>
  );
}
