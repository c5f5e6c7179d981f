import type { CatalogueRecord, SearchCriterion } from '@portal/contract-kit';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ListState } from '../catalogue/use-catalogue.ts';
import type { FieldWidth } from '../forms/text-fields.tsx';
import type { Label } from '../language/labels.ts';
import type { PassportFields } from '../passport/fill-form.ts';

export type Model = Record<string, unknown>;
export type FieldType = 'text' | 'integer' | 'money' | 'date' | 'select' | 'combobox' | 'radios' | 'checkbox' | 'textarea' | 'static';
export type When = (model: Model, mode: string) => boolean;

/** A form field described by data. */
export interface FieldSpec {
  name: string;
  type: FieldType;
  label: Label;
  hint?: Label;
  required?: boolean | When;
  records?: readonly CatalogueRecord[];
  /** The state of the list that `records` come from, if they are loaded. */
  listState?: ListState;
  catalogue?: string;
  enumName?: string;
  criteria?: SearchCriterion[] | ((model: Model, mode: string) => SearchCriterion[]);
  nameField?: string;
  /** Combobox: whether text that matches no record is accepted as it was typed. */
  freeText?: boolean;
  upperCase?: boolean;
  maxLength?: number;
  width?: FieldWidth;
  inputType?: 'text' | 'email' | 'tel';
  autoComplete?: string;
  currency?: string;
  minor?: number;
  /** Radios: whether the value is stored as true/false instead of YES/NO. */
  booleans?: boolean;
  /** Checkbox: the value that is stored when it is ticked (`YES`), instead of true/false. */
  value?: string;
  visible?: When;
  editable?: When;
  onPick?: (record: CatalogueRecord | undefined, form: UseFormReturn) => void;
  /** Renders a read-only value. */
  format?: (value: unknown, model: Model) => ReactNode;
}

export interface SectionSpec {
  id?: string;
  title: Label;
  visible?: When;
  editable?: When;
  fields?: readonly FieldSpec[];
  /** Shows a button above the fields that fills the form in from a passport: the fields that take the passport's data, and the label of the button. */
  passport?: { fields: PassportFields | ((model: Model) => PassportFields); label?: Label };
  /** Paths that `render` fills in besides the fields. Errors at these paths belong to the section. */
  lists?: readonly string[];
  /** Renders content below the fields: tables, uploads and anything with behaviour of its own. */
  render?: (section: { mode: string; model: Model; editable: boolean }) => ReactNode;
}
