import { type Language, useLanguage } from '@portal/web-kit';
import { type Model, type SectionSpec, useContractErrors, useForm, useWatch, withBlanks } from '@portal/web-kit/forms';
import { useEffect, useMemo, useRef } from 'react';
import { checkArrival } from 'svc-declarations/contract';
import { type QuestionSets, withQuestions } from '../shared/asked-rows.ts';
import { withoutHidden } from '../shared/hidden-answers.ts';
import { useTravelDates } from '../shared/travel-dates.ts';
import type { ArrivalValues } from './arrival.api.ts';
import { arrivalForm } from './sections.tsx';

/** The body that is checked and sent: what is asked, and the entry point's code where the contract wants it a second time. */
export const bodyOf = (sections: readonly SectionSpec[], values: ArrivalValues, mode: string): ArrivalValues => {
  const body = withoutHidden(sections, values, mode);
  return { ...body, entryPointCode: body.flightDetails?.code };
};

const everySection: SectionSpec[] = Object.values(arrivalForm({ dates: [], ticket: {} })).flat();

/** What the form starts with: the loaded document with its questions, and an empty answer wherever there is none. */
export const startOf = <Model extends object>(model: Model, sets: QuestionSets, language: Language): Model =>
  withBlanks(everySection, withQuestions(model, sets, language));

/** The declaration's form: its sections, its rules, and the loaded document laid into it once. */
export function useArrivalForm(model: object | undefined, mode: string, reader: 'traveller' | 'officer' = 'traveller') {
  const { language } = useLanguage();
  const form = useForm<ArrivalValues>({ defaultValues: {}, shouldUnregister: false });
  const laid = useRef<object>(undefined);
  useEffect(() => {
    if (!model || laid.current === model) return;
    laid.current = model;
    form.reset(model as ArrivalValues);
  }, [form, model]);

  const reason = useWatch({ control: form.control, name: 'reason' });
  const dates = useTravelDates('traveller');
  const parts = useMemo(() => arrivalForm({ dates, ticket: { reason } as Model, reader }), [dates, reason, reader]);
  const sections = useMemo(() => Object.values(parts).flat() as SectionSpec[], [parts]);

  const contract = useContractErrors<ArrivalValues>(form, (values) =>
    // One missing entry point is one error, at the field the traveller sees.
    checkArrival(bodyOf(sections, values, mode), language).filter(({ field }) => field !== 'entryPointCode'),
  );
  return { form, parts, sections, contract, toBody: () => bodyOf(sections, form.getValues(), mode) };
}
