import { useCombobox } from 'downshift';
import { useMemo, useState } from 'react';
import { Modal } from '../../components/modal.tsx';
import { useFirstFocus } from '../../components/use-first-focus.ts';
import { foldText } from '../../language/fold-text.ts';
import { useKitText } from '../../language/i18n.ts';
import { KeyCap } from './key.tsx';
import { useKeyChoices } from './key-choices.ts';
import { keyLabel } from './key-names.ts';
import { typing } from './typing.ts';

/** One entry of the command palette. */
export interface PaletteEntry {
  id: string;
  label: string;
  /** The keys that do the same. */
  keys?: readonly string[];
  run(): void;
}

/** The command palette: all commands and places, found by typing. */
export function Palette({ entries, onClose }: { entries: readonly PaletteEntry[]; onClose(): void }) {
  const field = useFirstFocus<HTMLInputElement>();
  const kit = useKitText();
  const { off } = useKeyChoices();
  const [typed, setTyped] = useState('');
  const found = useMemo(() => {
    const words = foldText(typed).split(' ').filter(Boolean);
    return entries.filter(({ label }) => words.every((word) => foldText(label).includes(word)));
  }, [entries, typed]);
  const run = (entry: PaletteEntry | null | undefined) => {
    if (!entry) return;
    onClose();
    // The command runs in a later task, because the closing dialog restores the focus first, and the command may move it.
    setTimeout(() => entry.run());
  };
  const box = useCombobox<PaletteEntry>({
    items: [...found],
    isOpen: true,
    inputValue: typed,
    defaultHighlightedIndex: 0,
    itemToString: (entry) => entry?.label ?? '',
    itemToKey: (entry) => entry?.id,
    stateReducer: (_state, { type, changes }) =>
      type === useCombobox.stateChangeTypes.InputChange ? { ...changes, highlightedIndex: 0 } : { ...changes, inputValue: typed },
    onSelectedItemChange: ({ selectedItem }) => run(selectedItem),
  });
  return (
    <Modal open onClose={onClose} title={kit('keys.palette')}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: getLabelProps gives it htmlFor */}
      <label className="govuk-label" {...box.getLabelProps()}>
        {kit('palette.label')}
      </label>
      <input
        className="govuk-input"
        {...box.getInputProps({
          ref: field,
          onChange: typing(setTyped),
          onKeyDown: (event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            onClose();
          },
        })}
      />
      <p className="govuk-visually-hidden" role="status">
        {kit('palette.found', { count: found.length })}
      </p>
      <ul className="portal-palette" {...box.getMenuProps()}>
        {found.map((entry, index) => (
          <li
            key={entry.id}
            className={`portal-palette__entry${box.highlightedIndex === index ? ' portal-palette__entry--marked' : ''}`}
            {...box.getItemProps({ item: entry, index })}
          >
            <span>{entry.label}</span>
            {off ? null : (
              <span>
                {entry.keys?.map((key) => (
                  <KeyCap key={key} label={keyLabel(key)} />
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p className="govuk-body">{kit('palette.none')}</p> : null}
    </Modal>
  );
}
