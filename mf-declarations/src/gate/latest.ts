/** The latest decisions of an officer at the gate: what the screen says of them, and which of them can be undone. */
import type { Bilingual } from '@portal/contract-kit';
import type { Api } from '@portal/web-kit';
import type { GateDecisionKind, GateOutcome } from 'svc-declarations/contract';
import { arrivals } from '../shared/declaration.api.ts';
import { takeBack } from './gate.api.ts';
import type { GateStore, StoredGateData } from './gate-store.ts';
import { t } from './texts.ts';

const undoMs = 10 * 60_000;

export interface LatestDecision {
  key: string;
  at: number;
  who: string;
  decision: GateDecisionKind;
  /** Whether the officer undid the decision on this device. */
  undone?: boolean;
  /** What the service made of the decision; undefined until it has answered. */
  outcome?: GateOutcome;
}

/** Adds the outcomes of decisions that were sent late. */
export function withOutcomes(latest: readonly LatestDecision[], outcomes: readonly GateOutcome[]): LatestDecision[] {
  const byKey = new Map(outcomes.map((outcome) => [outcome.key, outcome]));
  return latest.map((entry) => {
    const outcome = byKey.get(entry.key);
    return outcome ? { ...entry, outcome, undone: outcome.outcome === 'UNDONE' } : entry;
  });
}

/** Returns what the screen says of a decision, and whether it offers to undo it. */
export function describeDecision(
  { key, at, decision, undone, outcome }: LatestDecision,
  waiting: StoredGateData['waiting'],
  now: number,
): { label: Bilingual; note?: Bilingual; canUndo: boolean } {
  const isWaiting = !outcome && waiting.some((each) => each.key === key);
  const isCase = outcome?.outcome === 'CASE';
  // A case without a version changed nothing, so there is nothing to undo.
  const hasChanged = outcome?.version !== undefined;
  const label = undone ? t.done.undone : isCase && !hasChanged ? t.done.notRecorded : t.done[decision];
  const note = isWaiting ? t.waitsHere : isCase ? t.isCase : outcome ? undefined : t.sentElsewhere;
  return { label, note, canUndo: !undone && now - at <= undoMs && (isWaiting || hasChanged) };
}

/**
 * Undoes a decision: on this device while it waits, otherwise in the version of the declaration that it made. @returns false if the decision has just been sent
 * and its outcome is not known yet
 */
export async function undo(api: Pick<Api, 'post'>, store: GateStore, { key, outcome }: LatestDecision, comment: string): Promise<boolean> {
  if (!outcome) return takeBack(store, key);
  await api.post(`${arrivals.path}/${outcome.id}/actions/undo`, { version: outcome.version, comment });
  return true;
}
