import { useCallback, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { forgetForm } from '../api/retry.ts';
import { AreaNameContext } from '../language/i18n.ts';
import { useLocation } from '../router.ts';
import type { DraftClaim } from './draft-claim.ts';
import { draftsAt } from './drafts.ts';
import { noteDraft, noteKeeping } from './keeping.ts';

export interface DraftOptions<Values> {
  /** The values of the blank form, for "Start again"; by default the form's own default values. */
  initial?: Values;
  /** False until the blank form is loaded. The draft is applied to the form only then. */
  ready?: boolean;
  /** Names of fields whose answers must not be stored on the device. */
  omit?: readonly string[];
  /** Whether the form stands beside others on its page, such as a question to the applicant. Then the page does not say that answers are kept. */
  aside?: boolean;
}

export interface Draft {
  /** Whether the stored draft has been applied to the form, or there was none. */
  ready: boolean;
  /** When the restored answers were written; undefined if there were none. */
  restoredAt?: string;
  /** Whether another tab fills in the same form. This tab then stores nothing until `take` is called. */
  elsewhere: boolean;
  /** Continues in this tab with the answers of the other tab, which is notified. */
  take(): void;
  /** Forgets the draft and stores nothing more of this form; called after submission. */
  clear(): void;
  /** Forgets the draft and the idempotency keys of the form, and empties it. */
  startAgain(): void;
  /** Returns the answers as they would be stored, with the draft's name. */
  answers(): { area: string; key: string; values: Record<string, unknown> };
}

/**
 * Stores each answer as it is typed. Answers of a public form stay on the device, encrypted, for a day, so that a reload, a closed tab or a lost network loses
 * none. Of all tabs with the same form, only one writes. Answers of an officer's form stay in the tab until the session ends. A newer version of a form
 * restores the answers by the names of its fields, so a field that changes its meaning needs a new name.
 */
export function useDraft<Values extends FieldValues>(
  key: string,
  form: UseFormReturn<Values>,
  { initial, ready = true, omit = [], aside = false }: DraftOptions<Values> = {},
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

  useLayoutEffect(() => (ready && !aside ? noteDraft() : undefined), [ready, aside]);

  // Whether this tab may write the draft; undefined until the claim is answered.
  const [held, setHeld] = useState<boolean>();
  const mayWrite = useRef(false);
  // `lost`: whether another tab has had the draft since this one. `shared`: whether the last write of this tab could be read by other tabs.
  const lost = useRef(false);
  const shared = useRef(false);
  const claim = useRef<DraftClaim>(undefined);
  useEffect(() => {
    if (!ready) return;
    const claimed = drafts.claim(name, (mine) => {
      if (mayWrite.current && !mine) lost.current = true;
      mayWrite.current = mine;
      setHeld(mine);
    });
    claim.current = claimed;
    return () => {
      mayWrite.current = false;
      setHeld(undefined);
      claimed.release();
    };
  }, [drafts, name, ready]);

  const answers = useCallback(() => {
    const values = { ...form.getValues() } as Record<string, unknown>;
    for (const path of omitted.current) delete values[path];
    return { ...name, values };
  }, [form, name]);

  const write = useCallback(async () => {
    changed.current = true;
    if (writing.current) return;
    writing.current = true;
    // There is no debounce, because a closing page has no time left to encrypt.
    while (changed.current && !closed.current && mayWrite.current) {
      changed.current = false;
      const { values } = answers();
      shared.current = await drafts.write(name, values, () => mayWrite.current).catch(() => false);
      if (mayWrite.current) noteKeeping(shared.current);
    }
    writing.current = false;
  }, [answers, drafts, name]);

  // Whether the user has answered anything: values that the screen fills in by itself, such as the list of questions, are no draft. Answers typed before the
  // draft was read are stored once it has been read. This is a layout effect, because answers typed before hydration are passed to the form by an effect of a
  // child.
  const answered = useRef(false);
  useLayoutEffect(() => {
    // The form library tracks dirty lists only if `dirtyFields` is read.
    void form.formState.dirtyFields;
    const typing = form.watch((_values, { name, type }) => {
      // Reads the field state from the form, because the state of the last rendering does not know the first answer yet.
      if (type === 'change' || (name && form.getFieldState(name).isDirty)) answered.current = true;
    });
    return () => typing.unsubscribe();
  }, [form]);

  const blank = useRef(initial);
  blank.current = initial;
  const empty = useCallback(() => {
    form.reset(blank.current ?? (form.formState.defaultValues as Values));
    form.clearErrors();
  }, [form]);

  useEffect(() => {
    if (!held) return;
    closed.current = false;
    if (lost.current) setRestored({ done: false });
    let left = false;
    let leave: (() => void) | undefined;
    void drafts
      .read<Partial<Values>>(name)
      .catch(() => undefined)
      .then((draft) => {
        if (left) return;
        // Answers typed while the draft was being read are newer than the draft. Answers typed before another tab had the draft are older.
        const back = lost.current;
        const typedMeanwhile = answered.current && !back;
        lost.current = false;
        if (draft) form.reset({ ...form.getValues(), ...draft.values }, { keepDefaultValues: true, keepDirtyValues: !back });
        // The other tab has sent the form or started again.
        else if (back && shared.current) empty();
        setRestored({ done: true, at: draft ? new Date(draft.at).toISOString() : undefined });
        if (draft) answered.current = true;
        const subscription = form.watch(() => {
          if (answered.current) void write();
        });
        leave = () => subscription.unsubscribe();
        if (typedMeanwhile) void write();
      });
    return () => {
      left = true;
      leave?.();
    };
  }, [drafts, form, name, held, write, empty]);

  const clear = useCallback(() => {
    closed.current = true;
    void drafts.remove(name).catch(() => undefined);
  }, [drafts, name]);

  const startAgain = useCallback(() => {
    clear();
    empty();
    forgetForm(key);
    answered.current = false;
    // The write that is running now must not be followed by another one with the empty form.
    changed.current = false;
    closed.current = false;
    setRestored({ done: true });
  }, [clear, empty, key]);

  const take = useCallback(() => claim.current?.take(), []);

  return useMemo(
    () => ({ ready: restored.done, restoredAt: restored.at, elsewhere: held === false, take, clear, startAgain, answers }),
    [restored, held, take, clear, startAgain, answers],
  );
}
