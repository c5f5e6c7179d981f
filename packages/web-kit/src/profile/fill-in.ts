import type { ReactNode } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

export interface FillFromProfileProps {
  /** Paths of the kinds of document in the reader's account whose values serve. */
  kinds: readonly string[];
  /** At the end of the dialog: another way to fill in. */
  also?: ReactNode;
  /** Fills the form in. */
  onFill(values: Record<string, unknown>): void;
}

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value);
const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/** The values of a form that are not blank, without the fields that change with every trip. */
export const valuesToKeep = (values: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(fields.flatMap((name) => (isBlank(values[name]) ? [] : [[name, values[name]]])));

/** What a field holds afterwards: what was typed stays, and only what is blank is filled in. */
function merged(now: unknown, kept: unknown): unknown {
  if (isObject(kept) && (isObject(now) || isBlank(now))) {
    const before = isObject(now) ? now : {};
    return Object.fromEntries([...new Set([...Object.keys(before), ...Object.keys(kept)])].map((name) => [name, merged(before[name], kept[name])]));
  }
  return isBlank(now) ? kept : now;
}

/** Fills the blank fields of a form with values that were kept. @param fields top-level names that may be filled in */
export function fillIn<Values extends FieldValues>(form: UseFormReturn<Values>, kept: Record<string, unknown>, fields: readonly string[]): void {
  const now = form.getValues() as Record<string, unknown>;
  for (const [name, value] of Object.entries(valuesToKeep(kept, fields)))
    form.setValue(name as Path<Values>, merged(now[name], value) as PathValue<Values, Path<Values>>, { shouldDirty: true });
}
