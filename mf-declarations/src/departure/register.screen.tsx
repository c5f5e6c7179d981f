import { actionFor, asProblem, Card, FailurePanel, Link, LoadingPanel, NotFound, PublicPage, useSearchParams, useText } from '@portal/web-kit';
import {
  DocumentForm,
  DraftNotice,
  FillFromProfile,
  FormProvider,
  LateParts,
  pathsOf,
  SubmitButton,
  useDraft,
  useRefused,
  useSubmission,
  useWatch,
  useWhenReady,
} from '@portal/web-kit/forms';
import type { FormEvent, ReactNode } from 'react';
import { type DepartureDeclaration, DepartureDeclarationBody, departureDoubts, formTexts } from 'svc-declarations/contract';
import { useGroup } from '../group/use-group.tsx';
import type { QuestionSets } from '../shared/asked-rows.ts';
import { ClosedDeclaration } from '../shared/closed-declaration.tsx';
import { arrivals, departures } from '../shared/declaration.api.ts';
import { DoubtsPanel, topicsOf, useDoubts } from '../shared/doubts.tsx';
import { fillFromKept } from '../shared/kept-fields.ts';
import { usePersonFill } from '../shared/person-fill.tsx';
import { usePreloadedWaiting } from '../shared/preload-waiting.ts';
import { useCountryOfPort } from '../shared/proposals.ts';
import { useQuestionSets, useQuestionWords, useRequirementWords } from '../shared/question-sets.ts';
import { FromArrival, TakenOverNotice, useTakenOver } from '../shared/take-over.tsx';
import { Terms } from '../shared/terms.tsx';
import { shared } from '../shared/texts.ts';
import { useFormQuestions } from '../shared/use-form-questions.tsx';
import { type DepartureEnvelope, type DepartureValues, useBlankDeparture, useDeparture } from './departure.api.ts';
import { t } from './texts.ts';
import { unansweredIn, useDepartureForm } from './use-departure-form.ts';

const home = departures.publicBase;

/** Sections that are shown only after the service has answered. */
const lateSections: readonly string[] = ['questions', 'requirements'];

/** Registers a departure declaration; with `?id=` it changes a registered one. */
export default function DepartureRegisterScreen() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? undefined;
  return id ? <ChangeDeparture key={id} id={id} /> : <NewDeparture />;
}

/** Shows the form before its questions are loaded. */
function NewDeparture() {
  const blank = useBlankDeparture();
  const questions = useFormQuestions('departure', blank);
  return <DepartureForm info={blank.info} {...questions} />;
}

function ChangeDeparture({ id }: { id: string }) {
  const loaded = useDeparture(id);
  const { sets, problem: noQuestions, retry } = useQuestionSets('departure', id);
  if (loaded.data && !loaded.data.kept && sets) return <DepartureForm info={loaded.data} sets={sets} id={id} />;
  const problem = loaded.error ? asProblem(loaded.error) : noQuestions;
  const again = () => {
    if (loaded.error) void loaded.refetch();
    if (noQuestions) retry();
  };
  if (problem?.status === 404) return <NotFound />;
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
  /** Shown in place of what the service has not returned yet. */
  missing?: ReactNode;
}

function DepartureForm({ info, sets, id, missing }: DepartureFormProps) {
  const text = useText();
  const mode = id ? 'update' : 'register';
  const action = actionFor(info.actions, mode, mode);
  const { form, initial, sections, contract, body } = useDepartureForm(info.model, mode, { sets });
  useCountryOfPort(form, 'destinationCode', 'destinationName', !id);
  // A draft of changes is valid only for the version that it changes.
  const scope = id ? `departure-update-${id}-${info.model.version}` : 'departure-register';
  const draft = useDraft<DepartureValues>(scope, form, { initial, ready: missing === undefined });
  const person = usePersonFill(form, draft.ready, () => {
    draft.startAgain();
    contract.clear();
  });
  const taken = useTakenOver(form, draft.ready && !id, person.fill);
  useQuestionWords(form, sets, draft.ready);
  useRequirementWords(form, info.model.requirements, draft.ready);
  const asked = useWatch({ control: form.control, name: 'questions' }) ?? [];
  const unanswered = unansweredIn(asked);
  // Keep the place of the questions free until they are in the form.
  const coming = missing !== undefined || !draft.ready || asked.length < (sets.questions?.length ?? 0);
  const near = !id && missing === undefined;
  usePreloadedWaiting(near);
  const group = useGroup({
    kind: departures,
    load: () => import('./group-parts.tsx').then(({ parts }) => ({ parts })),
    near,
    form,
    sets,
    draft,
    scope,
    caption: t.title,
    contract,
  });
  const { busy, submit } = useSubmission<DepartureDeclaration>(departures.path, scope, draft, contract, id ? undefined : home);

  const topicOf = topicsOf(sets);
  const doubts = useDoubts(() => [...departureDoubts(body(), topicOf), ...group.doubts(topicOf)]);

  useRefused(missing === undefined && draft.ready, (errors) => void group.errorsOf(errors).then(contract.show));

  // The traveller may send the form before its questions are loaded. It is checked and sent as soon as they are.
  const sending = useWhenReady(missing === undefined && draft.ready, () => {
    if (!contract.check(pathsOf(sections)) || !action) return;
    if (group.isGroup()) void group.submit(action, doubts.ask);
    else if (!doubts.ask()) void submit(action, body(), (id) => `${home}/qr/${id}`);
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    sending.ask();
  };

  if (!action && missing === undefined) {
    return <ClosedDeclaration kind={departures} id={id} title={t.updateTitle} status={info.model.documentStatus} closed={t.closed} />;
  }
  if (group.page) return group.page;
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
      <DraftNotice
        draft={draft}
        onStartAgain={contract.clear}
        help={
          id ? undefined : (
            <>
              <FillFromProfile
                kinds={[departures.path, arrivals.path]}
                onFill={(kept) => person.fill(kept, () => fillFromKept(form, kept, departures))}
                also={<FromArrival />}
              />
              {person.question}
            </>
          )
        }
      >
        {text(t.intro)}
      </DraftNotice>
      <TakenOverNotice outcome={taken} />
      <FormProvider {...form}>
        <form noValidate method="dialog" onSubmit={onSubmit}>
          <LateParts waiting={coming}>
            <DocumentForm sections={coming ? sections.filter(({ id = '' }) => !lateSections.includes(id)) : sections} mode={mode} editable />
            {coming ? <Card title={formTexts.questions}>{missing ?? <LoadingPanel />}</Card> : null}
            {group.list}
          </LateParts>
          <DoubtsPanel of={doubts} contract={DepartureDeclarationBody} open={group.open} />
          <Terms />
          <SubmitButton
            label={id ? shared.update : shared.register}
            waits={!id}
            busy={busy || group.busy || (sending.waiting && missing === null)}
            blocked={unanswered > 0 ? t.tickQuestions : undefined}
          />
        </form>
      </FormProvider>
    </PublicPage>
  );
}
