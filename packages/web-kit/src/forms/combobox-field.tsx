import type { CatalogueRecord } from '@portal/contract-kit';
import { type UseComboboxReturnValue, useCombobox } from 'downshift';
import type { ChangeEvent, KeyboardEvent } from 'react';
import { recordName } from '../catalogue/criteria.ts';
import { Icon } from '../components/icon.tsx';
import { useKitText, useLanguage, useText } from '../language/i18n.ts';
import { type ChoiceProps, ListFailed } from './choice-fields.tsx';
import { FieldGroup, useField } from './field.tsx';
import { type ComboboxAnswer, useComboboxAnswer, useComboboxUpdates } from './use-combobox-answer.ts';

type Box = UseComboboxReturnValue<CatalogueRecord>;

/** The box and its list of records. */
function useBox(id: string, { items, selected, typed, show, pick }: ComboboxAnswer): Box {
  const kit = useKitText();
  const { language } = useLanguage();
  return useCombobox<CatalogueRecord>({
    id: `${id}-box`,
    inputId: id,
    labelId: `${id}-label`,
    menuId: `${id}-list`,
    items,
    itemToString: (item) => (item ? recordName(item, language) : ''),
    itemToKey: (item) => item?.code,
    selectedItem: selected,
    inputValue: typed,
    onInputValueChange: ({ inputValue, type }) => {
      // The text that the user types is stored at each keystroke (`onChange` of the input): storing it here would be too late, and the next letter would be lost.
      if (type !== useCombobox.stateChangeTypes.InputChange) show(inputValue ?? '');
    },
    onSelectedItemChange: ({ selectedItem }) => pick(selectedItem ?? undefined),
    getA11yStatusMessage: ({ isOpen }) => (isOpen ? (items.length ? kit('field.results', { count: items.length }) : kit('field.noMatches')) : ''),
  });
}

/**
 * A field in which the user types to find a record by name, code or another name. It stores the record's code, or with `freeText` any text. A text that no
 * record has is stored as one (`unlistedCode`). The catalogue is loaded when it is needed.
 */
export function ComboboxField({ label, hint, required, readOnly, placeholder, ...props }: ChoiceProps) {
  const { name, freeText } = props;
  const kit = useKitText();
  const text = useText();
  const field = useField(name, hint);
  const answer = useComboboxAnswer(props);
  const { control, catalogue, items } = answer;
  const box = useBox(field.id, answer);
  useComboboxUpdates(answer, field.id);

  const leave = () => {
    control.onBlur();
    answer.store();
  };
  const onKeyDown = ({ key, nativeEvent }: KeyboardEvent) => {
    const highlighted = box.isOpen ? items[box.highlightedIndex] : undefined;
    // Enter sends the form, unless it chooses a record. The form must hold what is in the box.
    if (key === 'Enter' && !highlighted && !nativeEvent.isComposing) answer.store();
    // Tab chooses the highlighted record. The typed text is then no answer. An open list would choose again as the focus leaves, from the list of all records.
    if (key === 'Tab' && highlighted) {
      answer.choose(highlighted);
      box.closeMenu();
    }
  };

  const open = box.isOpen && !readOnly;
  return (
    <FieldGroup name={name} label={label} hint={hint} required={required} labelId={`${field.id}-label`}>
      <div className="portal-combobox">
        <input
          {...box.getInputProps({
            ref: control.ref,
            onChange: (event: ChangeEvent<HTMLInputElement>) => answer.type(event.target.value),
            onFocus: answer.enter,
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
            {...box.getToggleButtonProps({ onClick: answer.enter })}
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
          {open ? <Items box={box} items={items} /> : null}
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

/** The records that match what is in the box. */
function Items({ box, items }: { box: Box; items: readonly CatalogueRecord[] }) {
  const { language } = useLanguage();
  return items.map((item, index) => (
    <li
      key={item.code}
      {...box.getItemProps({ item, index })}
      className={`portal-combobox__item${box.highlightedIndex === index ? ' portal-combobox__item--active' : ''}`}
    >
      <span>{recordName(item, language)}</span> <span className="portal-combobox__code">{item.code}</span>
    </li>
  ));
}
