import { type FieldError, inLanguage, questionErrors } from '@portal/contract-kit';
import { type Language, useLanguage } from '@portal/web-kit';
import { type KindForm, type SectionSpec, useContractErrors, useDocumentForm, useWatch, withBlanks, withoutHidden } from '@portal/web-kit/forms';
import { useMemo } from 'react';
import { checkDeparture, DepartureDeclarationBody, isOwnAnswer, mergeChecklistErrors, type QuestionRow } from 'svc-declarations/contract';
import { declarationOf, sentOf } from '../group/group-values.ts';
import { type QuestionSets, withQuestions } from '../shared/asked-rows.ts';
import { sectionsForOfficers } from '../shared/for-officers.ts';
import { useTravelDates } from '../shared/travel-dates.ts';
import type { DepartureValues } from './departure.api.ts';
import { departureForm } from './sections.tsx';

/** Returns the body to check: the answers that are shown, and the code of the exit point, which the contract requires twice. */
const bodyOf = (sections: readonly SectionSpec[], values: DepartureValues, mode: string): DepartureValues => {
  const body = withoutHidden(sections, declarationOf(values), mode);
  return { ...body, entryPointCode: body.flightDetails?.code };
};

/** Returns the number of questions without a clear answer. */
export const unansweredIn = (questions: readonly QuestionRow[] | undefined): number =>
  (questions ?? []).filter((question) => Boolean(question.accepted) === Boolean(question.declined)).length;

/** Returns the errors of the answers, each at its field. */
export const questionFaults = (questions: readonly QuestionRow[] | undefined, language: Language): FieldError[] =>
  inLanguage(questionErrors(questions), language);

const everySection = departureForm([]);

/** Returns the initial values: the document with its questions, and an empty value for each missing answer. */
const startOf = (model: DepartureValues, sets: QuestionSets, language: Language): DepartureValues =>
  withBlanks(everySection, withQuestions(model, sets, language));

interface DepartureFormOptions {
  /** The published questions, for a form to fill in; without them the form shows the document as it is. */
  sets?: QuestionSets;
  reader?: 'traveller' | 'officer';
}

/** Form of a departure: its sections and its rules. */
export function useDepartureForm(model: object, mode: string, { sets, reader = 'traveller' }: DepartureFormOptions = {}): KindForm<DepartureValues> {
  const { language } = useLanguage();
  const { form, initial } = useDocumentForm(model as DepartureValues, (values) => (sets ? startOf(values, sets, language) : values), {
    newer: sets ? 'keep typed values' : 'replace all values',
    startsWith: sets,
  });
  const { dates, datesState } = useTravelDates('departure');
  const kind = useWatch({ control: form.control, name: 'travel.kind' as never }) as string | undefined;
  const sections = useMemo(() => {
    const all = departureForm(dates, kind, datesState);
    return reader === 'officer' ? sectionsForOfficers(all) : all;
  }, [dates, kind, datesState, reader]);
  const contract = useContractErrors<DepartureValues>(form, (values) => {
    // Report a missing exit point once, at the field that the traveller sees.
    const errors = checkDeparture(bodyOf(sections, values, mode), language).filter(({ field }) => field !== 'entryPointCode');
    return isOwnAnswer(mode) ? mergeChecklistErrors(errors, language) : errors;
  });
  return { form, initial, sections, contract, body: () => sentOf(DepartureDeclarationBody, bodyOf(sections, form.getValues(), mode)) };
}
