/** Forms as screens see them: fetched by the first screen that has one. */
export type { FieldValues, UseFormReturn } from 'react-hook-form';
export { Controller, FormProvider, useController, useFieldArray, useForm, useFormContext, useWatch } from 'react-hook-form';
export { type ContractCheck, type ContractErrors, useContractErrors } from '../contract/use-contract-errors.ts';
export { type FieldMaker, type FieldMakerOptions, fieldMaker } from '../document/contract-fields.ts';
export { DocumentForm, type DocumentFormProps, FieldValue, SpecField } from '../document/document-form.tsx';
export type { FieldSpec, FieldType, Model, SectionSpec } from '../document/field-spec.ts';
export { closedSections, isGiven, pathsOf, shownFields, shownSections, staticField, withBlanks } from '../document/sections.ts';
export { type Draft, DraftNotice, type DraftOptions, useDraft } from '../draft/use-draft.tsx';
export { FinderAccess, type FinderAccessProps, useOpenedByFinder } from '../finder/finder-access.tsx';
export { type FinderColumn, type FinderField, FinderPage, type FinderPageProps, finderQuery } from '../finder/finder-page.tsx';
export { Wizard, type WizardProps, type WizardStep } from '../wizard/wizard.tsx';
export { CheckboxField, type ChoiceProps, RadiosField, type RadiosProps, SelectField } from './choice-fields.tsx';
export { ComboboxField } from './combobox-field.tsx';
export { DateField } from './date-field.tsx';
export { EditableRows, type EditableRowsProps } from './editable-rows.tsx';
export type { FieldProps } from './field.tsx';
export { type Question, QuestionList, type QuestionListProps } from './question-list.tsx';
export { type FieldWidth, IntegerField, MoneyField, TextareaField, TextField, type TextFieldProps } from './text-fields.tsx';
