import { valueAt } from '@portal/contract-kit';
import type { FieldSpec, Model, SectionSpec } from './field-spec.ts';

/** Makes a read-only field. */
export const staticField = (name: string, label: FieldSpec['label'], more: Partial<FieldSpec> = {}): FieldSpec => ({ name, label, type: 'static', ...more });

/** Creates a condition that holds if the document has a value at the path. */
export const isGiven =
  (path: string) =>
  (model: Model): boolean =>
    Boolean(valueAt(model, path));

/**
 * Returns whether a value is the answer Yes (true) or No (false); undefined if it is neither. Only a field that asks for yes or no stores `YES` and `NO` as
 * answers: elsewhere `NO` is a text, such as a surname or the code of Norway.
 */
export function yesOrNo({ type, records, catalogue, enumName }: FieldSpec, value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const asked = (type === 'radios' || type === 'checkbox') && !records && !catalogue && !enumName;
  return asked && (value === 'YES' || value === 'NO') ? value === 'YES' : undefined;
}

const isShown = (part: Pick<SectionSpec | FieldSpec, 'visible'>, model: Model, mode: string): boolean => part.visible?.(model, mode) ?? true;

/** Returns the sections that are visible with the answers so far. */
export const shownSections = <Section extends SectionSpec>(sections: readonly Section[], model: Model, mode: string): Section[] =>
  sections.filter((section) => isShown(section, model, mode));

/** Returns the fields that are visible with the answers so far, in the order of the screen. */
export const shownFields = (sections: readonly SectionSpec[], model: Model, mode: string): FieldSpec[] =>
  shownSections(sections, model, mode).flatMap((section) => (section.fields ?? []).filter((field) => isShown(field, model, mode)));

/** Counts the fields that must be answered and have no answer. */
export const missingAnswers = (fields: readonly FieldSpec[], model: Model, mode = 'view'): number =>
  fields.filter(({ name, type, required }) => {
    const asked = typeof required === 'function' ? required(model, mode) : required !== false;
    const value = valueAt(model, name);
    return asked && type !== 'static' && (value === undefined || value === null || value === '' || value === false);
  }).length;

/** Returns the path of every field to fill in, in the order of the screen. The error summary lists errors in this order. */
export const pathsOf = (sections: readonly SectionSpec[]): string[] =>
  sections.flatMap((section) => [...(section.fields ?? []).filter(({ type }) => type !== 'static').map(({ name }) => name), ...(section.lists ?? [])]);

/** Returns the same sections, all read-only. */
export const closedSections = (sections: readonly SectionSpec[]): SectionSpec[] =>
  sections.map((section) => ({ ...section, editable: () => false, fields: section.fields?.map((field) => ({ ...field, editable: () => false })) }));

function withValue(model: Model, path: string, value: unknown): Model {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...model, [first]: value };
  const inner = model[first];
  return { ...model, [first]: withValue(inner !== null && typeof inner === 'object' ? (inner as Model) : {}, rest.join('.'), value) };
}

/**
 * Returns a document with the values that a form starts with. Every field without an answer gets an empty one, so that a reset empties its input. Static fields
 * stay as they are: their absence says that the document has no such value.
 */
export const withBlanks = <Values extends object>(sections: readonly SectionSpec[], values: Values): Values =>
  sections
    .flatMap((section) => section.fields ?? [])
    .filter(({ name, type }) => type !== 'static' && (valueAt(values, name) ?? undefined) === undefined)
    .reduce<Model>((model, { name, type, value }) => withValue(model, name, type === 'checkbox' && !value ? false : ''), values as Model) as Values;

function compact<Section extends SectionSpec>(section: Section): Section {
  const open = (model: Model, mode: string): boolean => section.editable?.(model, mode) ?? false;
  const fields = section.fields?.map((field) => {
    const asked = (model: Model, mode: string): boolean => field.editable?.(model, mode) ?? open(model, mode);
    const needed = (model: Model, mode: string): boolean => (typeof field.required === 'function' ? field.required(model, mode) : field.required !== false);
    return {
      ...field,
      visible: (model: Model, mode: string): boolean =>
        (field.visible?.(model, mode) ?? true) && (asked(model, mode) || needed(model, mode) || isGiven(field.name)(model)),
    };
  });
  const own = section.visible ?? (() => true);
  return {
    ...section,
    ...(fields ? { fields } : {}),
    visible: (model, mode) => own(model, mode) && (section.render !== undefined || (fields ?? []).some((field) => field.visible(model, mode))),
  };
}

/**
 * Returns the same sections without their empty parts. An optional field that cannot be filled in is hidden while it has no value, and a section without a
 * visible field is hidden, unless it renders content of its own.
 */
export const compactSections = <Section extends SectionSpec>(sections: readonly Section[]): Section[] => sections.map(compact);
