import { clientFields, errorsOf, type FieldError, type Language, sanitise } from '@portal/contract-kit';
import { useLanguage } from '@portal/web-kit';
import { type KindForm, pathsOf, type UseFormReturn, useContractErrors, useDocumentForm, useWatch, withBlanks } from '@portal/web-kit/forms';
import { useEffect, useMemo } from 'react';
import {
  applicationEditable,
  authoriserShown,
  type GoodsRow,
  inputOfMode,
  type Movement,
  type QuestionRow,
  type RequirementRow,
  TripBody,
  type TripMode,
} from 'svc-trips/contract';
import { type TripSection, tripSections } from './sections.tsx';
import { type TripValues, useTripDemands } from './trip.api.ts';

type Plain = Record<string, unknown>;

const isBlankRow = (row: GoodsRow): boolean => !row.productCode && !row.goodDescription && !row.quantity && !row.value;

/** Returns the body to send: the fields that the action accepts, without the fields that the service sets, such as the names beside the codes. */
export function bodyOf(values: TripValues, mode: TripMode): Plain {
  const input = inputOfMode(mode);
  if (!input) return {};
  const body = clientFields(input, values);
  if (Array.isArray(body.goods)) body.goods = (body.goods as GoodsRow[]).filter((row) => !isBlankRow(row));
  if ('authoriserDetails' in body && !authoriserShown(mode, values)) delete body.authoriserDetails;
  return body;
}

/** Returns all errors that the service would find. `centerStatus` was copied from the catalogue when the document was chosen. */
export function errorsIn(values: TripValues, mode: TripMode, language: Language): FieldError[] {
  const input = inputOfMode(mode);
  if (!input) return [];
  const value = sanitise(input, bodyOf(values, mode));
  if (value instanceof TripBody) value.documentDetails.centerStatus = values.documentDetails?.centerStatus === true;
  return errorsOf(input, value, language);
}

/** Returns the form values of a document, with an empty value for each missing one, so that a reset clears the inputs. */
export const startOf = (model: object): TripValues => withBlanks(tripSections(), model) as TripValues;

interface TripForm extends KindForm<TripValues, TripSection> {
  /** Removes blank rows, checks the fields of the form in this mode and shows the errors. */
  check(): boolean;
  /** Removes blank rows, and returns the body to send. */
  body(): object;
}

/** Form of a trip in a mode: its sections, its rules, and the values that follow from the chosen document. */
export function useTripForm(model: TripValues, mode: TripMode, { movement, mediaScope }: { movement?: Movement; mediaScope?: string } = {}): TripForm {
  const { language } = useLanguage();
  const { form, initial } = useDocumentForm(model, startOf);
  const { medias: kept } = model;
  const sections = useMemo(() => tripSections({ movement, mediaScope, kept }), [movement, mediaScope, kept]);
  const contract = useContractErrors<TripValues>(form, (values) => errorsIn(values, mode, language));
  useAskedRows(form, mode, model.serialReference ? model.id : undefined);
  useDriverOfOwner(form, mode);
  useDriverAfterTransfer(form, mode, model);
  const check = () => {
    removeBlankGoods(form);
    return contract.check(inputOfMode(mode) ? pathsOf(sections) : []);
  };
  const body = () => {
    removeBlankGoods(form);
    return bodyOf(form.getValues(), mode);
  };
  return { form, initial, sections, contract, check, body };
}

/** Removes the rows of goods that `bodyOf` leaves out. The numbers of rows in errors are then those on the screen. */
function removeBlankGoods({ getValues, setValue }: UseFormReturn<TripValues>): void {
  const goods = getValues('goods') as GoodsRow[] | undefined;
  const filled = goods?.filter((row) => !isBlankRow(row));
  if (filled && filled.length < (goods?.length ?? 0)) setValue('goods', filled, { shouldDirty: true });
}

/** Copies the owner's name and address to the driver while the owner drives. The service does the same. */
function useDriverOfOwner(form: UseFormReturn<TripValues>, mode: TripMode): void {
  const [ownerDriver, ownerName, ownerAddress] = useWatch({ control: form.control, name: ['ownerDriver', 'ownerName', 'ownerAddress'] });
  const follows = applicationEditable(mode) && ownerDriver === true;
  useEffect(() => {
    if (!follows) return;
    const derived = { driverName: String(ownerName ?? ''), localAddress: String(ownerAddress ?? '').toUpperCase() };
    for (const [name, value] of Object.entries(derived)) {
      if (form.getValues(name) !== value) form.setValue(name, value, { shouldDirty: true });
      if (value) form.clearErrors(name);
    }
  }, [form, follows, ownerName, ownerAddress]);
}

/** Clears the old driver's papers when the new owner drives, and restores them otherwise. */
function useDriverAfterTransfer(form: UseFormReturn<TripValues>, mode: TripMode, model: TripValues): void {
  const ownerDriver = useWatch({ control: form.control, name: 'ownerDriver' });
  useEffect(() => {
    if (mode !== 'transfer-ownership') return;
    for (const name of ['identityNumber', 'nationalityCode', 'nationalityName', 'licenseNumber', 'contactNumber', 'foreignAddress'] as const) {
      const old = model[name] ?? '';
      if (ownerDriver !== true) form.setValue(name, old);
      // Text that was typed or comes from a draft is kept.
      else if (form.getValues(name) === old) form.setValue(name, '');
    }
  }, [form, mode, model, ownerDriver]);
}

/**
 * Puts the questions, requirements and fees of the chosen document into the form. The answers and ticks are kept. @param of id of the registered trip that is
 * changed
 */
function useAskedRows(form: UseFormReturn<TripValues>, mode: TripMode, of: string | undefined): void {
  const follows = applicationEditable(mode);
  const [documentCode, subDocumentCode] = useWatch({ control: form.control, name: ['documentDetails.code', 'subDocumentDetails.code'] }) as [
    string | undefined,
    string | undefined,
  ];
  const { data } = useTripDemands(documentCode, subDocumentCode, follows, of);
  const open = follows && !(documentCode && subDocumentCode);
  useEffect(() => {
    if (!follows) return;
    const asked = open ? { questions: [], requirements: [], fees: [] } : data;
    if (!asked) return;
    const answered = new Map(((form.getValues('questions') as QuestionRow[] | undefined) ?? []).map((row) => [row.id, row]));
    const ticked = new Map(((form.getValues('requirements') as RequirementRow[] | undefined) ?? []).map((row) => [row.id, row]));
    form.setValue(
      'questions',
      asked.questions.map(({ id, rank, description }) => ({
        id,
        rank,
        description,
        accepted: answered.get(id)?.accepted,
        declined: answered.get(id)?.declined,
      })),
    );
    form.setValue(
      'requirements',
      asked.requirements.map((row) => ({ ...row, accepted: ticked.get(row.id)?.accepted ?? false })),
    );
    form.setValue('fees', asked.fees);
  }, [form, follows, open, data]);
}
