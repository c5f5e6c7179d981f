import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Button } from '../components/button.tsx';
import { InsetText } from '../components/content.tsx';
import { useFormat } from '../language/format.ts';
import { useKitText } from '../language/i18n.ts';
import { readDraft, removeDraft, writeDraft } from './draft-store.ts';

export interface DraftOptions<Values> {
  /** Raise it when the form's fields change their meaning: older drafts are dropped. */
  version?: number;
  /** The blank form, for "Start again"; the form's own default values unless given. */
  initial?: Values;
  /** False until the blank form is loaded; the draft is laid over it then. */
  ready?: boolean;
  /** Answers that must not stay on the device. */
  omit?: readonly string[];
}

export interface Draft {
  /** True once a kept draft has been laid over the form (or there was none). */
  ready: boolean;
  /** When the answers that were found here were written; undefined when none were. */
  restoredAt?: string;
  /** After submission: forgets the draft, and keeps nothing more of this form. */
  clear(): void;
  /** Forgets the draft and empties the form. */
  startAgain(): void;
}

/** Keeps each answer on this device as it is typed: a reload, a closed tab or a lost network loses none. */
export function useDraft<Values extends FieldValues>(
  key: string,
  form: UseFormReturn<Values>,
  { version = 1, initial, ready = true, omit = [] }: DraftOptions<Values> = {},
): Draft {
  const [restored, setRestored] = useState<{ done: boolean; at?: string }>({ done: false });
  const closed = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const omitted = useRef(omit);

  const write = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (closed.current) return;
    const values = { ...form.getValues() } as Record<string, unknown>;
    for (const name of omitted.current) delete values[name];
    writeDraft(key, version, values);
  }, [form, key, version]);

  useEffect(() => {
    if (!ready) return;
    closed.current = false;
    const draft = readDraft<Partial<Values>>(key, version);
    if (draft) form.reset({ ...form.getValues(), ...draft.values }, { keepDefaultValues: true });
    setRestored({ done: true, at: draft ? new Date(draft.at).toISOString() : undefined });
    const subscription = form.watch(() => {
      clearTimeout(timer.current);
      timer.current = setTimeout(write, 300);
    });
    const flush = () => {
      if (timer.current !== undefined) write();
    };
    // A phone ends a page without a word after it went to the background.
    const hidden = () => {
      if (document.visibilityState === 'hidden') flush();
    };
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      flush();
      subscription.unsubscribe();
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', hidden);
    };
  }, [form, key, version, ready, write]);

  const clear = useCallback(() => {
    closed.current = true;
    clearTimeout(timer.current);
    timer.current = undefined;
    removeDraft(key);
  }, [key]);

  const blank = useRef(initial);
  blank.current = initial;
  const startAgain = useCallback(() => {
    clear();
    form.reset(blank.current ?? (form.formState.defaultValues as Values));
    form.clearErrors();
    clearTimeout(timer.current);
    timer.current = undefined;
    closed.current = false;
    setRestored({ done: true });
  }, [clear, form]);

  return useMemo(() => ({ ready: restored.done, restoredAt: restored.at, clear, startAgain }), [restored, clear, startAgain]);
}

/** "Your answers are still here", with "Start again". Shows nothing where no draft was found. */
export function DraftNotice({ draft, onStartAgain }: { draft: Draft; onStartAgain?: () => void }) {
  const text = useKitText();
  const format = useFormat();
  const [asked, setAsked] = useState(false);
  if (!draft.restoredAt) return null;
  const again = () => {
    draft.startAgain();
    onStartAgain?.();
  };
  return (
    <InsetText>
      <p className="govuk-body">{text('draft.restored', { when: format.dateTime(draft.restoredAt) })}</p>
      {asked ? (
        <>
          <p className="govuk-body">{text('draft.confirm')}</p>
          <div className="govuk-button-group">
            <Button variant="warning" small onClick={again}>
              {text('action.startAgain')}
            </Button>
            <Button variant="secondary" small onClick={() => setAsked(false)}>
              {text('action.cancel')}
            </Button>
          </div>
        </>
      ) : (
        <Button variant="link" onClick={() => setAsked(true)}>
          {text('action.startAgain')}
        </Button>
      )}
    </InsetText>
  );
}
