/** All form components as one module, which is loaded with the first screen that has a form. */
export type { FieldValues, UseFormReturn } from 'react-hook-form';
export { useForm, useWatch } from 'react-hook-form';
export { focusField } from '../components/errors.tsx';
export { fieldId } from '../components/page-error.ts';
export { useWhenReady } from '../components/use-when-ready.ts';
export { useContractErrors } from '../contract/use-contract-errors.ts';
export { type FieldMaker, fieldMaker } from '../document/contract-fields.ts';
export { loadDemands, useDemands } from '../document/demands.ts';
export { DemandsPlaceholder } from '../document/demands-placeholder.tsx';
export { DocumentForm, FieldValue, SpecField } from '../document/document-form.tsx';
export { FeesTable } from '../document/fees-table.tsx';
export type { FieldSpec, Model, SectionSpec } from '../document/field-spec.ts';
export { FoldingForm } from '../document/folding-form.tsx';
export { type ScreenParts, screenField, screenSections } from '../document/form-sections.ts';
export { withoutHidden } from '../document/hidden-answers.ts';
export {
  closedSections,
  compactSections,
  isGiven,
  missingAnswers,
  pathsOf,
  shownFields,
  shownSections,
  staticField,
  withBlanks,
} from '../document/sections.ts';
export { type KindForm, useDocumentForm } from '../document/use-document-form.ts';
export { type Submitted, useSubmission } from '../document/use-submission.ts';
export { DraftElsewhere, DraftNotice } from '../draft/draft-notice.tsx';
export { type Draft, useDraft } from '../draft/use-draft.ts';
export { FinderAccess, isFinderKey } from '../finder/finder-access.tsx';
export { type FinderColumn, type FinderField, FinderPage, finderQuery } from '../finder/finder-page.tsx';
export { afterUploads } from '../media/pending-uploads.ts';
export { useKeptForJourney } from '../offline/use-kept.ts';
export { useRefused } from '../offline/use-refused.ts';
export { WaitingPage } from '../offline/waiting-page.tsx';
export type { PassportFields } from '../passport/fill-form.ts';
export { PassportScan, PassportSearch } from '../passport/passport-button.tsx';
export { FillFromProfile } from '../profile/fill-from-profile.tsx';
export { fillIn, valuesToKeep } from '../profile/fill-in.ts';
export { KeepProfile } from '../profile/keep-profile.tsx';
export { Wizard } from '../wizard/wizard.tsx';
export type { WizardStep } from '../wizard/wizard-props.ts';
export { Checklist } from './checklist.tsx';
export { CheckboxField, RadiosField } from './choice-fields.tsx';
export { ComboboxField } from './combobox-field.tsx';
export { DateField } from './date-field.tsx';
export { EditableRows } from './editable-rows.tsx';
export { FormProvider } from './form-provider.tsx';
export { LateParts } from './late-parts.tsx';
export { QuestionList } from './question-list.tsx';
export { SubmitButton } from './submit-button.tsx';
export { IntegerField, MoneyField, TextareaField, TextField } from './text-fields.tsx';
