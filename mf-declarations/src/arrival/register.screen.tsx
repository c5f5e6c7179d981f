import { actionFor, asProblem, FailurePanel, Link, LoadingPanel, NotFound, PublicPage, useKitText, useSearchParams, useText } from '@portal/web-kit';
import { FillFromProfile, useDraft, useSubmission, Wizard } from '@portal/web-kit/forms';
import { type ReactNode, useRef, useState } from 'react';
import { type ArrivalDeclaration, ArrivalDeclarationBody, type ArrivalWizard, arrivalDoubts, arrivalSteps, ownHomeToForm } from 'svc-declarations/contract';
import { useGroup } from '../group/use-group.tsx';
import type { QuestionSets } from '../shared/asked-rows.ts';
import { ClosedDeclaration } from '../shared/closed-declaration.tsx';
import { arrivals, departures } from '../shared/declaration.api.ts';
import { DoubtsPanel, topicsOf, useDoubts } from '../shared/doubts.tsx';
import { fillFromKept } from '../shared/kept-fields.ts';
import { usePersonFill } from '../shared/person-fill.tsx';
import { usePreloadedWaiting } from '../shared/preload-waiting.ts';
import { useCountryOfPort, useProposals } from '../shared/proposals.ts';
import { useQuestionSets, useQuestionWords, useRequirementWords } from '../shared/question-sets.ts';
import { shared } from '../shared/texts.ts';
import { useFormQuestions } from '../shared/use-form-questions.tsx';
import { type ArrivalEnvelope, type ArrivalValues, useArrival, useBlankArrival } from './arrival.api.ts';
import { isFilledIn } from './next-trip.tsx';
import { arrivalProposals } from './proposals.ts';
import { t } from './texts.ts';
import { useArrivalForm } from './use-arrival-form.ts';
import { wizardSteps } from './wizard-steps.tsx';

const home = arrivals.publicBase;
/** Query parameter of a form that was filled in from an earlier trip. */
const again = 'again';

/** Registers an arrival declaration in steps; with `?id=` it changes a registered one. */
export default function ArrivalRegisterScreen() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? undefined;
  return id ? <ChangeArrival key={id} id={id} /> : <NewArrival />;
}

/** The first step has no questions, so the form shows it before the questions are loaded. */
function NewArrival() {
  const blank = useBlankArrival();
  const questions = useFormQuestions('traveller', blank);
  return <ArrivalWizardForm info={blank.info} wizard={blank.info.model.arrivalWizard} {...questions} />;
}

function ChangeArrival({ id }: { id: string }) {
  const text = useText();
  const kit = useKitText();
  const [params] = useSearchParams();
  const loaded = useArrival(id);
  // Only the blank form contains the number of steps of the wizard.
  const blank = useArrival();
  const { sets, problem: noQuestions, retry } = useQuestionSets('traveller', id);
  if (loaded.data && !loaded.data.kept && blank.data && sets)
    return <ArrivalWizardForm info={loaded.data} wizard={blank.data.model.arrivalWizard} sets={sets} id={id} />;
  const failed = loaded.error ?? blank.error;
  const problem = failed ? asProblem(failed) : noQuestions;
  const again = () => {
    if (loaded.error) void loaded.refetch();
    if (blank.error) void blank.refetch();
    if (noQuestions) retry();
  };
  if (problem?.status === 404) return <NotFound />;
  // Render the page's frame before its questions are loaded, so that nothing moves.
  const step = Math.min(Math.max(Number.parseInt(params.get('step') ?? '1', 10) || 1, 1), arrivalSteps.five.length);
  return (
    <PublicPage
      title={arrivalSteps.five[step - 1]?.title ?? t.service}
      caption={text(t.updateTitle)}
      back={`${home}/qr/${id}`}
      aside={<span className="portal-wizard__step">{kit('wizard.step', { step, count: arrivalSteps.five.length })}</span>}
    >
      {problem ? <FailurePanel problem={problem} retry={again} /> : <LoadingPanel />}
    </PublicPage>
  );
}

interface ArrivalWizardFormProps {
  info: ArrivalEnvelope;
  wizard: ArrivalWizard | undefined;
  sets: QuestionSets;
  id?: string;
  /** Shown in place of what the service has not returned yet. */
  missing?: ReactNode;
}

function ArrivalWizardForm({ info, wizard, sets, id, missing }: ArrivalWizardFormProps) {
  const text = useText();
  const mode = id ? 'update' : 'register';
  const action = actionFor(info.actions, mode, mode);
  const { form, initial, parts, contract, answers, body } = useArrivalForm(info.model, mode, { sets, proposes: !id });
  useProposals(form, arrivalProposals, !id);
  useCountryOfPort(form, 'originCode', 'originName', !id);
  // A draft of changes is valid only for the version that it changes.
  const scope = id ? `arrival-update-${id}-${info.model.version}` : 'arrival-register';
  const draft = useDraft<ArrivalValues>(scope, form, { initial, ready: missing === undefined });
  useQuestionWords(form, sets, draft.ready);
  useRequirementWords(form, info.model.requirements, draft.ready);
  const [params, setParams] = useSearchParams();
  const step = Number.parseInt(params.get('step') ?? '1', 10);
  const near = !id && step > 1;
  usePreloadedWaiting(near);
  const group = useGroup({
    kind: arrivals,
    load: () => import('./group-parts.tsx').then(({ parts }) => ({ parts })),
    near,
    form,
    sets,
    draft,
    scope,
    caption: t.service,
    contract,
  });
  // A form that was filled in from an earlier trip asks for what is missing, and shows the other answers at the end.
  const [isFilled, setFilled] = useState(false);
  const person = usePersonFill(form, draft.ready, () => {
    draft.startAgain();
    contract.clear();
  });
  const fill = async (kept: Record<string, unknown>) => {
    if (!(await person.fill(kept, () => fillFromKept(form, ownHomeToForm(kept), arrivals)))) return false;
    setFilled(true);
    if (isFilledIn(form.getValues())) setParams({ step: String(arrivalSteps[wizard ?? 'five'].length), [again]: '1' });
    return true;
  };
  const isAgain = !id && params.has(again) && draft.ready && isFilledIn(form.getValues());
  // The faults are determined when the step is opened, so that a field stays in its place after it is answered.
  const open = useRef<{ step: number; faults: string[] }>(undefined);
  if (!isAgain) open.current = undefined;
  else if (open.current?.step !== step) open.current = { step, faults: contract.peek().map(({ field }) => field) };
  const topicOf = topicsOf(sets);
  const doubts = useDoubts(() => [...arrivalDoubts(answers(), topicOf), ...group.doubts(topicOf)]);
  const steps = wizardSteps({
    wizard,
    parts,
    mode,
    companions: group.list,
    review: group.review,
    doubts: (goTo) => <DoubtsPanel of={doubts} contract={ArrivalDeclarationBody} goTo={goTo} open={group.open} />,
    nextTrip: open.current && { form, faults: open.current.faults },
  });

  const { send } = useSubmission<ArrivalDeclaration>(arrivals.path, scope, draft, contract, id ? undefined : home);

  if (!action && missing === undefined) {
    return <ClosedDeclaration kind={arrivals} id={id} title={t.updateTitle} status={info.model.documentStatus} closed={t.closed} />;
  }
  if (group.page) return group.page;
  return (
    <Wizard
      form={form}
      contract={contract}
      steps={steps}
      onSubmit={async () => {
        if (action && group.isGroup()) await group.send(action, doubts.ask);
        else if (action && !doubts.ask()) await send(action, body(), (id) => `${home}/qr/${id}`);
      }}
      submitLabel={id ? t.submitChange : t.submit}
      waits={!id}
      refusedErrors={group.errorsOf}
      caption={id ? t.updateTitle : t.service}
      back={id ? `${home}/qr/${id}` : '/'}
      draft={draft}
      help={
        id ? undefined : (
          <>
            <FillFromProfile kinds={[arrivals.path, departures.path]} onFill={fill} />
            {person.question}
          </>
        )
      }
      skipsComplete={isFilled || isAgain}
      gathers={isAgain}
      actions={
        id ? undefined : (
          <Link className="govuk-link" to={`${home}/search`}>
            {text(shared.findAgain)}
          </Link>
        )
      }
      missing={missing}
    />
  );
}
