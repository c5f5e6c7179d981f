import { valueAt } from '@portal/contract-kit';
import { useEffect, useMemo, useRef } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { ContractErrors } from '../contract/use-contract-errors.ts';
import type { SectionSpec } from './field-spec.ts';

/** A form that holds a document. The hook `use<Kind>Form` of an area returns one. */
export interface KindForm<Values extends FieldValues, Section extends SectionSpec = SectionSpec> {
  form: UseFormReturn<Values>;
  /** The values of the untouched form. */
  initial: Values;
  sections: readonly Section[];
  /** The contract's rules, brought to the fields. */
  contract: ContractErrors;
  /** What is sent of the form. */
  body(): object;
}

export interface HeldDocumentOptions {
  /** What happens to typed values when a newer version of the document arrives: they stay unless this says otherwise. */
  newer?: 'keep typed values' | 'replace all values';
  /** What `start` uses beside the document, where that may be loaded later: the values of the untouched form follow it. */
  startsWith?: unknown;
}

/**
 * The rows that were added to a form while its document was on its way. The form's library keeps dirty values, and takes a list that got a row for clean.
 * @param first the values of the untouched form
 */
const changedRows = (values: object, first: object): object =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => Array.isArray(value) && JSON.stringify(value) !== JSON.stringify(valueAt(first, name))));

/** Puts a document into a form. @param start makes the form's first values of the document */
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
    }
  }, [form, initial, model, newer]);
  return { form, initial };
}
