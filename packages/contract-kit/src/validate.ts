/** Sanitises and validates a body against its contract class, the same way in the browser and on the server. */
import { type ValidationError, validateSync } from 'class-validator';
import type { FieldError } from './envelopes.ts';
import { type ContractClass, type FieldKind, type FieldMeta, fieldOf, fieldsOf, isEmpty } from './fields.ts';
import { L, type Language } from './language.ts';
import { inLanguage, type RuleFault, rulesOf } from './rules.ts';
import { asIdentifier, isFarBeyond, latinDigits, plainSpaces } from './texts.ts';
import { rememberValid } from './valid-value-cache.ts';

/** Maximum length of the text of a field without its own limit, such as an answer, a date or a number. */
const shortText = 100;

/** A day with a time of day; some clients send a date in this form. */
const dayWithTime = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?Z?$/;

function cleanText(meta: FieldMeta, raw: string): string | undefined {
  const trimmed = raw.trim();
  if (trimmed === '') return undefined;
  // Check the length first: a text that is too long is refused without looking at its content.
  if (isFarBeyond(trimmed, meta.max ?? shortText)) return trimmed;
  if (meta.form === 'identifier') return asIdentifier(trimmed);
  const text = trimmed.normalize('NFC');
  return meta.upper ? latinDigits(plainSpaces(text)).toUpperCase() : meta.form === 'lines' ? text : plainSpaces(text);
}

/** Merges identical rows that have the same id. */
function joinDoubles<Row extends object>(rows: Row[]): Row[] {
  const ids = rows.flatMap((row) => (row as { id?: unknown }).id ?? []);
  if (new Set(ids).size === ids.length) return rows;
  const seen = new Map<unknown, string[]>();
  return rows.filter((row) => {
    const { id } = row as { id?: unknown };
    if (id === undefined) return true;
    const said = JSON.stringify(row);
    const before = seen.get(id) ?? [];
    if (before.includes(said)) return false;
    seen.set(id, [...before, said]);
    return true;
  });
}

function clean(meta: FieldMeta, value: unknown, trusted: boolean): unknown {
  if (value === null || value === undefined) return undefined;
  switch (meta.kind) {
    case 'text':
    case 'choice':
      return typeof value === 'string' ? cleanText(meta, value) : value;
    case 'digits': {
      if (typeof value !== 'string' && typeof value !== 'number') return value;
      const typed = String(value).trim();
      if (isFarBeyond(typed, meta.max as number)) return typed;
      const digits = latinDigits(typed.normalize('NFKC'))
        // Contacts of a telephone wrap a number in invisible marks of its direction, and write dashes of every kind.
        .replace(/[\s()\p{Cf}\p{Pd}\u2212]/gu, '')
        .replace(/^\+/, '');
      return digits === '' ? undefined : digits;
    }
    case 'integer': {
      if (typeof value !== 'string') return value;
      const text = value.trim();
      if (text === '') return undefined;
      const digits = text.length <= 17 ? latinDigits(text) : text;
      return /^-?\d{1,16}$/.test(digits) ? Number(digits) : text;
    }
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value === '' ? undefined : value;
    case 'date':
    case 'dateTime': {
      if (typeof value !== 'string') return value;
      const typed = value.trim();
      if (typed === '' || typed.length > shortText) return typed || undefined;
      const text = latinDigits(typed);
      return meta.kind === 'date' && dayWithTime.test(text) ? text.slice(0, 10) : text;
    }
    case 'object':
      return typeof value === 'object' && !Array.isArray(value) ? sanitise((meta.type as () => ContractClass)(), value, trusted) : undefined;
    case 'list':
      return Array.isArray(value)
        ? joinDoubles(
            value
              // One row above the limit is enough to report that there are too many.
              .slice(0, (meta.max as number) + 1)
              .filter((row) => row !== null && typeof row === 'object' && !Array.isArray(row))
              .map((row) => sanitise((meta.type as () => ContractClass)(), row, trusted)),
          )
        : undefined;
  }
}

/** The type of a cleaned value, for each kind of field that has one value. */
const typeNames: Readonly<Record<FieldKind, 'string' | 'number' | 'boolean' | undefined>> = {
  text: 'string',
  digits: 'string',
  choice: 'string',
  date: 'string',
  dateTime: 'string',
  integer: 'number',
  boolean: 'boolean',
  object: undefined,
  list: undefined,
};

const isOfType = ({ kind }: FieldMeta, cleaned: unknown): boolean => cleaned === undefined || typeof cleaned === typeNames[kind];

/** Returns a fault for each value of a body that does not have the type that the contract gives its field: a number as a name, a text as a list. */
export function typeFaults(cls: ContractClass, plain: object, prefix = ''): RuleFault[] {
  const found: RuleFault[] = [];
  for (const meta of fieldsOf(cls)) {
    const { name, kind, type, serverSet, max = 0 } = meta;
    const value = Object.hasOwn(plain, name) ? (plain as Record<string, unknown>)[name] : undefined;
    if (serverSet || isEmpty(value)) continue;
    const field = `${prefix}${name}`;
    if (!type) {
      if (typeof value === typeNames[kind] || isOfType(meta, clean(meta, value, false))) continue;
      // The first rule of a field that finds a fault is the one about its type.
      const [fault] = meta.checks.flatMap(({ code, find }) => find(value).map(({ message }) => ({ code, field, message })));
      if (fault) found.push(fault);
      continue;
    }
    if (kind === 'list' && !Array.isArray(value)) {
      found.push({ code: 'CHOICE', field, message: L('This must be a list', 'Isto deve ser uma lista') });
      continue;
    }
    const parts: [field: string, value: unknown][] =
      kind === 'list' ? (value as unknown[]).slice(0, max).map((row, i) => [`${field}.${i}`, row]) : [[field, value]];
    for (const [at, part] of parts) {
      if (part === null || typeof part !== 'object' || Array.isArray(part))
        found.push({ code: 'CHOICE', field: at, message: L('This must be an object', 'Isto deve ser um objeto') });
      else found.push(...typeFaults(type(), part, `${at}.`));
    }
  }
  return found;
}

/** Removes the values of a sanitised body that `typeFaults` reports. Changes the body in place. */
export function dropWrongTypes(cls: ContractClass, body: object): void {
  const values = body as Record<string, unknown>;
  for (const meta of fieldsOf(cls)) {
    const value = values[meta.name];
    if (meta.type) for (const part of [value ?? []].flat() as object[]) dropWrongTypes(meta.type(), part);
    else if (!isOfType(meta, value)) delete values[meta.name];
  }
}

/**
 * Builds an instance of the contract from any value: drops unknown fields, trims and upper-cases texts, normalises numbers and dates, also in digits of other scripts.
 * @param trusted the body is a stored document: keep the fields that only the server sets
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

/**
 * Returns the part of a body that the contract knows, unchanged and in the order in which it was sent. A body that is copied for many documents is reduced to
 * this first: otherwise each copy costs as much as everything that a caller wrote into it.
 * @param more names of further fields to keep
 */
export function knownFields(cls: ContractClass | undefined, plain: Readonly<Record<string, unknown>>, more: readonly string[] = []): Record<string, unknown> {
  const known = new Set([...more, ...(cls ? fieldsOf(cls) : []).flatMap(({ name, serverSet }) => (serverSet ? [] : name))]);
  const names = Object.keys(plain).filter((name) => known.has(name));
  return Object.fromEntries(names.map((name) => [name, plain[name]]));
}

/**
 * Returns the part of a body that a client sends, in the contract's order: without what the service sets or does not know, in its objects and rows too. Names
 * from the catalogues are not in it, so that it is the same in every language.
 * @param more names of further fields to keep
 */
export function clientFields(cls: ContractClass, plain: object, more: readonly string[] = []): Record<string, unknown> {
  const values = plain as Record<string, unknown>;
  const sent: Record<string, unknown> = {};
  for (const name of more) if (Object.hasOwn(values, name)) sent[name] = values[name];
  for (const { name, type, serverSet } of fieldsOf(cls)) {
    if (serverSet || !Object.hasOwn(values, name)) continue;
    const part = (value: unknown): unknown => (type && value !== null && typeof value === 'object' ? clientFields(type(), value) : value);
    const value = values[name];
    sent[name] = Array.isArray(value) ? value.map(part) : part(value);
  }
  return sent;
}

/** Returns the broken rules of the fields. class-validator reports which rules are broken and where; each rule supplies its code and message. */
function faultsOf(errors: readonly ValidationError[], cls: ContractClass, prefix = ''): RuleFault[] {
  return errors.flatMap((error) => {
    const path = prefix ? `${prefix}.${error.property}` : error.property;
    const meta = fieldOf(cls, error.property);
    // The error belongs to a row of a list; its fields are those of the class.
    if (!meta) return faultsOf(error.children ?? [], cls, path);
    const broken = meta.checks.filter(
      ({ decorators, whenMissing }) => (whenMissing || !isEmpty(error.value)) && Object.keys(decorators).some((name) => name in (error.constraints ?? {})),
    );
    const missing = broken.filter((check) => check.code === 'REQUIRED');
    return [
      ...(missing.length ? missing : broken).flatMap(({ code, find }) =>
        find(error.value).map(({ at, message }) => ({ code, field: `${path}${at}`, message })),
      ),
      ...(meta.type ? faultsOf(error.children ?? [], meta.type(), path) : []),
    ];
  });
}

/**
 * Returns every broken rule of a body that is already sanitised, in the order of the contract's fields.
 * @param language of the messages
 */
export function errorsOf<T extends object>(cls: ContractClass<T>, value: T, language: Language = 'en'): FieldError[] {
  const errors = validateSync(value, { forbidUnknownValues: false });
  const wrong = new Set(errors.map(({ property }) => property));
  for (const meta of fieldsOf(cls)) if (meta.type && !wrong.has(meta.name)) rememberValid(meta, (value as Record<string, unknown>)[meta.name]);
  const found = faultsOf(errors, cls);
  for (const check of rulesOf(cls)) found.push(...check(value, cls));
  if (found.length === 0) return [];
  const seen = new Set<string>();
  const order = fieldsOf(cls).map((f) => f.name);
  const place = (f: RuleFault): number => order.indexOf(f.field.split('.')[0] as string);
  const first = found.filter((e) => !seen.has(`${e.code} ${e.field}`) && seen.add(`${e.code} ${e.field}`));
  return inLanguage(
    first.sort((a, b) => place(a) - place(b)),
    language,
  );
}

/** Sanitises and validates in one call. */
export function validateContract<T extends object>(cls: ContractClass<T>, plain: unknown, language: Language = 'en'): { value: T; errors: FieldError[] } {
  const value = sanitise(cls, plain);
  return { value, errors: errorsOf(cls, value, language) };
}

/** Errors that a draft may have because it is unfinished. */
const unfinished = new Set(['REQUIRED', 'MIN_ITEMS', 'QUESTION_UNANSWERED']);

/**
 * Returns the errors that are not allowed even in a draft: wrong types, forms and lengths of the values it has.
 * @param value sanitised
 */
export const draftErrors = <T extends object>(cls: ContractClass<T>, value: T, language: Language = 'en'): FieldError[] =>
  errorsOf(cls, value, language).filter(({ code }) => !unfinished.has(code));
