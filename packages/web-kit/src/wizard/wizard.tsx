import type { FieldError } from '@portal/contract-kit';
import { Activity, Fragment, type ReactNode, type SyntheticEvent, startTransition, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { asProblem } from '../api/problem.ts';
import { Button, ButtonGroup, IconButton } from '../components/button.tsx';
import { focusField } from '../components/errors.tsx';
import { PublicPage, StaffPage } from '../components/page.tsx';
import { LoadingPanel, useOnline } from '../components/states.tsx';
import { belongsTo, type ContractErrors, errorsOf } from '../contract/use-contract-errors.ts';
import { FieldLimit } from '../document/document-form.tsx';
import { DraftElsewhere, DraftNotice, NotKept } from '../draft/draft-notice.tsx';
import { useKeeping } from '../draft/keeping.ts';
import type { Draft } from '../draft/use-draft.ts';
import { FormProvider } from '../forms/form-provider.tsx';
import { LateParts } from '../forms/late-parts.tsx';
import { useKitText, useText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import { afterUploads } from '../media/pending-uploads.ts';
import { useRefused } from '../offline/use-refused.ts';
import { useFirstPart } from './use-first-part.ts';

/** One step. Its fields must be valid before the next step is opened. */
export interface WizardStep<Values> {
  id: string;
  title: Label;
  /** The dotted paths of the step's fields. A path includes everything below it. */
  fields: readonly string[];
  /** Renders the step. `goTo` opens another step by its id and focuses one of its fields, for the Change links of a review; Continue then leads back here. */
  render: (step: { goTo(id: string, field?: string): void }) => ReactNode;
  /** Checks rules that the contract does not have. */
  validate?: (values: Values) => FieldError[];
  /** Whether the step is shown. It is skipped while this returns false. */
  visible?: (values: Values) => boolean;
}

export interface WizardProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  contract: ContractErrors;
  steps: readonly WizardStep<Values>[];
  /** Sends the answers. If it throws, the errors are shown at the fields, in the step that they concern. */
  onSubmit: (values: Values) => Promise<unknown>;
  submitLabel?: Label;
  /** Whether the form is kept on the device without a network and sent later; the button then says so. */
  waits?: boolean;
  /** Maps the errors of a form that waited on the device and was refused to the fields of the form. */
  refusedErrors?(errors: readonly FieldError[]): Promise<readonly FieldError[]>;
  /** The target of the Back link on the first step. */
  back?: string | true;
  draft?: Draft;
  /** Shown while something that later steps need is missing: below the answers of the first step, which works without it, or in place of a later step. */
  missing?: ReactNode;
  /** Content on the first step, after the line that says that answers are kept. */
  help?: ReactNode;
  /**
   * Whether Continue leads to the next step with something to answer, or else to the last step, which shows all answers. For a form that was filled in before.
   */
  skipsComplete?: boolean;
  /** Whether the last step also asks what is still missing in the others, so that it may be opened at once. Its `fields` name what it asks. */
  gathers?: boolean;
  /** The service's name, before "Step 2 of 5". */
  caption?: Label;
  actions?: ReactNode;
  /** The audience of the page; by default the public. */
  audience?: 'public' | 'staff';
  /** Called each time the last step is reached. */
  onFinalised?: () => void;
}

/** The time in ms after the last focus or input event, while the user is still answering on a phone, after which the next step is prepared. */
const WHILE_ANSWERING_MS = 300;

/** Asks questions in steps. Going forward needs a valid step; going back is always possible. The address names the step (`?step=2`). */
export function Wizard<Values extends FieldValues>({
  form,
  contract,
  steps: allSteps,
  onSubmit,
  submitLabel,
  waits = false,
  refusedErrors,
  back,
  draft,
  missing,
  help,
  skipsComplete,
  gathers = false,
  caption,
  actions,
  audience = 'public',
  onFinalised,
}: WizardProps<Values>) {
  const kit = useKitText();
  const text = useText();
  const [params, setParams] = useSearchParams();
  const online = useOnline();
  const keeps = useKeeping();
  const [sending, setSending] = useState(false);
  const busy = useRef(false);
  const ready = (draft ? draft.ready : true) && missing === undefined;
  const steps = allSteps.filter((step) => step.visible?.(form.getValues()) ?? true);
  const inAddress = params.get('step') ?? '1';
  // The step that was opened, until the address names it: the rest of the page follows the address after the step has been painted.
  const [ahead, setAhead] = useState<{ index: number; from: string }>();
  useEffect(() => {
    if (ahead && ahead.from !== inAddress) setAhead(undefined);
  }, [ahead, inAddress]);
  const asked = ahead?.from === inAddress ? ahead.index : Math.min(Math.max(Number.parseInt(inAddress, 10) || 1, 1), steps.length) - 1;
  const step = steps[asked] as WizardStep<Values>;
  const last = asked === steps.length - 1;

  const problemsOf = (each: WizardStep<Values>): FieldError[] => [...contract.peek(each.fields), ...(each.validate?.(form.getValues()) ?? [])];
  // The step that was found valid with these answers.
  const right = useRef<{ id: string; answers: string }>(undefined);
  const answers = (): string => JSON.stringify(form.getValues());
  const isRight = ({ id }: WizardStep<Values>): boolean => right.current?.id === id && right.current.answers === answers();

  // The step that is rendered hidden while the user gives the last answers of the step before it.
  const [prepared, setPrepared] = useState<string>();
  const firstPart = useFirstPart(step.id);
  const fieldLimit = prepared === step.id ? Number.POSITIVE_INFINITY : firstPart;
  // The content below the fields is hidden until all fields are rendered, because it would move.
  const isWhole = fieldLimit === Number.POSITIVE_INFINITY;
  // The field that a Change link named takes the focus once its step is rendered.
  const wanted = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked is when the step is drawn, and the limit when its last fields are
  useEffect(() => {
    if (wanted.current && focusField(wanted.current)) wanted.current = undefined;
  }, [asked, ready, fieldLimit]);
  // The step whose Change link was followed. Continue leads back to it.
  const cameFrom = useRef<number>(undefined);
  const goTo = (index: number, replace = false) => {
    // If the focused field were removed, the browser would paint the page an extra time. The heading of the step takes the focus instead.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const next = new URLSearchParams(params);
    next.set('step', String(index + 1));
    if (next.get('step') !== inAddress) setAhead({ index, from: inAddress });
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

  // The address may name a step although earlier steps are not valid yet: the first invalid step is opened then. Until that is known, no step is rendered.
  const [isSettled, setSettled] = useState(asked === 0);
  const problems = useRef(problemsOf);
  problems.current = problemsOf;
  const go = useRef(goTo);
  go.current = goTo;
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked when the step changes, not while it is filled in
  useEffect(() => {
    if (!ready) return;
    const first = gathers && last ? -1 : steps.slice(0, asked).findIndex((each) => problems.current(each).length > 0);
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
    const checked = !last ? [step] : gathers ? [step, ...steps.slice(0, -1)] : steps;
    for (const each of checked) {
      const found = isRight(each) ? [] : problemsOf(each);
      if (found.length > 0) {
        if (each !== step) change(each.id);
        contract.show(found);
        return;
      }
    }
    contract.clear();
    if (!last) {
      // If the change made another step invalid, the check on the last step leads there.
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

  useRefused(ready, async (refused) => {
    const errors = (await refusedErrors?.(refused)) ?? refused;
    contract.show(errors);
    const at = steps.findIndex((each) => errorsOf(errors, each.fields).length > 0);
    go.current(at < 0 ? steps.length - 1 : at, true);
  });

  // Whether Continue was pressed before the draft or the document had arrived.
  const [pressed, setPressed] = useState(false);
  const onward = useRef(forward);
  onward.current = forward;
  useEffect(() => {
    if (!pressed || !ready) return;
    setPressed(false);
    void onward.current();
  }, [pressed, ready]);

  // On a phone, the first check of a step and the rendering of the next one take longest. Both are done between two answers, and not when Continue is pressed.
  // Later answers are applied when the next step becomes visible. The last step shows all answers and is rendered only when it is opened.
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const prepare = useRef<() => void>(undefined);
  prepare.current = () => {
    if (!ready || problemsOf(step).length > 0) return;
    right.current = { id: step.id, answers: answers() };
    if (asked + 1 < steps.length - 1) startTransition(() => setPrepared(steps[asked + 1]?.id));
  };
  const whileAnswering = () => {
    clearTimeout(pause.current);
    pause.current = setTimeout(() => prepare.current?.(), WHILE_ANSWERING_MS);
  };
  useEffect(() => () => clearTimeout(pause.current), []);

  const backward = () => {
    contract.clear();
    if (asked > 0) goTo(asked - 1);
  };

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    // The step may have been rendered again while a file was uploaded.
    afterUploads(form, () => void onward.current());
  };
  const stepWords = kit('wizard.step', { step: asked + 1, count: steps.length });
  const arrows = (place: 'top' | 'bottom') => (
    <div className="portal-wizard__arrows">
      <IconButton quiet icon="previous" label={kit('action.previous')} disabled={asked === 0} onClick={backward} />
      {place === 'top' ? <span className="portal-wizard__step">{stepWords}</span> : null}
      <IconButton quiet icon="next" label={kit('action.next')} disabled={last} onClick={submit} />
    </div>
  );
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
        <form noValidate method="dialog" onSubmit={submit} onFocus={whileAnswering} onChange={whileAnswering} className="portal-wizard">
          {[asked, asked + 1].map((index) => {
            const each = steps[index];
            if (!each || (index > asked && each.id !== prepared)) return null;
            // The first step is in the page's prerendered HTML and is never rendered in advance.
            const Shown = index === 0 ? Fragment : Activity;
            return (
              <Shown key={each.id} {...(index > 0 && { mode: index === asked ? 'visible' : 'hidden' })}>
                <FieldLimit value={index === asked ? fieldLimit : Number.POSITIVE_INFINITY}>
                  <LateParts waiting={!ready || !isSettled}>
                    {index === 0 || (ready && isSettled) ? each.render({ goTo: change }) : (missing ?? <LoadingPanel />)}
                  </LateParts>
                </FieldLimit>
              </Shown>
            );
          })}
          {asked === 0 ? missing : null}
          {/* The first step is lower on the page, below its notice. Its foot has a key of its own, so that the browser sees no element move. */}
          <div key={asked === 0 ? 'first' : 'later'} className="portal-wizard__foot" style={isWhole ? undefined : { visibility: 'hidden' }}>
            <ButtonGroup>
              <Button type="submit" busy={sending || pressed}>
                {!last
                  ? kit('action.continue')
                  : waits && !online && keeps
                    ? kit('action.keepAndSend')
                    : submitLabel
                      ? text(submitLabel)
                      : kit('action.submit')}
              </Button>
            </ButtonGroup>
            {arrows('bottom')}
          </div>
          {draft && asked > 0 ? (
            <p className="portal-wizard__kept" style={isWhole ? undefined : { visibility: 'hidden' }}>
              {keeps ? kit('draft.kept') : null}
              <NotKept />
            </p>
          ) : null}
        </form>
      </FormProvider>
    </Page>
  );
}
