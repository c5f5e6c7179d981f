/**
 * Field decorators of a contract class. One decorator describes a field: its label in both languages, its limits, whether the field is required, and the
 * catalogue of its code. class-validator does the validation, with its own decorators where it has a suitable one (ADR 1); the sanitised body, the JSON schema,
 * and the labels of screens, prints and CSV files are derived from the same description.
 */
import {
  ARRAY_MAX_SIZE,
  ARRAY_MIN_SIZE,
  ARRAY_NOT_EMPTY,
  ArrayMaxSize,
  ArrayMinSize,
  ArrayNotEmpty,
  EQUALS,
  Equals,
  IS_BOOLEAN,
  IS_IN,
  IS_INT,
  IS_NOT_EMPTY,
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  MAX,
  Max,
  MIN,
  Min,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { dayOf } from './calendar-day.ts';
import './rule-instances.ts';
import { unlistedText } from './form-values.ts';
import { type Bilingual, inBoth, insideSentence, L, sentence } from './language.ts';
import { identifierFault, isEmail, isWithin, textFault } from './texts.ts';
import { isKnownValid } from './valid-value-cache.ts';

export type ContractClass<T = object> = new () => T;

/** The catalogue that a code belongs to, and the record fields that are copied beside the code (target field → record field). */
export interface CatalogueRule {
  name: string;
  copy?: Record<string, string>;
  /** The record must have the same value as a sibling field: a sub-district must carry the code of its district. */
  within?: { field: string; key: string };
  /** Record fields that must have these values, such as `{ airport: '0' }`. */
  where?: Record<string, unknown>;
  /** The texts beside the code are those of the day on which an action wrote them, not of the document's day: a bank account, an authoriser. */
  asWritten?: boolean;
}

/** One fault that a rule finds in a value. `at` is the path below the field (`.1`), or empty for the field itself. */
export interface Finding {
  at: string;
  message: Bilingual;
}

/** One rule of a field. class-validator decides whether a value breaks the rule; the rule supplies the error code and the message. */
export interface FieldCheck {
  code: string;
  /** The decorators that check the rule, by the names under which class-validator reports them. */
  decorators: Readonly<Record<string, PropertyDecorator>>;
  /** Whether the rule also applies to a missing value. All other rules ignore missing values. */
  whenMissing?: true;
  /** Returns what is wrong with a value that breaks the rule. */
  find(value: unknown): readonly Finding[];
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
  /** A stricter kind of text, or a text with several lines. */
  form?: 'identifier' | 'email' | 'lines';
  /** `past`: the day must be before today (UTC). */
  range?: 'past';
  values?: readonly string[];
  catalogue?: CatalogueRule;
  type?: () => ContractClass;
  /** Whether only the server sets the field; a client's value is dropped. */
  serverSet: boolean;
  /** Whether the value identifies a person or is a way to contact one. The field and everything below it are encrypted at rest. */
  personal: boolean;
  /** The message when the field is required and missing. */
  whenMissing: Bilingual;
  checks: readonly FieldCheck[];
}

interface CommonOptions {
  label?: Bilingual;
  required?: boolean;
  /** The message for a missing value. Needed where the specification prescribes it, or where "Enter" and the label do not form a sentence. */
  message?: string | Bilingual;
  /** Whether only the server sets the field; a client's value is dropped. */
  serverSet?: boolean;
  /**
   * Whether the value identifies a person or is a way to contact one (document number, telephone, address). The field and everything below it are encrypted at
   * rest.
   */
  personal?: boolean;
}

/** The metadata is stored on the class itself, so that a subclass inherits its parent's. */
const fieldsKey = Symbol.for('portal:contract-fields');
type Described = ContractClass & { [fieldsKey]?: Map<string, FieldMeta> };

/** Whether a value counts as missing. */
export const isEmpty = (v: unknown): boolean => v === undefined || v === null || v === '';

/** The list of fields of each class, built once for each class. */
const lists = new WeakMap<Map<string, FieldMeta>, readonly FieldMeta[]>();

/** Returns the fields of a contract class, starting with those of its parents. */
export function fieldsOf(cls: ContractClass): readonly FieldMeta[] {
  const fields = (cls as Described)[fieldsKey];
  if (!fields) return [];
  let list = lists.get(fields);
  if (!list) {
    list = [...fields.values()];
    lists.set(fields, list);
  }
  return list;
}

/** Returns the metadata of a field of the class, or undefined. */
export const fieldOf = (cls: ContractClass, name: string): FieldMeta | undefined => (cls as Described)[fieldsKey]?.get(name);

/** Returns the metadata of a field by its dotted path (`goods.0.quantity`, `flightDetails.code`), or undefined. */
export function fieldAt(cls: ContractClass, path: string): FieldMeta | undefined {
  let current: ContractClass | undefined = cls;
  let found: FieldMeta | undefined;
  for (const part of path.split('.')) {
    if (/^\d+$/.test(part)) continue;
    if (!current) return undefined;
    found = fieldOf(current, part);
    if (!found) return undefined;
    current = found.type?.();
  }
  return found;
}

function remember(target: object, meta: FieldMeta): void {
  const cls = target.constructor as Described;
  if (!Object.hasOwn(cls, fieldsKey)) cls[fieldsKey] = new Map(cls[fieldsKey]);
  const fields = cls[fieldsKey] as Map<string, FieldMeta>;
  fields.set(meta.name, meta);
  lists.delete(fields);
}

/** Creates a rule that uses class-validator's own decorators, with the error code and message of this project. */
const rule = (code: string, message: Bilingual, decorators: FieldCheck['decorators'], whenMissing?: true): FieldCheck => ({
  code,
  decorators,
  whenMissing,
  find: () => [{ at: '', message }],
});

/** Creates a rule for which class-validator has no decorator. */
const ownRule = (code: string, find: (value: unknown) => readonly Finding[]): FieldCheck => ({
  code,
  decorators: { [code]: ValidateBy({ name: code, validator: { validate: (value: unknown) => find(value).length === 0, defaultMessage: () => code } }) },
  find,
});

/** Creates such a rule for a check that finds at most one fault. */
const ownRuleOnce = (code: string, find: (value: unknown) => Bilingual | false | undefined): FieldCheck =>
  ownRule(code, (value) => {
    const message = find(value);
    return message ? [{ at: '', message }] : [];
  });

/** Returns a label as it appears inside a sentence: in lower case, except "I" and abbreviations. */
const inSentence = (label: string): string => (/^(I\s|\p{Lu}\p{Lu})/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1));
const isQuestion = (label: Bilingual): boolean => label.en.endsWith('?');
const isStatement = (label: Bilingual): boolean => /^(I|My)\s/.test(label.en);

/** Returns the default message for a missing value. */
export function requiredMessage(label: Bilingual): Bilingual {
  if (isQuestion(label)) return sentence('Answer the question: {{label}}', 'Responda à pergunta: {{label}}', { label });
  if (isStatement(label)) return sentence('Confirm: {{label}}', 'Confirme: {{label}}', { label });
  return sentence('Enter {{label}}', 'Indique {{label}}', { label: insideSentence(label, inSentence) });
}

function field(
  kind: FieldKind,
  options: CommonOptions & Partial<FieldMeta>,
  checksOf: (meta: FieldMeta, label: Bilingual) => FieldCheck[],
  nested?: PropertyDecorator,
): PropertyDecorator {
  return (target, key) => {
    const { message, ...facts } = options;
    const label = options.label ?? inBoth(String(key));
    const meta: FieldMeta = {
      ...facts,
      name: String(key),
      kind,
      required: options.required ?? false,
      upper: options.upper ?? false,
      serverSet: options.serverSet ?? false,
      personal: options.personal ?? false,
      whenMissing: message === undefined ? requiredMessage(label) : inBoth(message),
      checks: [],
    };
    const checks = checksOf(meta, label);
    const present: FieldCheck['decorators'] = kind === 'list' ? { [ARRAY_NOT_EMPTY]: ArrayNotEmpty() } : { [IS_NOT_EMPTY]: IsNotEmpty() };
    if (meta.required) checks.push(rule('REQUIRED', meta.whenMissing, present, true));
    meta.checks = checks;
    remember(target, meta);
    if (nested) {
      nested(target, key);
      ValidateIf((_object, value) => !isKnownValid(meta, value, fieldsOf))(target, key);
    }
    if (!checks.some((check) => check.whenMissing)) ValidateIf((_object, value) => !isEmpty(value))(target, key);
    for (const decorate of checks.flatMap(({ decorators }) => Object.values(decorators))) decorate(target, key);
  };
}

export interface TextOptions extends CommonOptions {
  max?: number;
  upper?: boolean;
  /** Whether line breaks are allowed; the screen then shows a text area. */
  lines?: boolean;
}

const maxLength = (label: Bilingual, max: number): FieldCheck =>
  ownRuleOnce(
    'MAX_LENGTH',
    (v) =>
      typeof v === 'string' &&
      !isWithin(v, max) &&
      sentence('{{label}} must be {{max}} characters or fewer', '{{label}} deve ter no máximo {{max}} caracteres', { label, max }),
  );

/** Creates the rule that checks a text. A text that is longer than `max` is not checked further. */
const textRule = (label: Bilingual, max: number, faultOf: (text: string) => Bilingual | undefined): FieldCheck =>
  ownRuleOnce('TEXT', (v) => {
    if (isEmpty(v)) return undefined;
    if (typeof v !== 'string') return sentence('{{label}} must be text', '{{label}} deve ser texto', { label });
    return isWithin(v, max) ? faultOf(v) : undefined;
  });

const textField = (options: Partial<FieldMeta> & CommonOptions & { max: number }, faultOf: (text: string, label: Bilingual) => Bilingual | undefined) =>
  field('text', options, (_meta, label) => [textRule(label, options.max, (text) => faultOf(text, label)), maxLength(label, options.max)]);

/**
 * A text; trimmed, and converted to upper case if requested. Errors: REQUIRED, TEXT (also if it contains invisible characters), MAX_LENGTH. `max` is in
 * characters (default 500).
 */
export const Text = ({ lines = false, ...options }: TextOptions = {}): PropertyDecorator =>
  textField({ max: 500, ...options, ...(lines ? { form: 'lines' } : {}) }, (text, label) => textFault(text, label, lines));

/**
 * A document or vehicle number. Compatibility forms become ASCII, and letters upper case. Only A to Z, digits, spaces and `- / .` are allowed, so that two
 * numbers that look the same are equal. Errors: REQUIRED, TEXT, MAX_LENGTH. `max` defaults to 70.
 */
export const Identifier = (options: CommonOptions & { max?: number } = {}): PropertyDecorator =>
  textField({ max: 70, ...options, upper: true, form: 'identifier' }, identifierFault);

/** An email address. Errors: REQUIRED, TEXT, MAX_LENGTH. `max` default 254, which is also the highest allowed. */
export const Email = (options: CommonOptions & { max?: number } = {}): PropertyDecorator =>
  textField({ max: 254, ...options, form: 'email' }, (text) =>
    isEmail(text) ? undefined : L('Enter an email address in the form name@example.com', 'Indique um endereço de correio eletrónico na forma nome@exemplo.com'),
  );

/** Returns the message for a code that is not in its list. */
export const chooseFromList = (label: Bilingual): Bilingual => sentence('{{label}}: choose one from the list', '{{label}}: escolha um da lista', { label });

/**
 * A code of a catalogue. The server checks the code against the catalogue and copies the record fields named in `copy`. A text that was typed in its place is
 * refused without the catalogue (`unlistedCode`). Errors: REQUIRED, TEXT, MAX_LENGTH, CHOICE.
 */
export const Code = (catalogue: string | CatalogueRule, { max = 70, ...options }: Omit<TextOptions, 'lines'> = {}): PropertyDecorator =>
  field('text', { ...options, max, catalogue: typeof catalogue === 'string' ? { name: catalogue } : catalogue }, (_meta, label) => [
    ownRuleOnce('CHOICE', (v) => unlistedText(v) !== undefined && chooseFromList(label)),
    textRule(label, max, (text) => textFault(text, label)),
    maxLength(label, max),
  ]);

/** One of a few fixed values. Errors: REQUIRED, CHOICE. */
export const Choice = (values: readonly string[], options: CommonOptions = {}): PropertyDecorator =>
  field('choice', { ...options, values }, (_meta, label) => [
    rule('CHOICE', sentence('{{label}} must be one of {{values}}', '{{label}} deve ser um de {{values}}', { label, values: values.join(', ') }), {
      [IS_IN]: IsIn([...values]),
    }),
  ]);

export const YesNo = (options: CommonOptions = {}): PropertyDecorator => Choice(['YES', 'NO'], options);

/** A question whose only accepted answer is YES. `confirm` is the message for any other answer; without it `message` is used. Errors: REQUIRED, MUST_BE_YES. */
export const MustBeYes = ({ confirm, ...options }: CommonOptions & { confirm?: Bilingual } = {}): PropertyDecorator =>
  field('choice', { ...options, values: ['YES'] }, (meta, label) => [
    rule('MUST_BE_YES', confirm ?? (options.message ? meta.whenMissing : sentence('Confirm: {{label}}', 'Confirme: {{label}}', { label })), {
      [EQUALS]: Equals('YES'),
    }),
  ]);

export interface IntegerOptions extends CommonOptions {
  min?: number;
  max?: number;
}

/** A whole number; numeric text is converted. Errors: REQUIRED, INTEGER. Default range 0 … 9,007,199,254,740,991. */
export const Integer = (options: IntegerOptions = {}): PropertyDecorator => {
  const min = options.min ?? 0;
  const max = options.max ?? Number.MAX_SAFE_INTEGER;
  return field('integer', { ...options, min, max }, (_meta, label) => {
    const message =
      options.max !== undefined
        ? sentence('{{label}} must be a whole number from {{min}} to {{max}}', '{{label}} deve ser um número inteiro de {{min}} a {{max}}', { label, min, max })
        : min > 0
          ? sentence('{{label}} must be a whole number of at least {{min}}', '{{label}} deve ser um número inteiro de pelo menos {{min}}', { label, min })
          : sentence('{{label}} must be a whole number', '{{label}} deve ser um número inteiro', { label });
    return [rule('INTEGER', message, { [IS_INT]: IsInt(), [MIN]: Min(min), [MAX]: Max(max) })];
  });
};

const digits = (options: CommonOptions & { max?: number }, hint: Bilingual): PropertyDecorator => {
  const max = options.max ?? 20;
  return field('digits', { ...options, max }, (_meta, label) => [
    ownRuleOnce(
      'INTEGER',
      (v) =>
        !isEmpty(v) &&
        !(typeof v === 'string' && (v.length > max || /^\d+$/.test(v))) &&
        sentence('{{label}} must contain only digits{{hint}}', '{{label}} deve conter apenas algarismos{{hint}}', { label, hint }),
    ),
    ownRuleOnce(
      'MAX_LENGTH',
      (v) =>
        typeof v === 'string' &&
        v.length > max &&
        sentence('{{label}} must be {{max}} digits or fewer', '{{label}} deve ter no máximo {{max}} algarismos', { label, max }),
    ),
  ]);
};

/** A number stored as digits: spaces, dashes, brackets, invisible marks and a leading plus are removed. Errors: REQUIRED, INTEGER, MAX_LENGTH. `max` default 20. */
export const Digits = (options: CommonOptions & { max?: number } = {}): PropertyDecorator => digits(options, L('; spaces are fine', '; pode ter espaços'));

/** A telephone number, stored like `Digits`. Its message says that a plus and spaces may be typed. */
export const Telephone = (options: CommonOptions & { max?: number } = {}): PropertyDecorator =>
  digits(options, L('; a + in front and spaces are fine', '; pode ter um + no início e espaços'));

/** `true` or `false`. Errors: REQUIRED, CHOICE. */
export const Flag = (options: CommonOptions = {}): PropertyDecorator =>
  field('boolean', options, (_meta, label) => [
    rule('CHOICE', sentence('{{label}} must be yes or no', '{{label}} deve ser sim ou não', { label }), { [IS_BOOLEAN]: IsBoolean() }),
  ]);

/** Whether a value is a calendar day written as `YYYY-MM-DD`. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || value.length !== 10 || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) && value >= '1900-01-01';
}

export interface DateOptions extends CommonOptions, Pick<FieldMeta, 'range'> {}

/** Returns the message that a field must be a calendar day, and with `past` a day before today. */
export const realDayMessage = (label: Bilingual, past = false): Bilingual =>
  past
    ? sentence('{{label}} must be a real date in the past, such as 27 3 1980', '{{label}} deve ser uma data real no passado, como 27 3 1980', { label })
    : sentence('{{label}} must be a real date, such as 27 3 2026', '{{label}} deve ser uma data real, como 27 3 2026', { label });

/** A day, `YYYY-MM-DD`. Errors: REQUIRED, DATE. Messages show days in the form that people use; the ISO form is only for programs. */
export const Day = (options: DateOptions = {}): PropertyDecorator =>
  field('date', options, (_meta, label) => {
    const past = options.range === 'past';
    const message = realDayMessage(label, past);
    return [ownRuleOnce('DATE', (v) => !isEmpty(v) && !(isDay(v) && (!past || v < dayOf(new Date()))) && message)];
  });

/** A nested object with its own contract class. */
export const Nested = (type: () => ContractClass, options: CommonOptions = {}): PropertyDecorator =>
  field('object', { ...options, type }, () => [], ValidateNested());

export interface ListOptions extends CommonOptions {
  min?: number;
  max?: number;
}

/** Finds rows with the same id and different content: it is unknown which of them is right. Identical rows were merged when the body was read. */
function contradictions(rows: unknown): Finding[] {
  if (!Array.isArray(rows)) return [];
  const seen = new Set<unknown>();
  return rows.flatMap((row: { id?: unknown } | null, i) => {
    const id = row?.id;
    if (isEmpty(id) || !seen.has(id)) {
      seen.add(id);
      return [];
    }
    return [
      {
        at: `.${i}`,
        message: sentence(
          'Row {{row}} contradicts an earlier row with the same id: keep one of them',
          'A linha {{row}} contradiz outra com o mesmo id: mantenha uma só',
          { row: i + 1 },
        ),
      },
    ];
  });
}

/**
 * A list of objects. The server generates an `id` for each row that has none. Identical rows with the same id are merged. Errors: REQUIRED, MIN_ITEMS,
 * MAX_LENGTH, CHOICE (for a row whose content differs from another row with the same id). `max` default 500 rows.
 */
export const ListOf = (type: () => ContractClass, options: ListOptions = {}): PropertyDecorator => {
  const { min, max = 500 } = options;
  return field(
    'list',
    { ...options, max, type },
    (_meta, label) => [
      rule('MAX_LENGTH', sentence('{{label}}: at most {{max}} rows', '{{label}}: no máximo {{max}} linhas', { label, max }), {
        [ARRAY_MAX_SIZE]: ArrayMaxSize(max),
      }),
      ownRule('CHOICE', contradictions),
      ...(min
        ? [
            rule(
              'MIN_ITEMS',
              inBoth(
                options.message ??
                  sentence('Add at least {{min}} row to {{label}}', 'Adicione pelo menos {{min}} linha a {{label}}', {
                    min,
                    label: insideSentence(label, inSentence),
                  }),
              ),
              { [ARRAY_MIN_SIZE]: ArrayMinSize(min) },
              true,
            ),
          ]
        : []),
    ],
    ValidateNested({ each: true }),
  );
};
