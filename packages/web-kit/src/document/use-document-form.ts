import { valueAt } from '@portal/contract-kit';
import { useEffect, useMemo, useRef } from 'react';
import { type DefaultValues, type FieldValues, type Path, type PathValue, type UseFormReturn, useForm } from 'react-hook-form';
import type { ContractErrors } from '../contract/use-contract-errors.ts';
import type { SectionSpec } from './field-spec.ts';

/** A form that holds a document. Each area's `use<Kind>Form` hook returns one. */
export interface KindForm<Values extends FieldValues, Section extends SectionSpec = SectionSpec> {
  form: UseFormReturn<Values>;
  /** The values of the form before any change. */
  initial: Values;
  sections: readonly Section[];
  /** The contract's rules, applied to the fields of the form. */
  contract: ContractErrors;
  /** Returns the body to send. */
  body(): object;
}

export interface HeldDocumentOptions {
  /** What happens to typed values when a newer version of the document arrives. They are kept by default. */
  newer?: 'keep typed values' | 'replace all values';
  /** Other data that `start` uses besides the document and that may be loaded later. When it changes, the initial values are computed again. */
  startsWith?: unknown;
}

/**
 * Returns the lists whose rows changed while the document was loading. The form library (React Hook Form) keeps dirty values, but does not treat a list that
 * got a row as dirty.
 * @param first the values of the form before any change
 */
const changedRows = (values: object, first: object): object =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => Array.isArray(value) && JSON.stringify(value) !== JSON.stringify(valueAt(first, name))));

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Whether two rows of a list are the same record: their `id` and `code` are equal, if they have any. */
const isSameRecord = (one: Record<string, unknown>, other: Record<string, unknown>): boolean => one.id === other.id && one.code === other.code;

/**
 * Returns the texts that differ between two answers with the same document, each with its path in the form and its earlier text. These are the names of catalogue
 * records, after the reader has chosen another language.
 */
export function changedTexts(before: unknown, now: unknown, path: readonly string[] = []): [path: string, before: string, now: string][] {
  if (typeof before === 'string' && typeof now === 'string') return before && now && before !== now ? [[path.join('.'), before, now]] : [];
  if (!isObject(before) || !isObject(now) || !isSameRecord(before, now)) return [];
  return Object.keys(now).flatMap((key) => changedTexts(before[key], now[key], [...path, key]));
}

/** Creates a form for a document. @param start makes the form's initial values from the document */
export function useDocumentForm<Values extends FieldValues & { version?: number }>(
  model: Values,
  start: (model: Values) => Values = (values) => values,
  { newer = 'keep typed values', startsWith }: HeldDocumentOptions = {},
): Pick<KindForm<Values>, 'form' | 'initial'> {
  const begin = useRef(start);
  begin.current = start;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `start` is another function at each call, and uses `startsWith`
  const initial = useMemo(() => begin.current(model), [model, startsWith]);
  const form = useForm<Values>({ defaultValues: initial as DefaultValues<Values> });
  const shown = useRef({ model, initial });
  useEffect(() => {
    const before = shown.current;
    if (before.model === model) return;
    shown.current = { model, initial };
    if (newer === 'replace all values') form.reset(initial);
    else if (before.model.version !== model.version) {
      const rows = before.model.version === undefined ? changedRows(form.getValues(), before.initial) : {};
      form.reset({ ...initial, ...rows }, { keepDirtyValues: true });
    } else if (model.version !== undefined) {
      // Values that were typed or chosen in the meantime are kept.
      for (const [path, was, is] of changedTexts(before.initial, initial) as [Path<Values>, string, PathValue<Values, Path<Values>>][])
        if (form.getValues(path) === was) form.setValue(path, is);
    }
  }, [form, initial, model, newer]);
  return { form, initial };
}
