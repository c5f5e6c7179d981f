/** Sanitising and validating a body against its contract class, the same way in the browser and on the server. */
import { type ValidationError, validateSync } from 'class-validator';
import type { FieldError } from './envelopes.ts';
import { type ContractClass, type FieldMeta, fieldsOf, type Language, pickLanguage } from './fields.ts';
import { rulesOf } from './rules.ts';

// Control characters have no place in a form field; line breaks and tabs are kept.
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is the point
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

function clean(meta: FieldMeta, value: unknown, trusted: boolean): unknown {
  if (value === null || value === undefined) return undefined;
  switch (meta.kind) {
    case 'text':
    case 'choice': {
      if (typeof value !== 'string') return value;
      const text = value.replace(control, '').normalize('NFC').trim();
      return text === '' ? undefined : meta.upper ? text.toUpperCase() : text;
    }
    case 'digits': {
      if (typeof value !== 'string' && typeof value !== 'number') return value;
      const digits = String(value)
        .replace(/[\s()-]/g, '')
        .replace(/^\+/, '');
      return digits === '' ? undefined : digits;
    }
    case 'integer': {
      if (typeof value !== 'string') return value;
      const text = value.trim();
      return text === '' ? undefined : /^-?\d{1,16}$/.test(text) ? Number(text) : text;
    }
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value === '' ? undefined : value;
    case 'date':
    case 'dateTime': {
      if (typeof value !== 'string') return value;
      const text = value.trim();
      return text === '' ? undefined : meta.kind === 'date' && /^\d{4}-\d{2}-\d{2}T/.test(text) ? text.slice(0, 10) : text;
    }
    case 'object':
      return typeof value === 'object' && !Array.isArray(value) ? sanitise((meta.type as () => ContractClass)(), value, trusted) : undefined;
    case 'list':
      return Array.isArray(value)
        ? value
            // One row too many is enough to say that there are too many.
            .slice(0, (meta.max as number) + 1)
            .filter((row) => row !== null && typeof row === 'object' && !Array.isArray(row))
            .map((row) => sanitise((meta.type as () => ContractClass)(), row, trusted))
        : undefined;
  }
}

/**
 * Builds an instance of the contract from anything: unknown fields dropped, texts trimmed and upper-cased, numbers and dates in their form.
 * @param trusted the body is our own stored document: fields that only the server sets are kept
 */
export function sanitise<T extends object>(cls: ContractClass<T>, plain: unknown, trusted = false): T {
  const value = new cls() as Record<string, unknown>;
  const source = (plain !== null && typeof plain === 'object' ? plain : {}) as Record<string, unknown>;
  for (const meta of fieldsOf(cls)) {
    if ((meta.serverSet && !trusted) || !Object.hasOwn(source, meta.name)) continue;
    const cleaned = clean(meta, source[meta.name], trusted);
    if (cleaned !== undefined) value[meta.name] = cleaned;
  }
  return value as T;
}

function flatten(errors: ValidationError[], prefix: string, out: FieldError[]): void {
  for (const error of errors) {
    const field = prefix ? `${prefix}.${error.property}` : error.property;
    const constraints = error.constraints ?? {};
    const codes = Object.keys(constraints).filter((c) => c !== 'nestedValidation' && c !== 'unknownValue');
    if (codes.includes('REQUIRED')) out.push({ code: 'REQUIRED', field, message: constraints.REQUIRED as string });
    else for (const code of codes) out.push({ code, field, message: constraints[code] as string });
    if (error.children?.length) flatten(error.children, field, out);
  }
}

/**
 * Every broken rule of an already sanitised body, in the order of the contract's fields.
 * @param language of the messages
 */
export function errorsOf<T extends object>(cls: ContractClass<T>, value: T, language: Language = 'en'): FieldError[] {
  const found: FieldError[] = [];
  flatten(validateSync(value, { forbidUnknownValues: false }), '', found);
  for (const check of rulesOf(cls)) found.push(...check(value, cls));
  const seen = new Set<string>();
  const order = fieldsOf(cls).map((f) => f.name);
  const place = (f: FieldError): number => order.indexOf(f.field.split('.')[0] as string);
  return found
    .filter((e) => !seen.has(`${e.code} ${e.field}`) && seen.add(`${e.code} ${e.field}`))
    .map((e) => ({ ...e, message: pickLanguage(e.message, language) }))
    .sort((a, b) => place(a) - place(b));
}

/** Sanitises and validates in one go. */
export function validateContract<T extends object>(cls: ContractClass<T>, plain: unknown, language: Language = 'en'): { value: T; errors: FieldError[] } {
  const value = sanitise(cls, plain);
  return { value, errors: errorsOf(cls, value, language) };
}

/** Those errors that belong to the named fields or lie below them; for one step of a wizard. */
export const errorsWithin = (errors: readonly FieldError[], fields: readonly string[]): FieldError[] =>
  errors.filter((e) => fields.some((f) => e.field === f || e.field.startsWith(`${f}.`)));
