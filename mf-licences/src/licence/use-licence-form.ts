import { clientFields, draftErrors, type FieldError, inLanguage, type Language, sanitise, validateContract } from '@portal/contract-kit';
import { useEnum, useLanguage } from '@portal/web-kit';
import { type KindForm, type UseFormReturn, useContractErrors, useDocumentForm, useWatch } from '@portal/web-kit/forms';
import { useEffect, useMemo } from 'react';
import {
  changeableFields,
  documentEditable,
  isOfficersChange,
  type LicenceRequirement,
  ProfessionalLicence,
  requirementsConfirmable,
  requirementsEditable,
  verificationErrors,
} from 'svc-licences/contract';
import { type LicenceValues, useLicenceDemands } from './licence.api.ts';
import { type LicenceSection, licenceSections, typesFor } from './sections.tsx';

/** Returns the body to send: the fields that a client may set, without those that the service sets, such as the names beside the codes. */
export function bodyOf(values: LicenceValues): Record<string, unknown> {
  const fields = new Set<string>([...changeableFields.application, 'beginDate', 'endDate']);
  const changeable = Object.fromEntries(Object.entries(values).filter(([name]) => fields.has(name)));
  return clientFields(ProfessionalLicence, changeable, ['beginDate', 'endDate']);
}

/**
 * Returns all errors that the service would find. A missing agency is not reported, because it follows from the document. An officer's change needs no mobile
 * number if the stored licence has none, because it was erased at the holder's request.
 */
export function errorsIn(values: LicenceValues, mode: string, language: Language, stored: LicenceValues): FieldError[] {
  if (requirementsConfirmable(mode)) {
    const { bankCode, requirements } = values;
    return inLanguage(verificationErrors({ bankCode: bankCode || undefined, requirements }), language);
  }
  const isErased = isOfficersChange(mode) && !stored.holderMobile;
  return validateContract(ProfessionalLicence, bodyOf(values), language).errors.filter(
    ({ field, code }) => field !== 'agencyCode' && !(isErased && field === 'holderMobile' && code === 'REQUIRED'),
  );
}

/** Returns the errors that even a draft must not have: a text that is too long, or an invalid date. */
export const draftErrorsIn = (values: LicenceValues, language: Language): FieldError[] =>
  draftErrors(ProfessionalLicence, sanitise(ProfessionalLicence, bodyOf(values)), language);

/** Clears what a renewal asks again. A renewal is a new application: its documents must be provided again and its fees paid again. */
function clearForRenewal(model: LicenceValues): LicenceValues {
  return {
    ...model,
    requirements: model.requirements?.map((row) => ({ ...row, accept: false, decline: false, confirmed: false })),
    fees: model.fees?.map((fee) => ({ ...fee, status: 'DUE' as const })),
    bankCode: '',
    bankName: '',
    bankAccount: '',
  };
}

const startOf = (model: LicenceValues, mode: string): LicenceValues => (mode === 'renewal' ? clearForRenewal(model) : { ...model });

/** Form of an application: its sections, its rules, and the requirements and fees of the chosen document. */
export function useLicenceForm(model: LicenceValues, mode: string): KindForm<LicenceValues, LicenceSection> {
  const { language } = useLanguage();
  const { form, initial } = useDocumentForm(model, (values) => startOf(values, mode));
  const { records: types, loading, problem, retry } = useEnum('DocumentType-Enums');
  const typesState = useMemo(() => ({ loading, problem, retry }), [loading, problem, retry]);
  const registered = Boolean(model.serialReference?.reference);
  const { medias } = model;
  const sections = useMemo(() => {
    const stored = mode === 'renewal' ? { held: medias } : registered ? { kept: medias } : {};
    return licenceSections(typesFor(initial, mode, types), stored, typesState);
  }, [initial, mode, types, medias, registered, typesState]);
  const contract = useContractErrors<LicenceValues>(form, (values) => errorsIn(values, mode, language, model));
  useAskedRows(form, mode === 'renewal' || (requirementsEditable(mode) && documentEditable(mode, registered)));
  return { form, initial, sections, contract, body: () => bodyOf(form.getValues()) };
}

/**
 * Puts the requirements and fees of the chosen document and level into the form. The ticks are kept.
 * @param follows whether the form follows the catalogues, as in a new application or a renewal
 */
function useAskedRows(form: UseFormReturn<LicenceValues>, follows: boolean): void {
  const [documentCode, subDocumentCode] = useWatch({ control: form.control, name: ['documentCode', 'subDocumentCode'] }) as [
    string | undefined,
    string | undefined,
  ];
  const { data } = useLicenceDemands(documentCode, subDocumentCode, follows);
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
