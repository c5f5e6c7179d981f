import { type CatalogueRecord, unlistedCode, unlistedText } from '@portal/contract-kit';
import { useCombobox } from 'downshift';
import { type ChangeEvent, type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
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
 * A field in which the user types to find a record by name, code or another name. It stores the record's code, or with `freeText` any text. A text that no
 * record has is stored as one (`unlistedCode`). The catalogue is loaded when it is needed.
 */
export function ComboboxField({ name, label, hint, required, readOnly, nameField, onPick, placeholder, freeText, ...source }: ChoiceProps) {
  const form = useFormContext();
  const kit = useKitText();
  const text = useText();
  const { language } = useLanguage();
  const field = useField(name, hint);
  const { field: control } = useController({ name });
  const code = String(control.value ?? '');
  const unlisted = freeText ? undefined : unlistedText(code);
  const storedName = nameField ? String(form.getValues(nameField) ?? '') : '';
  const [entered, setEntered] = useState(false);
  const [typed, setTyped] = useState('');
  // The text that the user has typed and that is not stored yet.
  const typing = useRef<string>(undefined);
  // The last text that was stored before the records were there. It is looked up as long as the form has it.
  const early = useRef<string>(undefined);
  const sought = typing.current ?? unlisted ?? '';
  const search = usePaused(sought, 250);
  const catalogue = useRecords({ ...source, search, code: unlisted === undefined ? code : '', enabled: entered || (!!code && !storedName) });
  const selected = useMemo<CatalogueRecord | null>(() => {
    if (!code) return null;
    return catalogue.records.find((record) => record.code === code) ?? { code, name: unlisted ?? (storedName || code) };
  }, [code, unlisted, storedName, catalogue.records]);
  const selectedName = selected ? recordName(selected, language) : '';
  const items = useMemo(() => matchRecords(catalogue.records, sought), [catalogue.records, sought]);

  const pick = (record: CatalogueRecord | undefined) => {
    typing.current = undefined;
    const chosen = record?.code ?? '';
    const isEarly = chosen === early.current;
    early.current = undefined;
    if (chosen === String(form.getValues(name) ?? '') && !isEarly) return;
    control.onChange(chosen);
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
      if (type === useCombobox.stateChangeTypes.InputChange) return;
      typing.current = undefined;
      setTyped(inputValue ?? '');
    },
    onSelectedItemChange: ({ selectedItem }) => pick(selectedItem ?? undefined),
    getA11yStatusMessage: ({ isOpen }) => (isOpen ? (items.length ? kit('field.results', { count: items.length }) : kit('field.noMatches')) : ''),
  });

  // A box that had the focus before the script ran gets no focus event.
  useEffect(() => {
    if (document.activeElement?.id === field.id) setEntered(true);
  }, [field.id]);

  // The box shows the name of the chosen or loaded record in the current language, unless the user is typing.
  useEffect(() => {
    if (typing.current === undefined) setTyped(selectedName);
  }, [selectedName]);

  /** Stores what is in the box. */
  const store = () => {
    const waits = early.current === form.getValues(name) ? early.current : undefined;
    const written = (typing.current ?? unlisted ?? waits)?.trim();
    if (written === undefined) return;
    if (written === '') return pick(undefined);
    // A record can only be found when the catalogue is there; the text is looked up then.
    const exact = catalogue.loading ? undefined : recordNamed(catalogue.records, written);
    if (exact) {
      pick(exact);
      setTyped(recordName(exact, language));
    } else if (freeText || written.toLowerCase() !== selectedName.toLowerCase()) {
      typing.current = undefined;
      const value = freeText ? written.toUpperCase() : unlistedCode(written);
      setTyped(freeText ? value : written);
      if (value === code) return;
      control.onChange(value);
      if (nameField) form.setValue(nameField, '', { shouldDirty: true });
      if (!freeText) return;
      if (catalogue.loading) early.current = value;
      onPick?.(undefined, form as UseFormReturn);
    }
  };
  const leave = () => {
    control.onBlur();
    store();
  };
  const onKeyDown = ({ key, nativeEvent }: KeyboardEvent) => {
    const highlighted = box.isOpen ? items[box.highlightedIndex] : undefined;
    // Enter sends the form, unless it chooses a record. The form must hold what is in the box.
    if (key === 'Enter' && !highlighted && !nativeEvent.isComposing) store();
    // Tab chooses the highlighted record. The typed text is then no answer. An open list would choose again as the focus leaves, from the list of all records.
    if (key === 'Tab' && highlighted) {
      pick(highlighted);
      setTyped(recordName(highlighted, language));
      box.closeMenu();
    }
  };

  const lookUpAgain = useEffectEvent(() => {
    if (document.activeElement?.id !== field.id) store();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked up again when other records are there
  useEffect(() => {
    if (!catalogue.loading) lookUpAgain();
  }, [catalogue.loading, catalogue.records]);

  const open = box.isOpen && !readOnly;
  return (
    <FieldGroup name={name} label={label} hint={hint} required={required} labelId={`${field.id}-label`}>
      <div className="portal-combobox">
        <input
          {...box.getInputProps({
            ref: control.ref,
            onChange: (event: ChangeEvent<HTMLInputElement>) => {
              typing.current = event.target.value;
              setTyped(event.target.value);
            },
            onFocus: () => setEntered(true),
            onBlur: leave,
            onKeyDown,
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
