/** For tests only: lists the field metadata of a contract class as lines that a person can compare with a specification. */
import { type ContractClass, type FieldMeta, fieldsOf } from '../fields.ts';

const limits = ({ kind, min, max }: FieldMeta): string | false => {
  const largest = max === Number.MAX_SAFE_INTEGER ? '' : (max ?? '');
  const text = kind === 'integer' ? `${min ?? 0}..${largest}` : kind === 'list' && min ? `${min}..${largest} rows` : `${largest}`;
  return text !== '' && text;
};

const catalogueOf = ({ catalogue }: FieldMeta): string | undefined => {
  if (!catalogue) return undefined;
  const { name, copy, within, where } = catalogue;
  const more = [
    copy && `copies ${Object.entries(copy).map(([to, from]) => (to === from ? to : `${to}=${from}`))}`,
    within && `within ${within.field} by ${within.key}`,
    where && `where ${Object.entries(where).map(([key, value]) => `${key}=${value}`)}`,
  ].filter(Boolean);
  return [`of ${name}`, ...more].join(' ');
};

/** Returns one line for each field: name, kind, limits and other rules, such as `code text 70 required of countries copies name`. */
export function fieldLines(cls: ContractClass): string[] {
  return fieldsOf(cls).map((field) =>
    [
      field.name,
      field.kind,
      field.type?.().name,
      limits(field),
      field.values?.join('/'),
      field.form,
      field.upper && field.form !== 'identifier' && 'upper',
      (field as { range?: string }).range,
      field.required && 'required',
      field.personal && 'personal',
      field.serverSet && 'server',
      catalogueOf(field),
    ]
      .filter(Boolean)
      .join(' '),
  );
}

/** Returns the lines of a table that is written in a test. */
export const tableLines = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' '));

/** Returns the contract classes of a module, and the classes of their nested objects and list rows, by name. */
export function classesIn(module: object): Record<string, ContractClass> {
  const found = new Map<string, ContractClass>();
  const visit = (cls: ContractClass): void => {
    if (found.has(cls.name)) return;
    found.set(cls.name, cls);
    for (const { type } of fieldsOf(cls)) if (type) visit(type());
  };
  for (const value of Object.values(module)) if (typeof value === 'function' && fieldsOf(value as ContractClass).length) visit(value as ContractClass);
  return Object.fromEntries(found);
}
