import { type OfferedAction, unconfirmed } from '@portal/contract-kit';
import { useRef, useState } from 'react';
import { type UseFormReturn, useFormContext } from 'react-hook-form';
import { performAction } from '../api/documents.ts';
import { type ApiProblem, asProblem } from '../api/problem.ts';
import { type PageError, problemErrors } from '../components/page-error.ts';
import { useKitText, useLanguage, useText } from '../language/i18n.ts';
import { afterUploads } from '../media/pending-uploads.ts';
import { renewDemands, useQueryClient } from '../query.ts';
import type { ActionPanelProps } from './action-panel-props.ts';
import { isChange, isEnding, missingInputs, moveCommentErrors } from './offered.ts';

export interface ActionSending {
  comment: string;
  setComment(text: string): void;
  /** The chosen code of each action with choices. */
  chosen: Readonly<Record<string, string>>;
  choose(action: string, code: string): void;
  errors: readonly PageError[];
  /** The action that waits for its confirmation. */
  asked: OfferedAction | undefined;
  cancel(): void;
  /** Set when somebody else has changed the document. */
  stale: ApiProblem | undefined;
  forgetStale(): void;
  isRunning: boolean;
  /** The label of the action that was performed last. */
  done: string;
  /** Checks the input of an action, asks for its confirmation, and sends it. */
  start(action: OfferedAction): unknown;
  /** Sends an action whose input is complete. */
  send(action: OfferedAction): Promise<void>;
}

/** The input of a panel's actions, and the way an action takes until it is done or refused. */
export function useActionSending<Model extends object>(props: ActionPanelProps<Model>): ActionSending {
  const { api, envelope, onSend, onDone, onErrors, confirm = {}, confirms = {}, choices = {}, officers = false } = props;
  const kit = useKitText();
  const text = useText();
  const { language } = useLanguage();
  const cache = useQueryClient();
  const [comment, setComment] = useState('');
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const [errors, setErrors] = useState<PageError[]>([]);
  const [asked, setAsked] = useState<OfferedAction>();
  const [stale, setStale] = useState<ApiProblem>();
  const [running, setRunning] = useState('');
  const [done, setDone] = useState('');
  const busy = useRef(false);
  const form: UseFormReturn | null = useFormContext();

  const report = (lines: PageError[]) => {
    setErrors(lines);
    onErrors?.(lines);
  };

  const send = async (action: OfferedAction) => {
    setAsked(undefined);
    if (busy.current) return;
    busy.current = true;
    setRunning(action.name);
    try {
      // What is deleted needs no files.
      await (form && action.kind !== 'delete' ? afterUploads(form, () => perform(action)) : perform(action));
    } finally {
      busy.current = false;
      setRunning('');
    }
  };

  const perform = async (action: OfferedAction) => {
    // A field may store its text only when it loses the focus.
    if (officers && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const values = props.values ? props.values(action) : {};
    if (!values) return;
    const body = {
      ...values,
      version: envelope.model.version,
      ...(comment.trim() ? { comment: comment.trim() } : {}),
      ...(choices[action.name] ? { decision: chosen[action.name] } : {}),
    };
    const refused = onSend?.(action);
    try {
      const answer = await performAction<Model>(api, action, body);
      setComment('');
      setChosen({});
      report([]);
      setDone(action.label);
      onDone(answer, action);
    } catch (error) {
      const problem = asProblem(error);
      renewDemands(cache, problem);
      const lines = problemErrors(problem, language);
      if (problem.has('STALE_VERSION')) setStale(problem);
      else report(moveCommentErrors(lines));
      refused?.(lines[0]?.message ?? problem.title);
    }
  };

  /** Returns an error for each input that is missing. */
  const missing = (action: OfferedAction): PageError[] => {
    const wrong = missingInputs(action, comment, { asked: !!choices[action.name], value: chosen[action.name] ?? '' });
    if (wrong.length > 0) {
      return wrong.map((line) =>
        line === 'comment'
          ? { field: 'comment', code: 'REQUIRED', message: kit(officers && isChange(action) ? 'actions.reasonRequired' : 'actions.commentRequired') }
          : { field: 'decision', code: 'REQUIRED', message: kit('actions.choice') },
      );
    }
    const reason = comment.trim() ? undefined : unconfirmed(confirms[action.name]?.());
    return reason ? [{ field: 'comment', code: 'REQUIRED', message: text(reason) }] : [];
  };

  const start = (action: OfferedAction) => {
    setDone('');
    const wrong = missing(action);
    if (wrong.length > 0) {
      report(wrong);
      return;
    }
    // The confirmation comes first. The input is read after the answer.
    if (confirm[action.name] || (isEnding(action) && confirm[action.name] !== false)) setAsked(action);
    else return send(action);
  };

  return {
    comment,
    setComment,
    chosen,
    choose: (action, code) => setChosen((now) => ({ ...now, [action]: code })),
    errors,
    asked,
    cancel: () => setAsked(undefined),
    stale,
    forgetStale: () => setStale(undefined),
    isRunning: running !== '',
    done,
    start,
    send,
  };
}
