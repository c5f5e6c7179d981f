/** The inputs of a form for browsers without script, made from the form's sections, its contract and the catalogues. */
import {
  type AnswerForm,
  type Bilingual,
  type CatalogueRecord,
  type ContractClass,
  checklistRows,
  type FieldMeta,
  type FormField,
  type FormSection,
  fieldAt,
  fieldsOf,
  foldName,
  formWords,
  joinDate,
  type Language,
  readInteger,
  say,
} from '@portal/contract-kit';
import { applicableRecords, rankOf } from '../catalogue/applicable-records.ts';
import { type CatalogueClient, nameIn } from '../catalogue/catalogue-client.ts';
import { recordOn } from '../catalogue/record-on.ts';
import type { PlainBody, PlainForm } from './plain-form.ts';

export type PlainKind = 'text' | 'lines' | 'integer' | 'date' | 'select' | 'radios' | 'checkbox' | 'checklist' | 'search';

export interface PlainOption {
  code: string;
  name: string;
  /** Options with the same group are shown together, such as the posts of a municipality. */
  group?: string;
}

export interface PlainInput {
  /** Dotted path of the answer in the body. Errors name it. */
  path: string;
  kind: PlainKind;
  /** The names that a browser sends for this input. A date has three. */
  names: readonly string[];
  label: Bilingual;
  /** The label in the reader's language only, as for catalogue texts. */
  question?: string;
  field: FormField;
  meta: FieldMeta;
  /** Whether other answers decide if this input is asked. */
  conditional: boolean;
  /**
   * The options to choose from; for a checklist in the order of its names. For a text they are suggestions, and for a long catalogue everything that a typed
   * name may match.
   */
  options: readonly PlainOption[];
  /** Puts the answer into the body. `value` returns the text that was sent for a name. */
  write(body: PlainBody, value: (name: string) => string): void;
}

export interface PlainRow {
  title: Bilingual;
  inputs: readonly PlainInput[];
}

export interface PlainSection {
  section: FormSection;
  inputs: readonly PlainInput[];
  /** Rows that the sender adds. */
  rows: readonly PlainRow[];
}

/** Maximum number of records of a catalogue that is shown as a list. In a longer catalogue the sender types a name or code. */
const longestList = 600;
/** Maximum number of rows of one list that a form without script offers. */
export const mostRows = 50;

export const datePartNames = (name: string): readonly [day: string, month: string, year: string] => [`${name}-day`, `${name}-month`, `${name}-year`];

/** Sets the value at a dotted path of a body. */
function put(body: PlainBody, path: string, value: unknown): void {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    body[first] = value;
    return;
  }
  body[first] ??= /^\d+$/.test(rest[0] ?? '') ? [] : {};
  put(body[first] as PlainBody, rest.join('.'), value);
}

const siblingOf = (path: string, sibling: string): string => [...path.split('.').slice(0, -1), sibling].join('.');

interface Making {
  form: PlainForm;
  contract: ContractClass;
  catalogues: CatalogueClient;
  /** The day of the form. The questions and options of the catalogues are those that are valid on that day. */
  day: string;
  language: Language;
}

/** Returns records as options. Long lists are sorted by the reader's alphabet. */
function optionsOf(
  records: readonly CatalogueRecord[],
  language: Language,
  groupOf: (record: CatalogueRecord) => string | undefined = () => undefined,
): PlainOption[] {
  const options = records.map((record) => ({ code: record.code, name: nameIn(record, language), group: groupOf(record) }));
  return records.length > 20 ? options.sort((a, b) => a.name.localeCompare(b.name, language)) : options;
}

async function catalogueOptions({ contract, catalogues, day, language }: Making, path: string, meta: FieldMeta): Promise<PlainOption[]> {
  const { name, where = {}, within } = meta.catalogue as NonNullable<FieldMeta['catalogue']>;
  const records = (await catalogues.records(name))
    .map((record) => recordOn(record, day))
    .filter((record) => record.retired !== true && Object.entries(where).every(([key, value]) => record[key] === value));
  if (!within) return optionsOf(records, language);
  const parent = fieldAt(contract, siblingOf(path, within.field))?.catalogue?.name;
  const parents = new Map(parent ? (await catalogues.records(parent)).map((record) => [record.code, nameIn(record, language)]) : []);
  return optionsOf(records, language, (record) => parents.get(String(record[within.key])));
}

async function suggested({ catalogues, day, language }: Making, { suggest }: FormField): Promise<PlainOption[]> {
  if (!suggest) return [];
  const records = (await catalogues.records(suggest.catalogue)).map((record) => recordOn(record, day)).filter((record) => record.retired !== true);
  return optionsOf(
    records.filter((record) => Object.entries(suggest.without ?? {}).every(([key, value]) => record[key] !== value)),
    language,
  );
}

const yesNo = (language: Language): PlainOption[] => [
  { code: 'YES', name: say(formWords.yes, language) },
  { code: 'NO', name: say(formWords.no, language) },
];

async function shapeOf(making: Making, field: FormField, meta: FieldMeta): Promise<{ kind: PlainKind; options: readonly PlainOption[] }> {
  const { form, language } = making;
  if (field.dayFromList) return { kind: 'select', options: form.days(language) };
  if (meta.catalogue) {
    const options = await catalogueOptions(making, field.name, meta);
    return { kind: options.length > longestList ? 'search' : 'select', options };
  }
  if (meta.kind === 'date') return { kind: 'date', options: [] };
  if (meta.kind === 'integer') return { kind: 'integer', options: [] };
  if (meta.kind === 'boolean' || meta.values?.join() === 'YES') return { kind: 'checkbox', options: [] };
  if (meta.kind === 'choice')
    return {
      kind: 'radios',
      options: field.names ? Object.entries(field.names).map(([code, name]) => ({ code, name: say(name, language) })) : yesNo(language),
    };
  return { kind: field.lines ? 'lines' : 'text', options: await suggested(making, field) };
}

/** Makes the input of a field. @param path of the answer, where it is not the field's own */
async function inputOf(making: Making, field: FormField, isConditional: boolean, path = field.name): Promise<PlainInput> {
  const meta = fieldAt(making.contract, path);
  if (!meta) throw new Error(`${making.contract.name} has no field ${path}`);
  const { kind, options } = await shapeOf(making, { ...field, name: path }, meta);
  const [day, month, year] = datePartNames(path);
  return {
    path,
    kind,
    names: kind === 'date' ? [day, month, year] : [path],
    label: field.label ?? meta.label ?? { en: path, pt: path },
    field,
    meta,
    conditional: isConditional || field.when !== undefined,
    options,
    write: (body, value) => {
      const answer =
        kind === 'date'
          ? joinDate({ day: value(day), month: value(month), year: value(year) })
          : kind === 'integer'
            ? readInteger(value(path))
            : kind === 'search'
              ? (codeTyped(options, value(path)) ?? value(path))
              : value(path);
      put(body, path, answer);
    },
  };
}

/** Returns the code that a typed text stands for. The text must be a code, or the whole name of exactly one option. */
function codeTyped(options: readonly PlainOption[], typed: string): string | undefined {
  const asked = foldName(typed);
  if (asked === '') return undefined;
  const byCode = options.find(({ code }) => foldName(code) === asked);
  if (byCode) return byCode.code;
  const named = options.filter(({ name }) => foldName(name) === asked);
  return named.length === 1 ? named[0]?.code : undefined;
}

/** Returns the options whose names contain a typed text, for the sender to choose from. */
export function optionsLike(options: readonly PlainOption[], typed: string, most = 50): readonly PlainOption[] {
  const asked = foldName(typed);
  return asked.length < 2 ? [] : options.filter(({ name }) => foldName(name).includes(asked)).slice(0, most);
}

/** Returns how a yes-or-no answer is stored in the fields of a row; undefined for a row that is only ticked. */
function answerForm(cls: ContractClass): AnswerForm | undefined {
  const has = (name: string): boolean => fieldsOf(cls).some((field) => field.name === name && !field.serverSet);
  if (has('answer')) return 'answer';
  return has('declined') ? 'accepted' : undefined;
}

/** Returns the name of "None of these" in a checklist. No code of a catalogue begins with an underscore. */
const noneName = (list: string): string => `${list}._none`;

/** Makes one checklist of questions that are answered with yes or no. */
function checklistOf({ contract, language }: Making, list: string, records: readonly CatalogueRecord[], stored: AnswerForm): PlainInput {
  const options = records.map((record) => ({ code: `${list}.${record.code}`, name: nameIn(record, language) }));
  const rows = records.map((record, i): PlainBody => ({ id: record.code, rank: rankOf(record) || i + 1 }));
  return {
    path: list,
    kind: 'checklist',
    names: [...options.map(({ code }) => code), noneName(list)],
    label: formWords.whichApply,
    field: { name: list, hint: formWords.tickYes },
    meta: fieldAt(contract, list) as FieldMeta,
    conditional: true,
    options,
    write: (body, value) => {
      const ticked = new Set(options.flatMap(({ code }, i) => (value(code) === 'YES' ? [i] : [])));
      const isNone = value(noneName(list)) === 'YES';
      // A ticked line together with "None of these" contradict each other, and count as no answer.
      body[list] = checklistRows(rows, stored, isNone ? (ticked.size > 0 ? new Set<number>() : 'none') : ticked);
    },
  };
}

/** Makes the inputs of a list whose rows come from a catalogue: questions, declarations, requirements. */
async function askedInputs(making: Making, list: string, cls: ContractClass, catalogue: string): Promise<PlainInput[]> {
  const { catalogues, day, form, language } = making;
  const records = await applicableRecords(catalogues, catalogue, day, form.documentCode);
  const stored = answerForm(cls);
  if (stored) return records.length > 0 ? [checklistOf(making, list, records, stored)] : [];
  return records.map((record, i) => {
    const name = `${list}.${record.code}`;
    const rank = rankOf(record) || i + 1;
    const quantity = Number(record.quantity) > 0 ? ` (${record.quantity})` : '';
    return {
      path: `${list}.${i}.accepted`,
      kind: 'checkbox',
      names: [name],
      label: { en: nameIn(record, 'en'), pt: nameIn(record, 'pt') },
      question: `${nameIn(record, language)}${quantity}`,
      field: { name },
      meta: fieldAt(making.contract, list) as FieldMeta,
      conditional: true,
      options: [],
      write: (body, value) => {
        body[list] = [...((body[list] as PlainBody[] | undefined) ?? []), { id: record.code, rank, accepted: value(name) === 'YES' }];
      },
    };
  });
}

async function sectionOf(making: Making, section: FormSection, rowCount: (list: string) => number): Promise<PlainSection> {
  const inputs: PlainInput[] = [];
  const rows: PlainRow[] = [];
  const { list } = section;
  const cls = list && fieldAt(making.contract, list.name)?.type?.();
  if (list && cls) {
    const catalogue = fieldAt(cls, 'id')?.catalogue?.name;
    if (catalogue) inputs.push(...(await askedInputs(making, list.name, cls, catalogue)));
    for (let i = 0; list.rows && i < rowCount(list.name); i++) {
      const fields = await Promise.all(list.rows.fields.map((field) => inputOf(making, field, true, `${list.name}.${i}.${field.name}`)));
      rows.push({ title: { en: `${list.rows.title.en} ${i + 1}`, pt: `${list.rows.title.pt} ${i + 1}` }, inputs: fields });
    }
    // The remaining fields confirm the rows, so they are asked only if there are rows.
    if (inputs.length === 0 && rows.length === 0) return { section, inputs, rows };
  }
  inputs.push(...(await Promise.all((section.fields ?? []).map((field) => inputOf(making, field, section.when !== undefined)))));
  return { section, inputs, rows };
}

/**
 * Returns every section of the form with its inputs, without sections that ask nothing.
 * @param day the day of the form
 * @param rowCount returns the number of rows of a list that the sender adds
 */
export async function plainSections(
  form: PlainForm,
  contract: ContractClass,
  catalogues: CatalogueClient,
  day: string,
  language: Language,
  rowCount: (list: string) => number,
): Promise<PlainSection[]> {
  const making = { form, contract, catalogues, day, language };
  const sections = await Promise.all(form.sections.map((section) => sectionOf(making, section, rowCount)));
  return sections.filter(({ inputs, rows }) => inputs.length + rows.length > 0);
}

/** Returns the inputs of the sections, in the order of the page. */
export const inputsOf = (sections: readonly PlainSection[]): PlainInput[] =>
  sections.flatMap(({ inputs, rows }) => [...rows.flatMap((row) => row.inputs), ...inputs]);
