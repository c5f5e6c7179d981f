import { type FieldError, pickLanguage, sanitise, validateContract } from '@portal/contract-kit';
import { useEnum, useLanguage } from '@portal/web-kit';
import { type ContractErrors, type UseFormReturn, useContractErrors, useForm, useWatch } from '@portal/web-kit/forms';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  changeableFields,
  documentEditable,
  draftErrors,
  type LicenceRequirement,
  ProfessionalLicence,
  requirementsAcceptable,
  requirementsConfirmable,
  verificationErrors,
} from 'svc-licences/contract';
import { type LicenceValues, useAsked } from './licence.api.ts';
import { type LicenceSection, licenceSections, typesFor } from './sections.tsx';

/** What is sent of the form: what the client may say. The rest is the server's, and so are the names beside the codes. */
export function bodyOf(values: LicenceValues): Record<string, unknown> {
  const fields = new Set<string>([...changeableFields.application, 'beginDate', 'endDate']);
  return Object.fromEntries(Object.entries(values).filter(([name]) => fields.has(name)));
}

/** Every error of the form as the server would find it; a missing agency is the missing document's fault. */
function errorsIn(values: LicenceValues, mode: string, language: 'en' | 'pt'): FieldError[] {
  if (requirementsConfirmable(mode)) {
    const { bankCode, requirements } = values;
    return verificationErrors({ bankCode: bankCode || undefined, requirements }).map((e) => ({ ...e, message: pickLanguage(e.message, language) }));
  }
  return validateContract(ProfessionalLicence, bodyOf(values), language).errors.filter((e) => e.field !== 'agencyCode');
}

/** What stops even a draft: a text that is too long, a date that is none. */
export const draftErrorsIn = (values: LicenceValues, language: 'en' | 'pt'): FieldError[] =>
  draftErrors(sanitise(ProfessionalLicence, bodyOf(values)), language);

/** A renewal is a new application: its documents are to be provided again, its fees to be paid again. */
function askedAgain(model: LicenceValues): LicenceValues {
  return {
    ...model,
    requirements: model.requirements?.map((row) => ({ ...row, accept: false, decline: false, confirmed: false })),
    fees: model.fees?.map((fee) => ({ ...fee, status: 'DUE' as const })),
    bankCode: '',
    bankName: '',
    bankAccount: '',
  };
}

const startOf = (model: LicenceValues, mode: string): LicenceValues => (mode === 'renewal' ? askedAgain(model) : { ...model });

export interface LicenceForm {
  form: UseFormReturn<LicenceValues>;
  sections: LicenceSection[];
  contract: ContractErrors;
  body(): Record<string, unknown>;
}

/** The application's form: its sections, its rules, and the requirements and fees that follow from what is applied for. */
export function useLicenceForm(model: LicenceValues, mode: string): LicenceForm {
  const { language } = useLanguage();
  const [initial] = useState(() => startOf(model, mode));
  const form = useForm<LicenceValues>({ defaultValues: initial as never });
  // A newer version comes under what was typed: what its reader changed stays.
  const shown = useRef(model.version);
  useEffect(() => {
    if (shown.current === model.version) return;
    shown.current = model.version;
    form.reset(startOf(model, mode), { keepDirtyValues: true });
  }, [form, model, mode]);
  const types = useEnum('DocumentType-Enums').records;
  const sections = useMemo(() => licenceSections(typesFor(mode, types)), [mode, types]);
  const contract = useContractErrors<LicenceValues>(form, (values) => errorsIn(values, mode, language));
  useAskedRows(form, mode);
  return { form, sections, contract, body: () => bodyOf(form.getValues()) };
}

/** Puts the requirements and fees of the chosen document and level into the form; what was ticked stays ticked. */
function useAskedRows(form: UseFormReturn<LicenceValues>, mode: string): void {
  const follows = documentEditable(mode) && requirementsAcceptable(mode);
  const [documentCode, subDocumentCode] = useWatch({ control: form.control, name: ['documentCode', 'subDocumentCode'] }) as [
    string | undefined,
    string | undefined,
  ];
  const { data } = useAsked(documentCode, subDocumentCode, follows);
  const open = follows && !(documentCode && subDocumentCode);
  useEffect(() => {
    if (!follows) return;
    const asked = open ? { requirements: [], fees: [] } : data;
    if (!asked) return;
    const ticked = new Map(((form.getValues('requirements') as LicenceRequirement[] | undefined) ?? []).map((row) => [row.id, row]));
    form.setValue(
      'requirements',
      asked.requirements.map((row) => ({ ...row, accept: ticked.get(row.id)?.accept ?? false })),
    );
    form.setValue('fees', asked.fees);
    form.setValue('currencyCode', asked.fees[0]?.currencyCode);
    form.setValue('bankDisabled', !open && asked.fees.every((fee) => !fee.amount));
  }, [form, follows, open, data]);
}
