import type { GateDecision, GateOutcome } from 'svc-declarations/contract';
import { decide, sendWaiting } from './gate.api.ts';
import { GateStore } from './gate-store.ts';
import { describeDecision, type LatestDecision, undo, withOutcomes } from './latest.ts';
import { t } from './texts.ts';

jest.mock('@portal/web-kit', () => ({ ApiProblem: Object, asProblem: (error: unknown) => error, portalTime: () => undefined }));
jest.mock('@portal/web-kit/scan', () => ({}));
jest.mock('../shared/declaration.api.ts', () => ({ arrivals: { path: '/v1/traveller/declaration' } }));

const decision: GateDecision = { key: 'k'.repeat(20), decision: 'ARRIVAL', reference: 'ARR-2026-0000001', at: '2026-11-23T08:00:00.000Z' };
const entry: LatestDecision = { key: decision.key, at: 0, who: 'ANA', decision: 'ARRIVAL' };

/** A device whose decision was made without a connection and then sent, with this outcome. */
async function sent(outcome: Omit<GateOutcome, 'key'>) {
  const kept = new Map<string, unknown>();
  const store = new GateStore({
    get: async <T>(name: string) => kept.get(name) as T | undefined,
    put: async (name, value) => void kept.set(name, value),
    delete: async (name) => void kept.delete(name),
    shift: () => 'secret of the shift',
  });
  const pass = { pass: 'p', asOf: '', endsAt: '2999-01-01T00:00:00Z', outOfDate: [], recorded: [], expected: [], officer: 'o' };
  await store.change(() => ({ pass, waiting: [] }));
  await decide({ post: () => Promise.reject({ status: 0 }) }, store, decision, 'ANA');
  const { waiting } = await store.read();
  let latest = [entry];
  const post = jest.fn(async () => ({ records: [{ key: decision.key, ...outcome }] }));
  await sendWaiting({ post } as never, store, (outcomes) => {
    latest = withOutcomes(latest, outcomes);
  });
  post.mockClear();
  return { store, post, before: waiting, after: (await store.read()).waiting, entry: latest[0] as LatestDecision };
}

it('says that a decision waits, and then what became of it', async () => {
  const recorded = await sent({ outcome: 'RECORDED', id: 'd1', version: 2 });
  expect(describeDecision(entry, recorded.before, 0)).toEqual({ label: t.done.ARRIVAL, note: t.waitsHere, canUndo: true });
  expect(describeDecision(recorded.entry, recorded.after, 0)).toEqual({ label: t.done.ARRIVAL, canUndo: true });
  expect(describeDecision(recorded.entry, recorded.after, 11 * 60_000).canUndo).toBe(false);
  expect(describeDecision(entry, recorded.after, 0)).toEqual({ label: t.done.ARRIVAL, note: t.sentElsewhere, canUndo: false });
});

it('undoes what the decision itself recorded, and asks for no other version', async () => {
  const { store, post, entry: recorded } = await sent({ outcome: 'RECORDED', id: 'd1', version: 2 });
  expect(await undo({ post } as never, store, recorded, 'By mistake')).toBe(true);
  expect(post.mock.calls).toEqual([['/v1/traveller/declaration/d1/actions/undo', { version: 2, comment: 'By mistake' }]]);
  post.mockClear();
  expect([await undo({ post } as never, store, entry, 'By mistake'), post.mock.calls]).toEqual([false, []]);
});

it('offers no undo of a case that changed nothing, and does not say that it was recorded', async () => {
  const { entry: lanes, after } = await sent({ outcome: 'CASE', case: 'TWO_LANES' });
  expect(describeDecision(lanes, after, 0)).toEqual({ label: t.done.notRecorded, note: t.isCase, canUndo: false });
  const { entry: late } = await sent({ outcome: 'CASE', case: 'OUT_OF_DATE', id: 'd1', version: 2 });
  expect(describeDecision(late, after, 0)).toEqual({ label: t.done.ARRIVAL, note: t.isCase, canUndo: true });
});

it('does not say "Undone" if the service refused to undo it', () => {
  const [refused] = withOutcomes([{ ...entry, undone: true }], [{ key: entry.key, outcome: 'CASE', case: 'OVERTAKEN', id: 'd1', version: 2 }]);
  expect(describeDecision(refused as LatestDecision, [], 0)).toMatchObject({ label: t.done.ARRIVAL, note: t.isCase });
  const [undone] = withOutcomes([{ ...entry, undone: true }], [{ key: entry.key, outcome: 'UNDONE' }]);
  expect(describeDecision(undone as LatestDecision, [], 0)).toEqual({ label: t.done.undone, canUndo: false });
});
