import type { ReactNode } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

export interface FillFromProfileProps {
  /** Paths of the kinds of document in the user's account whose values can be used. */
  kinds: readonly string[];
  /** Another way to fill the form in, shown at the end of the dialog. */
  also?: ReactNode;
  /** Fills in the values. Returns whether the form is filled in. */
  onFill(values: Record<string, unknown>): boolean | Promise<boolean>;
}

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value);
const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Returns the named values of a form that are not blank. Fields that change with every trip are not among the names. */
export const valuesToKeep = (values: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(fields.flatMap((name) => (isBlank(values[name]) ? [] : [[name, values[name]]])));

/** Returns the field with the code whose name another field holds: `originCode` for `originName`, `gender` for `genderName`. */
const codeOf = (name: string, fields: object): string | undefined =>
  /Name$/.test(name) ? [name.replace(/Name$/, 'Code'), name.replace(/Name$/, '')].find((code) => code in fields) : undefined;

/** Whether these are two different records: what belongs to the code of one says nothing about the other. */
const isOther = (now: unknown, kept: unknown): boolean => !isBlank(now) && now !== kept;

/** Returns the value that a field has afterwards. What the user typed is kept, and only blank parts are filled in. */
function merged(now: unknown, kept: unknown): unknown {
  if (isObject(now) && isObject(kept) && isOther(now.code, kept.code)) return now;
  if (isObject(kept) && (isObject(now) || isBlank(now))) {
    const before = isObject(now) ? now : {};
    return Object.fromEntries([...new Set([...Object.keys(before), ...Object.keys(kept)])].map((name) => [name, merged(before[name], kept[name])]));
  }
  return isBlank(now) ? kept : now;
}

/** Fills the blank fields of a form with stored values, and the name of a code only with this code. @param fields top-level names that may be filled in */
export function fillIn<Values extends FieldValues>(form: UseFormReturn<Values>, kept: Record<string, unknown>, fields: readonly string[]): void {
  const now = form.getValues() as Record<string, unknown>;
  for (const [name, value] of Object.entries(valuesToKeep(kept, fields))) {
    const code = codeOf(name, { ...now, ...kept });
    if (code && (isBlank(kept[code]) || isOther(now[code], kept[code]))) continue;
    form.setValue(name as Path<Values>, merged(now[name], value) as PathValue<Values, Path<Values>>, { shouldDirty: true });
  }
}
