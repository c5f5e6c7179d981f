import { type FormField, type FormSection, recordOf } from '@portal/contract-kit';
import { neq } from '../catalogue/criteria.ts';
import type { FieldMaker } from './contract-fields.ts';
import type { FieldSpec, SectionSpec } from './field-spec.ts';

/** What only the screen knows of a form that its area's contract describes. */
export interface ScreenParts {
  /** By the field's path: how it behaves on the screen. */
  fields?: Readonly<Record<string, Partial<FieldSpec>>>;
  /** By the section's id: its title for other readers, how its list is drawn. */
  sections?: Readonly<Record<string, Partial<SectionSpec>>>;
}

const suggestions = ({ suggest }: FormField): Partial<FieldSpec> =>
  suggest
    ? {
        type: 'combobox',
        catalogue: suggest.catalogue,
        criteria: Object.entries(suggest.without ?? {}).map(([field, value]) => neq(field, value)),
        freeText: true,
      }
    : {};

const choices = ({ names }: FormField): Partial<FieldSpec> =>
  names ? { type: 'radios', records: Object.entries(names).map(([code, name]) => recordOf(code, name)) } : {};

/** The screen's field of a form that is data. */
export function screenField(make: FieldMaker, field: FormField, more: Partial<FieldSpec> = {}): FieldSpec {
  const { name, label, hint, when, width, inputType, autoComplete, lines, optional } = field;
  return make(name, {
    ...(label ? { label } : {}),
    ...(optional ? { required: false } : {}),
    ...(lines ? { type: 'textarea', maxLength: lines } : {}),
    ...(when ? { visible: (model) => when.holds(model) } : {}),
    hint,
    width,
    inputType,
    autoComplete,
    ...choices(field),
    ...suggestions(field),
    ...more,
  });
}

/** The screen's sections of a form that is data, in the same order. */
export const screenSections = (form: readonly FormSection[], make: FieldMaker, { fields = {}, sections = {} }: ScreenParts = {}): SectionSpec[] =>
  form.map((section) => ({
    id: section.id,
    title: section.title,
    ...(section.when ? { visible: section.when.holds as SectionSpec['visible'] } : {}),
    // What draws a list draws the fields below it too, such as the confirmation under the questions.
    ...(section.list
      ? { lists: [section.list.name, ...(section.fields ?? []).map(({ name }) => name)] }
      : { fields: (section.fields ?? []).map((field) => screenField(make, field, fields[field.name])) }),
    ...sections[section.id],
  }));
