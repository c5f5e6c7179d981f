import { startTransition, useEffect, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { WizardStep } from './wizard-props.ts';

/** The time in ms after the last focus or input event, while the user is still answering on a phone, after which the next step is prepared. */
const WHILE_ANSWERING_MS = 300;

interface PreparedStepOptions<Values extends FieldValues> {
  steps: readonly WizardStep<Values>[];
  /** The index of the step on the screen. */
  asked: number;
  ready: boolean;
  /** Whether a step has no problem. */
  isValid: (step: WizardStep<Values>) => boolean;
  /** Returns the answers of the form, to compare them. */
  answers: () => string;
}

interface PreparedStep<Values extends FieldValues> {
  /** The id of the step that is rendered hidden while the user gives the last answers of the step before it. */
  prepared: string | undefined;
  /** Whether a step was found valid with the present answers. */
  isRight: (step: WizardStep<Values>) => boolean;
  /** Called while the user answers. */
  whileAnswering: () => void;
}

/**
 * On a phone, the first check of a step and the rendering of the next one take longest. Both are done between two answers, and not when Continue is pressed.
 * Later answers are applied when the next step becomes visible. The last step shows all answers and is rendered only when it is opened.
 */
export function usePreparedStep<Values extends FieldValues>({ steps, asked, ready, isValid, answers }: PreparedStepOptions<Values>): PreparedStep<Values> {
  const [prepared, setPrepared] = useState<string>();
  // The step that was found valid with these answers.
  const right = useRef<{ id: string; answers: string }>(undefined);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const prepare = useRef<() => void>(undefined);
  prepare.current = () => {
    const step = steps[asked];
    if (!ready || !step || !isValid(step)) return;
    right.current = { id: step.id, answers: answers() };
    if (asked + 1 < steps.length - 1) startTransition(() => setPrepared(steps[asked + 1]?.id));
  };
  const whileAnswering = () => {
    clearTimeout(pause.current);
    pause.current = setTimeout(() => prepare.current?.(), WHILE_ANSWERING_MS);
  };
  useEffect(() => () => clearTimeout(pause.current), []);
  return { prepared, isRight: ({ id }) => right.current?.id === id && right.current.answers === answers(), whileAnswering };
}
