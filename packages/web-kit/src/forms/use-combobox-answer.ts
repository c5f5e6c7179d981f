import { type CatalogueRecord, unlistedCode, unlistedText } from '@portal/contract-kit';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { type UseFormReturn, useController, useFormContext } from 'react-hook-form';
import { matchRecords, recordName, recordNamed } from '../catalogue/criteria.ts';
import { useRecords } from '../catalogue/use-catalogue.ts';
import { useLanguage } from '../language/i18n.ts';
import type { ChoiceProps } from './choice-fields.tsx';

/** Debounces a value, so that a large catalogue is not searched at every keystroke. */
function usePaused(value: string, ms: number): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return paused;
}

export type ComboboxAnswer = ReturnType<typeof useComboboxAnswer>;

/** The answer of a combobox: the text in its box, the records that match it, and the code that the form stores. */
export function useComboboxAnswer({ name, nameField, onPick, freeText, ...source }: Omit<ChoiceProps, 'label' | 'hint'>) {
  const form = useFormContext();
  const { language } = useLanguage();
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
  /** Chooses a record, and shows its name. */
  const choose = (record: CatalogueRecord) => {
    pick(record);
    setTyped(recordName(record, language));
  };
  /** Stores a text that no record has. */
  const storeText = (written: string) => {
    typing.current = undefined;
    const value = freeText ? written.toUpperCase() : unlistedCode(written);
    setTyped(freeText ? value : written);
    if (value === code) return;
    control.onChange(value);
    if (nameField) form.setValue(nameField, '', { shouldDirty: true });
    if (!freeText) return;
    if (catalogue.loading) early.current = value;
    onPick?.(undefined, form as UseFormReturn);
  };
  /** Stores what is in the box. */
  const store = () => {
    const waits = early.current === form.getValues(name) ? early.current : undefined;
    const written = (typing.current ?? unlisted ?? waits)?.trim();
    if (written === undefined) return;
    if (written === '') return pick(undefined);
    // A record can only be found when the catalogue is there; the text is looked up then.
    const exact = catalogue.loading ? undefined : recordNamed(catalogue.records, written);
    if (exact) choose(exact);
    else if (freeText || written.toLowerCase() !== selectedName.toLowerCase()) storeText(written);
  };

  return {
    control,
    catalogue,
    selected,
    selectedName,
    items,
    /** The text in the box. */
    typed,
    enter: () => setEntered(true),
    /** Shows a text that the user has typed. */
    type: (text: string) => {
      typing.current = text;
      setTyped(text);
    },
    /** Shows a text that is no input of the user. */
    show: (text: string) => {
      typing.current = undefined;
      setTyped(text);
    },
    /** Shows the name of the chosen record, unless the user is typing. */
    showSelected: () => {
      if (typing.current === undefined) setTyped(selectedName);
    },
    pick,
    choose,
    store,
  };
}

/** Keeps the box in step with its record: with its name in the language of the page, and with a catalogue that comes late. */
export function useComboboxUpdates({ catalogue, selectedName, enter, showSelected, store }: ComboboxAnswer, boxId: string): void {
  const enterNow = useEffectEvent(enter);
  // A box that had the focus before the script ran gets no focus event.
  useEffect(() => {
    if (document.activeElement?.id === boxId) enterNow();
  }, [boxId]);

  // The box shows the name of the chosen or loaded record in the current language, unless the user is typing.
  const update = useEffectEvent(showSelected);
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown when the name changes
  useEffect(() => update(), [selectedName]);

  const lookUpAgain = useEffectEvent(() => {
    if (document.activeElement?.id !== boxId) store();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked up again when other records are there
  useEffect(() => {
    if (!catalogue.loading) lookUpAgain();
  }, [catalogue.loading, catalogue.records]);
}
