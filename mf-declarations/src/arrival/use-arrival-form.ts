import type { FieldError } from '@portal/contract-kit';
import { type Language, useLanguage } from '@portal/web-kit';
import { type KindForm, type Model, type SectionSpec, useContractErrors, useDocumentForm, useWatch, withBlanks, withoutHidden } from '@portal/web-kit/forms';
import { useMemo } from 'react';
import { ArrivalDeclarationBody, checkArrival, isOwnAnswer, mergeChecklistErrors, ownHomeToContract, ownHomeToForm } from 'svc-declarations/contract';
import { declarationOf, sentOf } from '../group/group-values.ts';
import { type QuestionSets, withQuestions } from '../shared/asked-rows.ts';
import { useTravelDates } from '../shared/travel-dates.ts';
import type { ArrivalValues } from './arrival.api.ts';
import { type ArrivalSections, arrivalForm } from './sections.tsx';

/** Returns the body to check: the answers that are shown, and the code of the entry point, which the contract requires twice. */
const bodyOf = (sections: readonly SectionSpec[], values: ArrivalValues, mode: string): ArrivalValues => {
  const body = withoutHidden(sections, ownHomeToContract(declarationOf(values)), mode);
  return { ...body, entryPointCode: body.flightDetails?.code };
};

const everySection: SectionSpec[] = Object.values(arrivalForm({ dates: [], ticket: {} })).flat();

/** Returns the initial values: the document with its questions, and an empty value for each missing answer. */
const startOf = (model: ArrivalValues, sets: QuestionSets, language: Language): ArrivalValues => withBlanks(everySection, withQuestions(model, sets, language));

/** Removes the signature from a declaration that its traveller changes, because the changed declaration must be signed again. */
const unsigned = (values: ArrivalValues): ArrivalValues => ({ ...values, declaredStatus: '' });

/**
 * Returns all errors that the service would find. An officer's amendment needs no telephone number if the stored declaration has none, because it was erased at
 * the traveller's request.
 * @param amended the stored declaration, if an officer amends it
 */
export function errorsIn(body: ArrivalValues, language: Language, amended?: object): FieldError[] {
  const isErased = amended && !(amended as ArrivalValues).phoneNumber;
  // Report a missing entry point once, at the field that the traveller sees.
  return checkArrival(body, language).filter(({ field, code }) => field !== 'entryPointCode' && !(isErased && field === 'phoneNumber' && code === 'REQUIRED'));
}

interface ArrivalForm extends KindForm<ArrivalValues> {
  /** The sections, by step of the wizard. */
  parts: ArrivalSections;
  /** Returns the answers that are shown, with what the catalogues say of the chosen codes. */
  answers(): object;
}

interface ArrivalFormOptions {
  /** The published questions, for a form to fill in; without them the form shows the document as it is. */
  sets?: QuestionSets;
  reader?: 'traveller' | 'officer';
  /** Whether an officer amends the declaration. */
  amends?: boolean;
  /** Whether the form proposes answers that follow from other answers (`arrivalProposals`). */
  proposes?: boolean;
}

/** Form of an arrival: its sections and its rules. */
export function useArrivalForm(
  model: object,
  mode: string,
  { sets, reader = 'traveller', amends = false, proposes = false }: ArrivalFormOptions = {},
): ArrivalForm {
  const { language } = useLanguage();
  const { form, initial } = useDocumentForm(
    model as ArrivalValues,
    (values) => (sets ? startOf(mode === 'update' ? unsigned(ownHomeToForm(values)) : ownHomeToForm(values), sets, language) : ownHomeToForm(values)),
    {
      newer: sets ? 'keep typed values' : 'replace all values',
      startsWith: sets,
    },
  );
  const reason = useWatch({ control: form.control, name: 'reason' });
  const { dates, datesState } = useTravelDates('traveller');
  const kind = useWatch({ control: form.control, name: 'travel.kind' as never }) as string | undefined;
  const parts = useMemo(
    () => arrivalForm({ dates, datesState, ticket: { reason } as Model, kind, reader, proposes }),
    [dates, datesState, reason, kind, reader, proposes],
  );
  const sections = useMemo(() => Object.values(parts).flat() as SectionSpec[], [parts]);
  const contract = useContractErrors<ArrivalValues>(form, (values) => {
    const errors = errorsIn(bodyOf(sections, values, mode), language, amends ? model : undefined);
    return isOwnAnswer(mode) ? mergeChecklistErrors(errors, language) : errors;
  });
  const answers = () => bodyOf(sections, form.getValues(), mode);
  return { form, initial, parts, sections, contract, answers, body: () => sentOf(ArrivalDeclarationBody, answers()) };
}
