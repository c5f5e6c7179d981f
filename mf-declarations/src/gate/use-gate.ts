import { asProblem, type PageError, problemErrors, today, useApi, useLanguage, useSession, useText } from '@portal/web-kit';
import { useState } from 'react';
import type { GateDecisionKind, GateOutcome } from 'svc-declarations/contract';
import { decide, type GateCheckResult, lookUpCode, noConnection } from './gate.api.ts';
import { browserGateStorage, GateStore } from './gate-store.ts';
import { type LatestDecision, undo, withOutcomes } from './latest.ts';
import { t } from './texts.ts';
import { useGateSync } from './use-gate-sync.ts';

const shownLatest = 5;

/** The work at the gate: a code is looked up, the officer decides, and may take a decision back while it waits on the device. */
export function useGate() {
  const text = useText();
  const { language } = useLanguage();
  const api = useApi();
  const { user, known } = useSession();
  const lane = known ? api : noConnection;
  const [store] = useState(() => new GateStore(browserGateStorage()));
  const [shown, setShown] = useState<GateCheckResult>();
  const [busy, setBusy] = useState(false);
  const [latest, setLatest] = useState<LatestDecision[]>([]);
  const [errors, setErrors] = useState<PageError[]>([]);
  const [cases, setCases] = useState(0);
  const onSent = (outcomes: GateOutcome[]) => {
    setLatest((before) => withOutcomes(before, outcomes));
    setCases((count) => count + outcomes.filter(({ outcome }) => outcome === 'CASE').length);
  };
  const officer = String(user?.sub ?? user?.name ?? '');
  const { kept, setKept, away, setAway } = useGateSync({ store, officer, onSent, onRefused: (message) => setErrors([{ message }]) });

  const ask = async (words: string) => {
    if (busy) return;
    setBusy(true);
    setErrors([]);
    try {
      const found = await lookUpCode(lane, store, words, today());
      setShown(found);
      setAway(found.offline === true);
    } catch (error) {
      setErrors([{ message: asProblem(error).title || text(t.failed) }]);
    } finally {
      setBusy(false);
    }
  };
  /** Shows why a call failed. The fields of the call are not on this screen. */
  const refuse = (error: unknown) => setErrors(problemErrors(error, language).map(({ message, href }) => ({ message, href })));
  const act = async (decision: GateDecisionKind, reason: string) => {
    if (!shown?.reference) return;
    setBusy(true);
    const { code, reference, name } = shown;
    const made = { key: crypto.randomUUID(), decision, code, reference, at: new Date().toISOString(), ...(reason ? { reason } : {}) };
    try {
      const outcome = await decide(lane, store, made, name);
      const waits = outcome === 'WAITING';
      const entry: LatestDecision = { key: made.key, at: Date.now(), who: name ?? reference, decision, ...(waits ? {} : { outcome }) };
      setKept(await store.read());
      setLatest((before) => [entry, ...before].slice(0, shownLatest));
      setAway(waits);
      setShown(undefined);
    } catch (error) {
      refuse(error);
      setShown(undefined);
    } finally {
      setBusy(false);
    }
  };
  const takeBack = async (entry: LatestDecision) => {
    try {
      if (await undo(api, store, entry, text(t.undoneBy)))
        setLatest((before) => before.map((each) => (each.key === entry.key ? { ...each, undone: true } : each)));
      else setErrors([{ message: text(t.justSent) }]);
      setKept(await store.read());
    } catch (error) {
      refuse(error);
    }
  };
  return { kept, away, cases, shown, leave: () => setShown(undefined), busy, latest, errors, setErrors, ask, act, takeBack };
}
