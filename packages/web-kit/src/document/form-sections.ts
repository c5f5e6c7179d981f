import { type FormField, type FormSection, recordOf } from '@portal/contract-kit';
import { neq } from '../catalogue/criteria.ts';
import type { FieldMaker } from './contract-fields.ts';
import type { FieldSpec, SectionSpec } from './field-spec.ts';

/** What only the screen knows about a form that its area's contract describes. */
export interface ScreenParts {
  /** By path of the field: how the field behaves on the screen. */
  fields?: Readonly<Record<string, Partial<FieldSpec>>>;
  /** By id of the section: for example a title for other users, or how its list is rendered. */
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

/** Makes the screen's field from a field of the contract's form description. */
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

/** Makes the screen's sections from the contract's form description, in the same order. */
export const screenSections = (form: readonly FormSection[], make: FieldMaker, { fields = {}, sections = {} }: ScreenParts = {}): SectionSpec[] =>
  form.map((section) => ({
    id: section.id,
    title: section.title,
    ...(section.when ? { visible: section.when.holds as SectionSpec['visible'] } : {}),
    // The component that renders a list also renders the fields below it, such as the confirmation under the questions.
    ...(section.list
      ? { lists: [section.list.name, ...(section.fields ?? []).map(({ name }) => name)] }
      : { fields: (section.fields ?? []).map((field) => screenField(make, field, fields[field.name])) }),
    ...sections[section.id],
  }));
