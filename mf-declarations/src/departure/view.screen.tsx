import { Button, ButtonGroup, ButtonLink, Card, type PageError, useApi, useLanguage, useQueryClient, useText } from '@portal/web-kit';
import { DocumentForm, FormProvider } from '@portal/web-kit/forms';
import { ActionPanel, ActionsTable, DocumentPage, HistoryDialog, RequirementTable } from '@portal/web-kit/staff';
import { useMemo, useState } from 'react';
import type { QuestionRow } from 'svc-declarations/contract';
import { type QuestionSets, withQuestions } from '../shared/asked-rows.ts';
import { declarationKey } from '../shared/declaration.api.ts';
import { Facts } from '../shared/facts.tsx';
import { FinderLink } from '../shared/finder-link.tsx';
import { PrintButton } from '../shared/print-button.tsx';
import { useQuestionWords } from '../shared/question-sets.ts';
import { confirmations } from '../shared/requirement-ticks.tsx';
import { shared } from '../shared/texts.ts';
import { type DepartureEnvelope, departurePath } from './departure.api.ts';
import { t } from './texts.ts';
import { questionFaults, useDepartureForm } from './use-departure-form.ts';

const base = '/other/departure/declaration';
/** Actions that have a page of their own: from the view a link leads there, so that nothing is verified without the ticks. */
const elsewhere = ['verification', 'amendment'];

interface DepartureViewProps {
  mode: 'view' | 'verification' | 'print';
  envelope: DepartureEnvelope;
  /** The published questions, which are answered anew in verification. */
  sets?: QuestionSets;
  reload(): void;
}

const answers = (questions: readonly QuestionRow[] | undefined): QuestionRow[] =>
  (questions ?? []).map(({ id, accepted, declined }) => ({ id, accepted: accepted === true, declined: declined === true }));

const noSets: QuestionSets = {};

/** A declaration to read, with what the officer may do. In verification answers are corrected and requirements confirmed. */
export function DepartureView({ mode, envelope, sets = noSets, reload }: DepartureViewProps) {
  const text = useText();
  const api = useApi();
  const cache = useQueryClient();
  const { language } = useLanguage();
  const { model, actions } = envelope;
  const verifying = mode === 'verification' && actions.some(({ name }) => name === 'verification');
  // The wording follows the page's language by itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of language must not take back what was ticked
  const shownModel = useMemo(() => (verifying ? withQuestions(model, sets, language) : model), [model, sets, verifying]);
  const { form, sections } = useDepartureForm(shownModel, mode);
  useQuestionWords(form, sets, verifying);
  const [errors, setErrors] = useState<PageError[]>([]);
  const [history, setHistory] = useState(false);
  const pages = mode === 'view' ? actions.filter(({ name }) => elsewhere.includes(name)) : [];
  const here = { ...envelope, actions: actions.filter((action) => !pages.includes(action)) };
  const formMode = verifying ? 'verification' : 'view';
  return (
    <FormProvider {...form}>
      <DocumentPage
        title={mode === 'verification' ? t.verifyTitle : [model.firstName, model.lastName].filter(Boolean).join(' ') || t.title}
        caption={model.serialReference.reference}
        status={model.documentStatus}
        backTo={mode === 'view' ? base : `${base}/view/${model.id}`}
        errors={errors}
        actions={<FinderLink kind="departure" />}
        summary={
          <>
            <Facts model={model} />
            <DocumentForm sections={sections} mode={formMode} model={{ ...shownModel }} editable={false} />
            {(model.requirements ?? []).length > 0 ? (
              <Card title={t.requirements}>
                <RequirementTable name="requirements" mode={verifying ? 'confirm' : 'read'} />
              </Card>
            ) : null}
            {mode === 'print' ? <PrintButton /> : <ActionsTable entries={model.actions} />}
          </>
        }
        panel={
          <>
            <ActionPanel
              api={api}
              envelope={here}
              mode={mode}
              values={({ name }) => {
                if (name !== 'verification') return {};
                const questions = answers(form.getValues('questions'));
                const faults = questionFaults(form.getValues('questions'), language);
                form.clearErrors();
                for (const { field, code, message } of faults) form.setError(field as 'questions', { type: code, message });
                if (faults.length === 0) return { questions, requirements: confirmations(form.getValues('requirements')) };
                setErrors(faults);
                return undefined;
              }}
              navigate={{
                view: (id) => `${base}/view/${id}`,
                'return-view': (id) => `${base}/view/${id}`,
                edit: (id) => `${base}/edit/${id}`,
                print: (id) => `${base}/print/${id}`,
              }}
              fileName={() => `${model.travellerCode}.pdf`}
              onDone={(done: DepartureEnvelope) => {
                cache.setQueryData(declarationKey('departure', model.id), done);
                setErrors([]);
              }}
              onErrors={setErrors}
              onReload={reload}
            >
              {pages.length > 0 ? (
                <ButtonGroup>
                  {pages.map(({ name, label }) => (
                    <ButtonLink key={name} to={`${base}/${name}/${model.id}`} variant={name === 'verification' ? 'primary' : 'secondary'}>
                      {label}
                    </ButtonLink>
                  ))}
                </ButtonGroup>
              ) : null}
            </ActionPanel>
            <ButtonGroup>
              <Button variant="secondary" onClick={() => setHistory(true)}>
                {text(shared.history)}
              </Button>
            </ButtonGroup>
            <HistoryDialog
              api="/api/declarations"
              url={`${departurePath(model.id)}/history`}
              title={model.serialReference.reference}
              open={history}
              onClose={() => setHistory(false)}
            />
          </>
        }
      />
    </FormProvider>
  );
}
