import { type FieldError, inLanguage, questionErrors } from '@portal/contract-kit';
import { type Language, useLanguage } from '@portal/web-kit';
import { type SectionSpec, useContractErrors, useForm, withBlanks } from '@portal/web-kit/forms';
import { useEffect, useMemo, useRef } from 'react';
import { checkDeparture, type QuestionRow } from 'svc-declarations/contract';
import { type QuestionSets, withQuestions } from '../shared/asked-rows.ts';
import { withoutHidden } from '../shared/hidden-answers.ts';
import { useTravelDates } from '../shared/travel-dates.ts';
import type { DepartureValues } from './departure.api.ts';
import { departureForm } from './sections.tsx';

/** The body that is checked and sent: what is asked, and the exit point's code where the contract wants it a second time. */
export const bodyOf = (sections: readonly SectionSpec[], values: DepartureValues, mode: string): DepartureValues => {
  const body = withoutHidden(sections, values, mode);
  return { ...body, entryPointCode: body.flightDetails?.code };
};

/** How many questions have no clear answer yet. */
export const unansweredIn = (questions: readonly QuestionRow[] | undefined): number =>
  (questions ?? []).filter((question) => Boolean(question.accepted) === Boolean(question.declined)).length;

/** What is wrong with the answers to the questions, at their fields. */
export const questionFaults = (questions: readonly QuestionRow[] | undefined, language: Language): FieldError[] =>
  inLanguage(questionErrors(questions), language);

const everySection: SectionSpec[] = [...departureForm([])];

/** What the form starts with: the loaded document with its questions, and an empty answer wherever there is none. */
export const startOf = <Model extends object>(model: Model, sets: QuestionSets, language: Language): Model =>
  withBlanks(everySection, withQuestions(model, sets, language));

/** The declaration's form: its sections, its rules, and the loaded document laid into it once. */
export function useDepartureForm(model: object | undefined, mode: string) {
  const { language } = useLanguage();
  const form = useForm<DepartureValues>({ defaultValues: {} });
  const laid = useRef<object>(undefined);
  useEffect(() => {
    if (!model || laid.current === model) return;
    laid.current = model;
    form.reset(model as DepartureValues);
  }, [form, model]);

  const dates = useTravelDates('departure');
  const sections = useMemo(() => departureForm(dates), [dates]);
  const contract = useContractErrors<DepartureValues>(form, (values) =>
    // One missing exit point is one error, at the field the traveller sees.
    checkDeparture(bodyOf(sections, values, mode), language).filter(({ field }) => field !== 'entryPointCode'),
  );
  return { form, sections, contract, toBody: () => bodyOf(sections, form.getValues(), mode) };
}
