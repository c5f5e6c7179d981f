/**
 * Field decorators of a contract class. One line says what a field is: its label in both languages, its limits, whether it
 * is required, from which catalogue its code comes. Validation runs through class-validator; the same facts give the
 * sanitised body, the JSON schema, and the labels of screens, prints and CSV files.
 */
import { ValidateBy, ValidateNested } from 'class-validator';

export type Language = 'en' | 'pt';
/** A text in both languages of the portal. */
export type Bilingual = Record<Language, string>;
export const L = (en: string, pt: string): Bilingual => ({ en, pt });

export type ContractClass<T = object> = new () => T;

/** Where a code comes from, and what is copied from its record beside it (target field → record field). */
export interface CatalogueRule {
  name: string;
  copy?: Record<string, string>;
  /** The record must carry the value of a sibling field, such as a sub-district its district's code. */
  within?: { field: string; key: string };
  /** Record fields that must have these values, such as `{ airport: '0' }`. */
  where?: Record<string, unknown>;
}

export type FieldKind = 'text' | 'digits' | 'integer' | 'boolean' | 'date' | 'dateTime' | 'choice' | 'object' | 'list';

export interface FieldMeta {
  name: string;
  kind: FieldKind;
  label?: Bilingual;
  required: boolean;
  max?: number;
  min?: number;
  upper: boolean;
  values?: readonly string[];
  catalogue?: CatalogueRule;
  type?: () => ContractClass;
  /** Set by the server; a client's value is dropped. */
  serverSet: boolean;
  /** Identifies or reaches a person: kept sealed at rest, with all that lies below it. */
  personal: boolean;
}

interface CommonOptions {
  label?: Bilingual;
  required?: boolean;
  /** Replaces the message of REQUIRED where the specification words it. */
  message?: string | Bilingual;
  /** Set by the server; a client's value is dropped. */
  serverSet?: boolean;
  /** Identifies or reaches a person (document number, telephone, address): kept sealed at rest, with all that lies below it. */
  personal?: boolean;
}

/** The facts stand on the class itself, so that a class that extends another has its parent's. */
const fieldsKey = Symbol.for('portal:contract-fields');
type Described = ContractClass & { [fieldsKey]?: Map<string, FieldMeta> };

const labelsOf = (meta: FieldMeta): Bilingual => meta.label ?? L(meta.name, meta.name);
const isEmpty = (v: unknown): boolean => v === undefined || v === null || v === '';

/** The fields of a contract class, its parents' first. */
export function fieldsOf(cls: ContractClass): FieldMeta[] {
  return [...((cls as Described)[fieldsKey]?.values() ?? [])];
}

/** The metadata of a field by its dotted path (`goods.0.quantity`, `flightDetails.code`), or undefined. */
export function fieldAt(cls: ContractClass, path: string): FieldMeta | undefined {
  let current: ContractClass | undefined = cls;
  let found: FieldMeta | undefined;
  for (const part of path.split('.')) {
    if (/^\d+$/.test(part)) continue;
    if (!current) return undefined;
    found = fieldsOf(current).find((f) => f.name === part);
    if (!found) return undefined;
    current = found.type?.();
  }
  return found;
}

function remember(target: object, meta: FieldMeta): void {
  const cls = target.constructor as Described;
  if (!Object.hasOwn(cls, fieldsKey)) cls[fieldsKey] = new Map(cls[fieldsKey]);
  cls[fieldsKey]?.set(meta.name, meta);
}

/** Both languages travel in one string, parted by a unit separator; `validateContract` picks the reader's. */
export const joinLanguages = (text: string | Bilingual): string => (typeof text === 'string' ? text : `${text.en}\u001f${text.pt}`);
export const pickLanguage = (text: string, language: Language): string => {
  const [en = text, pt = en] = text.split('\u001f');
  return language === 'pt' ? pt : en;
};

function rule(code: string, valid: (value: unknown) => boolean, message: string | Bilingual): PropertyDecorator {
  return ValidateBy({ name: code, validator: { validate: valid, defaultMessage: () => joinLanguages(message) } });
}

const lower = (s: string): string => s.charAt(0).toLowerCase() + s.slice(1);
export const requiredMessage = (label: Bilingual): Bilingual => L(`Enter ${lower(label.en)}`, `Indique ${lower(label.pt)}`);

function field(
  kind: FieldKind,
  options: CommonOptions & Partial<FieldMeta>,
  rules: (meta: FieldMeta, label: Bilingual) => PropertyDecorator[],
): PropertyDecorator {
  return (target, key) => {
    const meta: FieldMeta = {
      ...options,
      name: String(key),
      kind,
      required: options.required ?? false,
      upper: options.upper ?? false,
      serverSet: options.serverSet ?? false,
      personal: options.personal ?? false,
    };
    remember(target, meta);
    const label = labelsOf(meta);
    const all = rules(meta, label);
    if (meta.required) all.push(rule('REQUIRED', (v) => !isEmpty(v) && !(Array.isArray(v) && v.length === 0), options.message ?? requiredMessage(label)));
    for (const decorate of all) decorate(target, key);
  };
}

export interface TextOptions extends CommonOptions {
  max?: number;
  upper?: boolean;
}

/** A text; trimmed, upper-cased where said. Errors: REQUIRED, TEXT, MAX_LENGTH. `max` is in characters (default 500). */
export const Text = (options: TextOptions = {}): PropertyDecorator =>
  field('text', { max: 500, ...options }, (meta, label) => [
    rule('TEXT', (v) => isEmpty(v) || typeof v === 'string', L(`${label.en} must be text`, `${label.pt} deve ser texto`)),
    rule(
      'MAX_LENGTH',
      (v) => typeof v !== 'string' || [...v].length <= (meta.max as number),
      L(`${label.en} must be ${meta.max} characters or fewer`, `${label.pt} deve ter no máximo ${meta.max} caracteres`),
    ),
  ]);

/** A code of a catalogue: checked on the server against the catalogue, which also gives the fields in `copy`. Errors: REQUIRED, TEXT, MAX_LENGTH, CHOICE. */
export const Code = (catalogue: string | CatalogueRule, options: TextOptions = {}): PropertyDecorator =>
  field('text', { max: 70, ...options, catalogue: typeof catalogue === 'string' ? { name: catalogue } : catalogue }, (meta, label) => [
    rule('TEXT', (v) => isEmpty(v) || typeof v === 'string', L(`${label.en} must be text`, `${label.pt} deve ser texto`)),
    rule(
      'MAX_LENGTH',
      (v) => typeof v !== 'string' || [...v].length <= (meta.max as number),
      L(`${label.en} must be ${meta.max} characters or fewer`, `${label.pt} deve ter no máximo ${meta.max} caracteres`),
    ),
  ]);

/** One of a few fixed values. Errors: REQUIRED, CHOICE. */
export const Choice = (values: readonly string[], options: CommonOptions = {}): PropertyDecorator =>
  field('choice', { ...options, values }, (_meta, label) => [
    rule(
      'CHOICE',
      (v) => isEmpty(v) || values.includes(v as string),
      L(`${label.en} must be one of ${values.join(', ')}`, `${label.pt} deve ser um de ${values.join(', ')}`),
    ),
  ]);

export const YesNo = (options: CommonOptions = {}): PropertyDecorator => Choice(['YES', 'NO'], options);

/** An answer that has only one acceptable value, YES. Errors: REQUIRED, MUST_BE_YES. */
export const MustBeYes = (options: CommonOptions & { confirm?: Bilingual } = {}): PropertyDecorator =>
  field('choice', { ...options, values: ['YES'] }, (_meta, label) => [
    rule('MUST_BE_YES', (v) => isEmpty(v) || v === 'YES', options.confirm ?? L(`You must confirm: ${lower(label.en)}`, `Tem de confirmar: ${lower(label.pt)}`)),
  ]);

export interface IntegerOptions extends CommonOptions {
  min?: number;
  max?: number;
}

/** A whole number; a numeric text is taken as its number. Errors: REQUIRED, INTEGER. Default range 0 … 9,007,199,254,740,991. */
export const Integer = (options: IntegerOptions = {}): PropertyDecorator => {
  const min = options.min ?? 0;
  const max = options.max ?? Number.MAX_SAFE_INTEGER;
  return field('integer', { ...options, min, max }, (_meta, label) => [
    rule(
      'INTEGER',
      (v) => isEmpty(v) || (typeof v === 'number' && Number.isSafeInteger(v) && v >= min && v <= max),
      min > 0
        ? L(`${label.en} must be a whole number of at least ${min}`, `${label.pt} deve ser um número inteiro de pelo menos ${min}`)
        : L(`${label.en} must be a whole number`, `${label.pt} deve ser um número inteiro`),
    ),
  ]);
};

/** A number that is kept as its digits (telephone): spaces, dashes, brackets and a leading plus are taken out. Errors: REQUIRED, INTEGER, MAX_LENGTH. */
export const Digits = (options: CommonOptions & { max?: number } = {}): PropertyDecorator =>
  field('digits', { max: 20, ...options }, (meta, label) => [
    rule(
      'INTEGER',
      (v) => isEmpty(v) || (typeof v === 'string' && /^\d+$/.test(v)),
      L(`${label.en} must contain only digits`, `${label.pt} deve conter apenas algarismos`),
    ),
    rule(
      'MAX_LENGTH',
      (v) => typeof v !== 'string' || v.length <= (meta.max as number),
      L(`${label.en} must be ${meta.max} digits or fewer`, `${label.pt} deve ter no máximo ${meta.max} algarismos`),
    ),
  ]);

/** `true` or `false`. Errors: REQUIRED, CHOICE. */
export const Flag = (options: CommonOptions = {}): PropertyDecorator =>
  field('boolean', options, (_meta, label) => [
    rule('CHOICE', (v) => isEmpty(v) || typeof v === 'boolean', L(`${label.en} must be yes or no`, `${label.pt} deve ser sim ou não`)),
  ]);

/** True for a day of the calendar written `YYYY-MM-DD`. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) && value >= '1900-01-01';
}

export interface DateOptions extends CommonOptions {
  /** `past`: before today (UTC). */
  range?: 'past';
}

/** A day, `YYYY-MM-DD`. Errors: REQUIRED, DATE. */
export const Day = (options: DateOptions = {}): PropertyDecorator =>
  field('date', options, (_meta, label) => [
    rule(
      'DATE',
      (v) => isEmpty(v) || (isDay(v) && (options.range !== 'past' || v < new Date().toISOString().slice(0, 10))),
      options.range === 'past'
        ? L(`${label.en} must be a real date in the past`, `${label.pt} deve ser uma data real no passado`)
        : L(`${label.en} must be a real date, such as 2026-03-27`, `${label.pt} deve ser uma data real, como 2026-03-27`),
    ),
  ]);

/** A nested object with a contract class of its own. */
export const Nested = (type: () => ContractClass, options: CommonOptions = {}): PropertyDecorator =>
  field('object', { ...options, type }, () => [ValidateNested()]);

export interface ListOptions extends CommonOptions {
  min?: number;
  max?: number;
}

/** A list of objects; each gets a generated `id` on the server when it has none. Errors: REQUIRED, MIN_ITEMS, MAX_LENGTH. `max` default 500 rows. */
export const ListOf = (type: () => ContractClass, options: ListOptions = {}): PropertyDecorator => {
  const max = options.max ?? 500;
  return field('list', { ...options, max, type }, (meta, label) => [
    ValidateNested({ each: true }),
    rule('MAX_LENGTH', (v) => !Array.isArray(v) || v.length <= max, L(`${label.en}: at most ${max} rows`, `${label.pt}: no máximo ${max} linhas`)),
    ...(meta.min
      ? [
          rule(
            'MIN_ITEMS',
            (v) => Array.isArray(v) && v.length >= (meta.min as number),
            options.message ?? L(`Add at least ${meta.min} row to ${lower(label.en)}`, `Adicione pelo menos ${meta.min} linha a ${lower(label.pt)}`),
          ),
        ]
      : []),
  ]);
};
