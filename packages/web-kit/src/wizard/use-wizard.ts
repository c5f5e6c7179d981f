import type { FieldError } from '@portal/contract-kit';
import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { asProblem } from '../api/problem.ts';
import { focusField } from '../components/errors.tsx';
import { belongsTo, errorsOf } from '../contract/use-contract-errors.ts';
import { afterUploads } from '../media/pending-uploads.ts';
import { useRefused } from '../offline/use-refused.ts';
import { useFirstPart } from './use-first-part.ts';
import { usePreparedStep } from './use-prepared-step.ts';
import { useStepAddress } from './use-step-address.ts';
import type { WizardProps, WizardStep } from './wizard-props.ts';

/** The steps of a wizard, the one on the screen, and the ways between them. */
export function useWizard<Values extends FieldValues>(props: WizardProps<Values>) {
  const { form, contract, draft, missing, skipsComplete, gathers = false } = props;
  const ready = (draft ? draft.ready : true) && missing === undefined;
  const steps = props.steps.filter((step) => step.visible?.(form.getValues()) ?? true);
  const { asked, goTo } = useStepAddress(steps.length);
  const step = steps[asked] as WizardStep<Values>;
  const last = asked === steps.length - 1;

  const problemsOf = (each: WizardStep<Values>): FieldError[] => [...contract.peek(each.fields), ...(each.validate?.(form.getValues()) ?? [])];
  const hasProblems = (each: WizardStep<Values>): boolean => problemsOf(each).length > 0;
  const answers = (): string => JSON.stringify(form.getValues());
  const { prepared, isRight, whileAnswering } = usePreparedStep({ steps, asked, ready, isValid: (each) => !hasProblems(each), answers });
  const firstPart = useFirstPart(step.id);
  const fieldLimit = prepared === step.id ? Number.POSITIVE_INFINITY : firstPart;
  const focusLater = useLateFocus(asked, ready, fieldLimit);
  const go = useRef(goTo);
  go.current = goTo;

  // The step whose Change link was followed. Continue leads back to it.
  const cameFrom = useRef<number>(undefined);
  const change = (id: string, field?: string) => {
    const index = Math.max(
      0,
      steps.findIndex((each) => each.id === id),
    );
    cameFrom.current = asked;
    goTo(index);
    focusLater(field);
  };
  const isSettled = useSettledStep(props, { steps, asked, ready, hasProblems, go });

  /** Opens the next step. If the change made another step invalid, the check on the last step leads there. */
  const goOn = () => {
    const open = skipsComplete ? steps.findIndex((each, index) => index > asked && hasProblems(each)) : asked + 1;
    goTo(Math.max(cameFrom.current ?? 0, open < 0 ? steps.length - 1 : open));
    cameFrom.current = undefined;
  };
  const { busy, sending, send } = useSending(props, { steps, asked, goTo });
  // Whether Continue was pressed before the draft or the document had arrived.
  const [pressed, setPressed] = useState(false);
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
    if (last) await send();
    else goOn();
  };

  useRefused(ready, async (refused) => {
    const errors = (await props.refusedErrors?.(refused)) ?? refused;
    contract.show(errors);
    const at = steps.findIndex((each) => errorsOf(errors, each.fields).length > 0);
    go.current(at < 0 ? steps.length - 1 : at, true);
  });

  const onward = useRef(forward);
  onward.current = forward;
  useEffect(() => {
    if (!pressed || !ready) return;
    setPressed(false);
    void onward.current();
  }, [pressed, ready]);

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    // The step may have been rendered again while a file was uploaded.
    afterUploads(form, () => void onward.current());
  };
  const backward = () => {
    contract.clear();
    if (asked > 0) goTo(asked - 1);
  };
  return { ready, steps, asked, step, last, prepared, fieldLimit, isSettled, isBusy: sending || pressed, change, submit, backward, whileAnswering };
}

/** Focuses the field that a Change link named, once its step is rendered. @returns a function that names the field */
function useLateFocus(asked: number, ready: boolean, fieldLimit: number): (field: string | undefined) => void {
  const wanted = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked is when the step is drawn, and the limit when its last fields are
  useEffect(() => {
    if (wanted.current && focusField(wanted.current)) wanted.current = undefined;
  }, [asked, ready, fieldLimit]);
  return (field) => {
    wanted.current = field;
  };
}

interface Place<Values extends FieldValues> {
  steps: readonly WizardStep<Values>[];
  /** The index of the step on the screen. */
  asked: number;
}

interface SettledStepOptions<Values extends FieldValues> extends Place<Values> {
  ready: boolean;
  hasProblems: (step: WizardStep<Values>) => boolean;
  go: RefObject<(index: number, replace?: boolean) => void>;
}

/**
 * The address may name a step although earlier steps are not valid yet: the first invalid step is opened then.
 * @returns whether the step is known. Until then no step is rendered
 */
function useSettledStep<Values extends FieldValues>(
  { gathers = false, onFinalised }: WizardProps<Values>,
  { steps, asked, ready, hasProblems, go }: SettledStepOptions<Values>,
): boolean {
  const [isSettled, setSettled] = useState(asked === 0);
  const isLast = asked === steps.length - 1;
  const check = useRef(hasProblems);
  check.current = hasProblems;
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked when the step changes, not while it is filled in
  useEffect(() => {
    if (!ready) return;
    const first = gathers && isLast ? -1 : steps.slice(0, asked).findIndex((each) => check.current(each));
    if (first >= 0) return go.current(first, true);
    setSettled(true);
    if (isLast) onFinalised?.();
  }, [asked, ready]);
  return isSettled;
}

/** Sends the answers. If they are refused, opens the step that the errors concern. */
function useSending<Values extends FieldValues>(
  { form, contract, onSubmit }: WizardProps<Values>,
  { steps, asked, goTo }: Place<Values> & { goTo: (index: number) => void },
) {
  const [sending, setSending] = useState(false);
  const busy = useRef(false);
  const send = async () => {
    busy.current = true;
    setSending(true);
    try {
      await onSubmit(form.getValues());
    } catch (error) {
      const problem = asProblem(error);
      contract.fromProblem(problem);
      const at = steps.findIndex((each) => problem.status === 422 && errorsOf(problem.errors, each.fields).length > 0);
      const here = problem.errors.some((line) => steps[asked]?.fields.some((field) => belongsTo(line.field, field)));
      if (at >= 0 && !here && at !== asked) goTo(at);
    } finally {
      busy.current = false;
      setSending(false);
    }
  };
  return { busy, sending, send };
}
