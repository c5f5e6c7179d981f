import { useCallback, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Button } from '../components/button.tsx';
import { InsetText } from '../components/content.tsx';
import { useFormat } from '../language/format.ts';
import { AreaNameContext, useKitText } from '../language/i18n.ts';
import { useLocation } from '../router.ts';
import { draftsAt } from './drafts.ts';

export interface DraftOptions<Values> {
  /** Increment it when the form's fields change their meaning: older drafts are dropped. */
  version?: number;
  /** The blank form, for "Start again"; the form's own default values unless given. */
  initial?: Values;
  /** False until the blank form is loaded; the draft is applied to it then. */
  ready?: boolean;
  /** Answers that must not be stored on the device. */
  omit?: readonly string[];
}

export interface Draft {
  /** True once a stored draft has been applied to the form (or there was none). */
  ready: boolean;
  /** When the restored answers were written; undefined when there were none. */
  restoredAt?: string;
  /** After submission: forgets the draft, and stores nothing more of this form. */
  clear(): void;
  /** Forgets the draft and empties the form. */
  startAgain(): void;
}

/**
 * Stores each answer as it is typed. A public form's answers stay on the device, encrypted, for a day, so that a reload, a closed tab or a
 * lost network loses none. An officer's form stores them in the tab until the session ends.
 */
export function useDraft<Values extends FieldValues>(
  key: string,
  form: UseFormReturn<Values>,
  { version = 1, initial, ready = true, omit = [] }: DraftOptions<Values> = {},
): Draft {
  const area = useContext(AreaNameContext);
  const [restored, setRestored] = useState<{ done: boolean; at?: string }>({ done: false });
  const { pathname } = useLocation();
  const [drafts] = useState(() => draftsAt(pathname));
  const closed = useRef(false);
  const writing = useRef(false);
  const changed = useRef(false);
  const omitted = useRef(omit);
  const name = useMemo(() => ({ area, key }), [area, key]);

  const write = useCallback(async () => {
    changed.current = true;
    if (writing.current) return;
    writing.current = true;
    // Without a delay, because a closing page has no time left to encrypt.
    while (changed.current && !closed.current) {
      changed.current = false;
      const values = { ...form.getValues() } as Record<string, unknown>;
      for (const path of omitted.current) delete values[path];
      await drafts.write(name, version, values).catch(() => undefined);
    }
    writing.current = false;
  }, [drafts, form, name, version]);

  // What was typed before the draft was read is stored when it has been read. A layout effect, because what was typed before the
  // script ran is given to the form by an effect of a child.
  const typedEarly = useRef(false);
  useLayoutEffect(() => {
    const typing = form.watch((_values, { type }) => {
      if (type === 'change') typedEarly.current = true;
    });
    return () => typing.unsubscribe();
  }, [form]);

  useEffect(() => {
    if (!ready) return;
    closed.current = false;
    let left = false;
    let leave: (() => void) | undefined;
    void drafts
      .read<Partial<Values>>(name, version)
      .catch(() => undefined)
      .then((draft) => {
        if (left) return;
        // What was typed while the draft was read is newer than the draft.
        if (draft) form.reset({ ...form.getValues(), ...draft.values }, { keepDefaultValues: true, keepDirtyValues: true });
        setRestored({ done: true, at: draft ? new Date(draft.at).toISOString() : undefined });
        const subscription = form.watch(() => void write());
        leave = () => subscription.unsubscribe();
        if (typedEarly.current) void write();
      });
    return () => {
      left = true;
      leave?.();
    };
  }, [drafts, form, name, version, ready, write]);

  const clear = useCallback(() => {
    closed.current = true;
    void drafts.remove(name).catch(() => undefined);
  }, [drafts, name]);

  const blank = useRef(initial);
  blank.current = initial;
  const startAgain = useCallback(() => {
    clear();
    form.reset(blank.current ?? (form.formState.defaultValues as Values));
    form.clearErrors();
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
