import type { FieldError } from '@portal/contract-kit';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { asProblem } from '../api/problem.ts';
import { Button, ButtonGroup, IconButton } from '../components/button.tsx';
import { focusField } from '../components/errors.tsx';
import { PublicPage, StaffPage } from '../components/page.tsx';
import { LoadingPanel, useOnline } from '../components/states.tsx';
import { belongsTo, type ContractErrors, errorsOf } from '../contract/use-contract-errors.ts';
import { FieldLimit } from '../document/document-form.tsx';
import { DraftElsewhere, DraftNotice } from '../draft/draft-notice.tsx';
import type { Draft } from '../draft/use-draft.ts';
import { FormProvider } from '../forms/form-provider.tsx';
import { LateParts } from '../forms/late-parts.tsx';
import { useKitText, useText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import { useRefused } from '../offline/use-refused.ts';
import { useFirstPart } from './use-first-part.ts';

/** One step: its fields decide what must be right before the next one. */
export interface WizardStep<Values> {
  id: string;
  title: Label;
  /** Dotted paths; a path covers what stands under it. */
  fields: readonly string[];
  /** `goTo` leads to another step by its id, and to one of its fields: for the Change links of a review. Continue then leads back here. */
  render: (step: { goTo(id: string, field?: string): void }) => ReactNode;
  /** Rules beyond the contract's. */
  validate?: (values: Values) => FieldError[];
  /** The step is skipped while this returns false. */
  visible?: (values: Values) => boolean;
}

export interface WizardProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  contract: ContractErrors;
  steps: readonly WizardStep<Values>[];
  /** Sends the answers; what it throws is shown at the fields and the step it concerns. */
  onSubmit: (values: Values) => Promise<unknown>;
  submitLabel?: Label;
  /** Without network the form is kept on the device and sent later: the button says so. */
  waits?: boolean;
  /** Where Back leads from the first step. */
  back?: string | true;
  draft?: Draft;
  /** Shown below the answers while what later steps need is missing: the first step stands without it. */
  missing?: ReactNode;
  /** On the first step, after the line that says that answers are kept. */
  help?: ReactNode;
  /** Continue leads to the next step with something to answer, or to the last one, which shows all answers. For a form that was filled in before. */
  skipsComplete?: boolean;
  /** The service's name, before "Step 2 of 5". */
  caption?: Label;
  actions?: ReactNode;
  /** Whose page it is. Default: the public's. */
  audience?: 'public' | 'staff';
  /** Each time the last step is reached. */
  onFinalised?: () => void;
}

/** After a field has opened on a phone, and before it is answered. */
const WHILE_ANSWERING_MS = 300;

/** Asks questions in steps. Forward needs a valid step; backward is free. The address names the step (`?step=2`). */
export function Wizard<Values extends FieldValues>({
  form,
  contract,
  steps: allSteps,
  onSubmit,
  submitLabel,
  waits = false,
  back,
  draft,
  missing,
  help,
  skipsComplete,
  caption,
  actions,
  audience = 'public',
  onFinalised,
}: WizardProps<Values>) {
  const kit = useKitText();
  const text = useText();
  const [params, setParams] = useSearchParams();
  const online = useOnline();
  const [sending, setSending] = useState(false);
  const busy = useRef(false);
  const ready = (draft ? draft.ready : true) && missing === undefined;
  const steps = allSteps.filter((step) => step.visible?.(form.getValues()) ?? true);
  const asked = Math.min(Math.max(Number.parseInt(params.get('step') ?? '1', 10) || 1, 1), steps.length) - 1;
  const step = steps[asked] as WizardStep<Values>;
  const last = asked === steps.length - 1;

  const problemsOf = (each: WizardStep<Values>): FieldError[] => [...contract.peek(each.fields), ...(each.validate?.(form.getValues()) ?? [])];

  const fieldLimit = useFirstPart(step.id);
  // Nothing is drawn below the fields until they are complete: it would move.
  const isWhole = fieldLimit === Number.POSITIVE_INFINITY;
  // The field of a followed Change link takes the focus after its step is drawn.
  const wanted = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked is when the step is drawn, and the limit when its last fields are
  useEffect(() => {
    if (wanted.current && focusField(wanted.current)) wanted.current = undefined;
  }, [asked, ready, fieldLimit]);
  // The step whose Change link was followed: Continue leads back to it.
  const cameFrom = useRef<number>(undefined);
  const goTo = (index: number, replace = false) => {
    const next = new URLSearchParams(params);
    next.set('step', String(index + 1));
    setParams(next, { replace });
  };
  const change = (id: string, field?: string) => {
    const index = Math.max(
      0,
      steps.findIndex((each) => each.id === id),
    );
    cameFrom.current = asked;
    goTo(index);
    wanted.current = field;
  };

  // The address may name a step whose earlier steps are not valid yet: go to the first invalid step. Until that is known no step is drawn.
  const [isSettled, setSettled] = useState(asked === 0);
  const problems = useRef(problemsOf);
  problems.current = problemsOf;
  const go = useRef(goTo);
  go.current = goTo;
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked when the step changes, not while it is filled in
  useEffect(() => {
    if (!ready) return;
    const first = steps.slice(0, asked).findIndex((each) => problems.current(each).length > 0);
    if (first >= 0) return go.current(first, true);
    setSettled(true);
    if (last) onFinalised?.();
  }, [asked, ready]);

  const forward = async () => {
    if (busy.current) return;
    if (!ready) {
      setPressed(true);
      return;
    }
    for (const [index, each] of steps.slice(0, last ? steps.length : asked + 1).entries()) {
      if (!last && index < asked) continue;
      const found = problemsOf(each);
      if (found.length > 0) {
        if (index !== asked) goTo(index);
        contract.show(found);
        return;
      }
    }
    contract.clear();
    if (!last) {
      // If the change made another step invalid, the check of the last step leads there.
      const open = skipsComplete ? steps.findIndex((each, index) => index > asked && problemsOf(each).length > 0) : asked + 1;
      goTo(Math.max(cameFrom.current ?? 0, open < 0 ? steps.length - 1 : open));
      cameFrom.current = undefined;
      return;
    }
    busy.current = true;
    setSending(true);
    try {
      await onSubmit(form.getValues());
    } catch (error) {
      const problem = asProblem(error);
      contract.fromProblem(problem);
      const at = steps.findIndex((each) => problem.status === 422 && errorsOf(problem.errors, each.fields).length > 0);
      const here = problem.errors.some((line) => step.fields.some((field) => belongsTo(line.field, field)));
      if (at >= 0 && !here && at !== asked) goTo(at);
    } finally {
      busy.current = false;
      setSending(false);
    }
  };

  useRefused(ready, (errors) => {
    contract.show(errors);
    const at = steps.findIndex((each) => errorsOf(errors, each.fields).length > 0);
    goTo(at < 0 ? steps.length - 1 : at, true);
  });

  // Continue was pressed before the draft or the document was there.
  const [pressed, setPressed] = useState(false);
  const onward = useRef(forward);
  onward.current = forward;
  useEffect(() => {
    if (!pressed || !ready) return;
    setPressed(false);
    void onward.current();
  }, [pressed, ready]);

  // The first check takes a phone as long as all later ones together: it is made while the first answer is given, not when Continue is pressed.
  const isWarm = useRef(false);
  const warm = () => {
    if (isWarm.current) return;
    isWarm.current = true;
    setTimeout(() => problems.current(step), WHILE_ANSWERING_MS);
  };

  const backward = () => {
    contract.clear();
    if (asked > 0) goTo(asked - 1);
  };

  const stepWords = kit('wizard.step', { step: asked + 1, count: steps.length });
  const arrows = (place: 'top' | 'bottom') => (
    <div className="portal-wizard__arrows">
      <IconButton quiet icon="previous" label={kit('action.previous')} disabled={asked === 0} onClick={backward} />
      {place === 'top' ? <span className="portal-wizard__step">{stepWords}</span> : null}
      <IconButton quiet icon="next" label={kit('action.next')} disabled={last} onClick={forward} />
    </div>
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void forward();
  };
  const Page = audience === 'staff' ? StaffPage : PublicPage;
  return (
    <Page
      title={step.title}
      caption={caption && text(caption)}
      back={asked > 0 ? backward : back}
      aside={arrows('top')}
      errors={contract.errors}
      focusKey={step.id}
      actions={actions}
    >
      {draft ? asked === 0 ? <DraftNotice draft={draft} onStartAgain={contract.clear} help={help} /> : <DraftElsewhere draft={draft} /> : null}
      <FormProvider {...form}>
        {/* The first step stands lower, below its notice: its form is another one, and nothing of it has moved. */}
        <form key={asked === 0 ? 'first' : 'later'} noValidate method="dialog" onSubmit={submit} onFocus={warm} className="portal-wizard">
          <FieldLimit value={fieldLimit}>
            <LateParts key={step.id} waiting={!ready || !isSettled}>
              {asked === 0 || (ready && isSettled) ? step.render({ goTo: change }) : (missing ?? <LoadingPanel />)}
            </LateParts>
          </FieldLimit>
          {asked === 0 ? missing : null}
          <div className="portal-wizard__foot" style={isWhole ? undefined : { visibility: 'hidden' }}>
            <ButtonGroup>
              <Button type="submit" busy={sending || pressed}>
                {!last ? kit('action.continue') : waits && !online ? kit('action.keepAndSend') : submitLabel ? text(submitLabel) : kit('action.submit')}
              </Button>
            </ButtonGroup>
            {arrows('bottom')}
          </div>
          {draft && asked > 0 && isWhole ? <p className="portal-wizard__kept">{kit('draft.kept')}</p> : null}
        </form>
      </FormProvider>
    </Page>
  );
}
