import { type ReactNode, useEffect, useRef } from 'react';
import { useFieldArray } from 'react-hook-form';
import { IconButton } from '../components/button.tsx';
import { Text } from '../components/text.tsx';
import { useKitText, useText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import { ErrorText, useField } from './field.tsx';

export interface EditableRowsProps {
  name: string;
  legend: Label;
  /** The values of a new row. */
  empty: Record<string, unknown>;
  render: (path: string, index: number) => ReactNode;
  /** The minimum number of rows (default 1); missing rows are added. */
  minimum?: number;
  addLabel?: Label;
  rowLabel?: Label;
}

/** A list of rows that can be edited. The plus button adds an empty row. */
export function EditableRows({ name, legend, empty, render, minimum = 1, addLabel, rowLabel }: EditableRowsProps) {
  const text = useText();
  const kit = useKitText();
  const field = useField(name);
  // The library's key is named `_key`, because the rows have an `id` of their own.
  const { fields, append, remove } = useFieldArray({ name, keyName: '_key' });
  const list = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (fields.length < minimum)
      append(
        Array.from({ length: minimum - fields.length }, () => ({ ...empty })),
        { shouldFocus: false },
      );
  }, [fields.length, minimum, append, empty]);
  const removeRow = (index: number) => {
    remove(index);
    // The button that had the focus is gone, so the list takes the focus.
    list.current?.focus();
  };
  return (
    <div className={`govuk-form-group${field.message ? ' govuk-form-group--error' : ''}`}>
      <fieldset className="govuk-fieldset portal-rows" id={field.id} ref={list} tabIndex={-1} aria-describedby={field.message ? field.errorId : undefined}>
        <legend className="govuk-fieldset__legend govuk-fieldset__legend--s">
          <Text label={legend} />
        </legend>
        <ErrorText id={field.errorId} message={field.message} />
        {fields.map((row, index) => (
          <fieldset key={row._key} className="govuk-fieldset portal-row">
            <legend className="govuk-fieldset__legend portal-row__legend">
              {rowLabel ? `${text(rowLabel)} ${index + 1}` : kit('field.row', { row: index + 1 })}
            </legend>
            <div className="portal-row__fields">{render(`${name}.${index}`, index)}</div>
            {fields.length > minimum ? <IconButton icon="remove" label={kit('action.removeRow', { row: index + 1 })} onClick={() => removeRow(index)} /> : null}
          </fieldset>
        ))}
        <IconButton icon="add" showLabel={addLabel !== undefined} label={addLabel ?? kit('action.add')} onClick={() => append({ ...empty })} />
      </fieldset>
    </div>
  );
}
