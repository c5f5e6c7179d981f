import type { CatalogueRecord } from '@portal/contract-kit';
import { useCombobox } from 'downshift';
import { type ChangeEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { type UseFormReturn, useController, useFormContext } from 'react-hook-form';
import { matchRecords, recordName, recordNamed } from '../catalogue/criteria.ts';
import { useRecords } from '../catalogue/use-catalogue.ts';
import { Icon } from '../components/icon.tsx';
import { useKitText, useLanguage, useText } from '../language/i18n.ts';
import { type ChoiceProps, ListFailed } from './choice-fields.tsx';
import { FieldGroup, useField } from './field.tsx';

/** Debounces a value, so that a large catalogue is not searched at every keystroke. */
function usePaused(value: string, ms: number): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return paused;
}

/**
 * A field in which the user types to find a record by name, code or another name. It stores the record's code, or with `freeText` any text. The catalogue is
 * loaded when it is needed.
 */
export function ComboboxField({ name, label, hint, required, readOnly, nameField, onPick, placeholder, freeText, ...source }: ChoiceProps) {
  const form = useFormContext();
  const kit = useKitText();
  const text = useText();
  const { language } = useLanguage();
  const field = useField(name, hint);
  const { field: control } = useController({ name });
  const code = String(control.value ?? '');
  const storedName = nameField ? String(form.getValues(nameField) ?? '') : '';
  const [entered, setEntered] = useState(false);
  const [typed, setTyped] = useState('');
  const typing = useRef(false);
  const search = usePaused(typing.current ? typed : '', 250);
  const catalogue = useRecords({ ...source, search, code, enabled: entered || (!!code && !storedName) });
  const selected = useMemo<CatalogueRecord | null>(() => {
    if (!code) return null;
    return catalogue.records.find((record) => record.code === code) ?? { code, name: storedName || code };
  }, [code, storedName, catalogue.records]);
  const selectedName = selected ? recordName(selected, language) : '';
  const items = useMemo(() => matchRecords(catalogue.records, typing.current ? typed : ''), [catalogue.records, typed]);

  const pick = (record: CatalogueRecord | undefined) => {
    typing.current = false;
    if ((record?.code ?? '') === code) return;
    control.onChange(record?.code ?? '');
    if (nameField) form.setValue(nameField, record?.name ?? '', { shouldDirty: true });
    onPick?.(record, form as UseFormReturn);
  };

  const box = useCombobox<CatalogueRecord>({
    id: `${field.id}-box`,
    inputId: field.id,
    labelId: `${field.id}-label`,
    menuId: `${field.id}-list`,
    items,
    itemToString: (item) => (item ? recordName(item, language) : ''),
    itemToKey: (item) => item?.code,
    selectedItem: selected,
    inputValue: typed,
    onInputValueChange: ({ inputValue, type }) => {
      // The text that the user types is stored at each keystroke (below): storing it here would be too late, and the next letter would be lost.
      if (type !== useCombobox.stateChangeTypes.InputChange) setTyped(inputValue ?? '');
    },
    onSelectedItemChange: ({ selectedItem }) => pick(selectedItem ?? undefined),
    getA11yStatusMessage: ({ isOpen }) => (isOpen ? (items.length ? kit('field.results', { count: items.length }) : kit('field.noMatches')) : ''),
  });

  // The box shows the name of the chosen or loaded record in the current language, unless the user is typing.
  useEffect(() => {
    if (!typing.current) setTyped(selectedName);
  }, [selectedName]);

  const leave = () => {
    control.onBlur();
    // A record can only be found when the catalogue is there; the text is looked up then.
    if (!typing.current || (catalogue.loading && typed.trim() !== '')) return;
    const wanted = typed.trim().toLowerCase();
    if (wanted === '') return pick(undefined);
    const exact = recordNamed(catalogue.records, typed);
    if (exact) {
      pick(exact);
      setTyped(recordName(exact, language));
    } else if (freeText) {
      typing.current = false;
      const written = typed.trim().toUpperCase();
      setTyped(written);
      if (written === code) return;
      control.onChange(written);
      if (nameField) form.setValue(nameField, '', { shouldDirty: true });
      onPick?.(undefined, form as UseFormReturn);
    } else if (wanted !== selectedName.toLowerCase()) {
      // There is no such record. The text stays in the box for correction, but does not count as an answer.
      control.onChange('');
      if (nameField) form.setValue(nameField, '');
    }
  };

  const lookUpAgain = useEffectEvent(() => {
    if (typing.current && document.activeElement?.id !== field.id) leave();
  });
  useEffect(() => {
    if (!catalogue.loading) lookUpAgain();
  }, [catalogue.loading]);

  const open = box.isOpen && !readOnly;
  return (
    <FieldGroup name={name} label={label} hint={hint} required={required} labelId={`${field.id}-label`}>
      <div className="portal-combobox">
        <input
          {...box.getInputProps({
            ref: control.ref,
            onChange: (event: ChangeEvent<HTMLInputElement>) => {
              typing.current = true;
              setTyped(event.target.value);
            },
            onFocus: () => setEntered(true),
            onBlur: leave,
            'aria-describedby': field.describedBy,
            'aria-invalid': field.message ? true : undefined,
            'aria-required': required === false ? undefined : true,
            'aria-label': undefined,
          })}
          name={name}
          className={`govuk-input portal-combobox__input${field.message ? ' govuk-input--error' : ''}`}
          autoComplete="off"
          spellCheck={false}
          readOnly={readOnly}
          placeholder={placeholder ? text(placeholder) : undefined}
        />
        {readOnly ? null : (
          <button
            {...box.getToggleButtonProps({ onClick: () => setEntered(true) })}
            type="button"
            className="portal-combobox__toggle"
            aria-label={`${kit('field.open')}: ${text(label)}`}
          >
            <Icon name="next" />
          </button>
        )}
        <ul
          {...box.getMenuProps({ 'aria-labelledby': `${field.id}-label` })}
          className={`portal-combobox__list${open ? '' : ' portal-combobox__list--closed'}`}
        >
          {open
            ? items.map((item, index) => (
                <li
                  key={item.code}
                  {...box.getItemProps({ item, index })}
                  className={`portal-combobox__item${box.highlightedIndex === index ? ' portal-combobox__item--active' : ''}`}
                >
                  <span>{recordName(item, language)}</span> <span className="portal-combobox__code">{item.code}</span>
                </li>
              ))
            : null}
          {open && items.length === 0 && (!freeText || catalogue.loading) ? (
            <li className="portal-combobox__none" role="option" aria-selected="false" aria-disabled="true">
              {catalogue.loading ? kit('field.loading') : kit('field.noMatches')}
            </li>
          ) : null}
        </ul>
      </div>
      {catalogue.problem ? <ListFailed retry={catalogue.retry} /> : null}
    </FieldGroup>
  );
}
