import { valueAt } from '@portal/contract-kit';
import type { FieldSpec, Model, SectionSpec } from './field-spec.ts';

/** A field that is only read. */
export const staticField = (name: string, label: FieldSpec['label'], more: Partial<FieldSpec> = {}): FieldSpec => ({ name, label, type: 'static', ...more });

/** A condition: the document has a value at the path. */
export const isGiven =
  (path: string) =>
  (model: Model): boolean =>
    Boolean(valueAt(model, path));

const isShown = (part: Pick<SectionSpec | FieldSpec, 'visible'>, model: Model, mode: string): boolean => part.visible?.(model, mode) ?? true;

/** The sections that the answers so far show. */
export const shownSections = <Section extends SectionSpec>(sections: readonly Section[], model: Model, mode: string): Section[] =>
  sections.filter((section) => isShown(section, model, mode));

/** The fields that the answers so far show, in the order of the screen. */
export const shownFields = (sections: readonly SectionSpec[], model: Model, mode: string): FieldSpec[] =>
  shownSections(sections, model, mode).flatMap((section) => (section.fields ?? []).filter((field) => isShown(field, model, mode)));

/** How many of these fields must be answered and are not. */
export const missingAnswers = (fields: readonly FieldSpec[], model: Model, mode = 'view'): number =>
  fields.filter(({ name, type, required }) => {
    const asked = typeof required === 'function' ? required(model, mode) : required !== false;
    const value = valueAt(model, name);
    return asked && type !== 'static' && (value === undefined || value === null || value === '' || value === false);
  }).length;

/** Every path to fill in, in the order of the screen. The error summary lists errors in this order. */
export const pathsOf = (sections: readonly SectionSpec[]): string[] =>
  sections.flatMap((section) => [...(section.fields ?? []).filter(({ type }) => type !== 'static').map(({ name }) => name), ...(section.lists ?? [])]);

/** The same sections, all read-only. */
export const closedSections = (sections: readonly SectionSpec[]): SectionSpec[] =>
  sections.map((section) => ({ ...section, editable: () => false, fields: section.fields?.map((field) => ({ ...field, editable: () => false })) }));

function withValue(model: Model, path: string, value: unknown): Model {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...model, [first]: value };
  const inner = model[first];
  return { ...model, [first]: withValue(inner !== null && typeof inner === 'object' ? (inner as Model) : {}, rest.join('.'), value) };
}

/**
 * A document as a form starts with it. Every field without an answer gets an empty one, so that a reset empties its input.
 * Static fields stay as they are: their absence says that the document has no such value.
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

/** The same sections without their empty parts: what cannot be filled in is shown where it has a value, a section where one of its fields is shown. */
export const compactSections = <Section extends SectionSpec>(sections: readonly Section[]): Section[] => sections.map(compact);
