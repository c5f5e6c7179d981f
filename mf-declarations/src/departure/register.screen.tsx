import { actionFor, asProblem, FailurePanel, Link, LoadingPanel, PublicPage, useSearchParams, useText } from '@portal/web-kit';
import { DocumentForm, DraftNotice, FormProvider, pathsOf, SubmitButton, useDraft, useSubmission, useWatch, useWhenReady } from '@portal/web-kit/forms';
import type { FormEvent, ReactNode } from 'react';
import type { DepartureDeclaration } from 'svc-declarations/contract';
import type { QuestionSets } from '../shared/asked-rows.ts';
import { departures } from '../shared/declaration.api.ts';
import { useQuestionSets, useQuestionWords } from '../shared/question-sets.ts';
import { Terms } from '../shared/terms.tsx';
import { shared } from '../shared/texts.ts';
import { useFormQuestions } from '../shared/use-form-questions.tsx';
import { type DepartureEnvelope, type DepartureValues, useBlankDeparture, useDeparture } from './departure.api.ts';
import { t } from './texts.ts';
import { unansweredIn, useDepartureForm } from './use-departure-form.ts';

const home = departures.publicBase;

/** Registers a departure declaration; with `?id=` it changes a registered one. */
export default function DepartureRegisterScreen() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? undefined;
  return id ? <ChangeDeparture key={id} id={id} /> : <NewDeparture />;
}

/** The form is shown before its questions are loaded. */
function NewDeparture() {
  const blank = useBlankDeparture();
  const questions = useFormQuestions('departure', blank);
  return <DepartureForm info={blank.info} {...questions} />;
}

function ChangeDeparture({ id }: { id: string }) {
  const loaded = useDeparture(id);
  const { sets, problem: noQuestions, retry } = useQuestionSets('departure');
  if (loaded.data && sets) return <DepartureForm info={loaded.data} sets={sets} id={id} />;
  const problem = loaded.error ? asProblem(loaded.error) : noQuestions;
  const again = () => {
    if (loaded.error) void loaded.refetch();
    if (noQuestions) retry();
  };
  return (
    <PublicPage title={t.title} back={`${home}/qr/${id}`}>
      {problem ? <FailurePanel problem={problem} retry={again} /> : <LoadingPanel />}
    </PublicPage>
  );
}

interface DepartureFormProps {
  info: DepartureEnvelope;
  sets: QuestionSets;
  id?: string;
  /** In place of what the service has not given yet. */
  missing?: ReactNode;
}

function DepartureForm({ info, sets, id, missing }: DepartureFormProps) {
  const text = useText();
  const mode = id ? 'update' : 'register';
  const action = actionFor(info.actions, mode, mode);
  const { form, initial, sections, contract, body } = useDepartureForm(info.model, mode, { sets });
  // A draft of changes belongs to the version that it changes.
  const scope = id ? `departure-update-${id}-${info.model.version}` : 'departure-register';
  const draft = useDraft<DepartureValues>(scope, form, { initial, ready: missing === undefined });
  useQuestionWords(form, sets, draft.ready);
  const unanswered = unansweredIn(useWatch({ control: form.control, name: 'questions' }));
  const { busy, submit } = useSubmission<DepartureDeclaration>(departures.path, scope, draft, contract);

  // The form may be sent before its questions are there: it is checked when they are.
  const sending = useWhenReady(missing === undefined && draft.ready, () => {
    if (contract.check(pathsOf(sections)) && action) void submit(action, body(), (id) => `${home}/qr/${id}`);
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    sending.ask();
  };

  if (!action && missing === undefined) {
    return (
      <PublicPage title={t.updateTitle} back={id ? `${home}/qr/${id}` : '/'}>
        <p className="govuk-body">{text(t.closed)}</p>
      </PublicPage>
    );
  }
  return (
    <PublicPage
      title={id ? t.updateTitle : t.title}
      back={id ? `${home}/qr/${id}` : '/'}
      errors={contract.errors}
      actions={
        id ? undefined : (
          <Link className="govuk-link" to={`${home}/search`}>
            {text(shared.findAgain)}
          </Link>
        )
      }
    >
      <DraftNotice draft={draft} onStartAgain={contract.clear}>
        {text(t.intro)}
      </DraftNotice>
      <FormProvider {...form}>
        <form noValidate method="dialog" onSubmit={onSubmit}>
          <DocumentForm sections={sections} mode={mode} editable />
          {missing}
          <Terms />
          <SubmitButton
            label={id ? shared.update : shared.register}
            busy={busy || (sending.waiting && missing === null)}
            blocked={unanswered > 0 ? t.unanswered(unanswered) : undefined}
          />
        </form>
      </FormProvider>
    </PublicPage>
  );
}
