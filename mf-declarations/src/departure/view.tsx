import { useLanguage } from '@portal/web-kit';
import { useMemo } from 'react';
import type { DepartureReadMode, QuestionRow } from 'svc-declarations/contract';
import { type QuestionSets, withQuestions } from '../shared/asked-rows.ts';
import { departures } from '../shared/declaration.api.ts';
import type { ViewProps } from '../shared/declaration-document.tsx';
import { DeclarationView } from '../shared/declaration-view.tsx';
import { useQuestionWords } from '../shared/question-sets.ts';
import { confirmations } from '../shared/requirement-ticks.tsx';
import type { DepartureEnvelope } from './departure.api.ts';
import { t } from './texts.ts';
import { questionFaults, useDepartureForm } from './use-departure-form.ts';

type DepartureViewProps = ViewProps<DepartureEnvelope['model'], DepartureReadMode>;

const answers = (questions: readonly QuestionRow[] | undefined): QuestionRow[] =>
  (questions ?? []).map(({ id, accepted, declined }) => ({ id, accepted: accepted === true, declined: declined === true }));

const noSets: QuestionSets = {};

/** A read-only declaration. In mode `verification` the officer corrects answers and confirms requirements. */
export function DepartureView({ mode, envelope, sets = noSets, reload }: DepartureViewProps) {
  const { language } = useLanguage();
  const { model, actions } = envelope;
  const verifying = mode === 'verification' && actions.some(({ name }) => name === 'verification');
  // The language is not a dependency: `useQuestionWords` translates the questions when it changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of language must not take back what was ticked
  const shownModel = useMemo(() => (verifying ? withQuestions(model, sets, language) : model), [model, sets, verifying]);
  const form = useDepartureForm(shownModel, mode, { reader: 'officer' });
  useQuestionWords(form.form, sets, verifying);
  return (
    <DeclarationView
      kind={departures}
      mode={mode}
      envelope={envelope}
      reload={reload}
      service={t.title}
      title={mode === 'verification' ? t.verifyTitle : undefined}
      form={form}
      shown={{ mode: verifying ? 'verification' : 'view', model: shownModel }}
      confirms={verifying}
      pages={[{ name: 'verification', page: 'verification' }]}
      values={({ name }) => {
        if (name !== 'verification') return {};
        const { questions, requirements } = form.form.getValues();
        const faults = questionFaults(questions, language);
        form.contract.show(faults);
        return faults.length > 0 ? undefined : { questions: answers(questions), requirements: confirmations(requirements) };
      }}
      fileName={() => `${model.travellerCode}.pdf`}
    />
  );
}
