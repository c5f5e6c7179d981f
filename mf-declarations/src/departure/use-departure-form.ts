import { type FieldError, inLanguage, questionErrors } from '@portal/contract-kit';
import { type Language, useLanguage } from '@portal/web-kit';
import { type KindForm, type SectionSpec, useContractErrors, useDocumentForm, withBlanks } from '@portal/web-kit/forms';
import { useMemo } from 'react';
import { checkDeparture, type QuestionRow } from 'svc-declarations/contract';
import { type QuestionSets, withQuestions } from '../shared/asked-rows.ts';
import { withoutHidden } from '../shared/hidden-answers.ts';
import { useTravelDates } from '../shared/travel-dates.ts';
import type { DepartureValues } from './departure.api.ts';
import { departureForm } from './sections.tsx';

/** The body to check and send: the shown answers, and the exit point's code where the contract wants it a second time. */
const bodyOf = (sections: readonly SectionSpec[], values: DepartureValues, mode: string): DepartureValues => {
  const body = withoutHidden(sections, values, mode);
  return { ...body, entryPointCode: body.flightDetails?.code };
};

/** How many questions have no clear answer yet. */
export const unansweredIn = (questions: readonly QuestionRow[] | undefined): number =>
  (questions ?? []).filter((question) => Boolean(question.accepted) === Boolean(question.declined)).length;

/** What is wrong with the answers to the questions, at their fields. */
export const questionFaults = (questions: readonly QuestionRow[] | undefined, language: Language): FieldError[] =>
  inLanguage(questionErrors(questions), language);

const everySection = departureForm([]);

/** What the form starts with: the document with its questions, and an empty answer wherever there is none. */
const startOf = (model: DepartureValues, sets: QuestionSets, language: Language): DepartureValues =>
  withBlanks(everySection, withQuestions(model, sets, language));

interface DepartureFormOptions {
  /** The published questions, of a form that is filled in; without them the form shows the document as it is. */
  sets?: QuestionSets;
}

/** A departure's form: its sections and its rules. */
export function useDepartureForm(model: object, mode: string, { sets }: DepartureFormOptions = {}): KindForm<DepartureValues> {
  const { language } = useLanguage();
  const { form, initial } = useDocumentForm(model as DepartureValues, (values) => (sets ? startOf(values, sets, language) : values), {
    newer: sets ? 'keep typed values' : 'replace all values',
  });
  const dates = useTravelDates('departure');
  const sections = useMemo(() => departureForm(dates), [dates]);
  const contract = useContractErrors<DepartureValues>(form, (values) =>
    // One missing exit point is one error, at the field the traveller sees.
    checkDeparture(bodyOf(sections, values, mode), language).filter(({ field }) => field !== 'entryPointCode'),
  );
  return { form, initial, sections, contract, body: () => bodyOf(sections, form.getValues(), mode) };
}
