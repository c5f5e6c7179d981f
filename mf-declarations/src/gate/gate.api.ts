/** Calls of the gate, and how the gate judges a code without a connection. */
import { type Api, ApiProblem, asProblem, background, beginShift } from '@portal/web-kit';
import { tokenIn, verifyToken } from '@portal/web-kit/scan';
import { type GateDecision, type GateOutcome, type GatePass, type GateVerdict, gateWarnings, mostGateDecisions } from 'svc-declarations/contract';
import { referenceIn } from '../scan/reference.ts';
import { isAway } from '../shared/is-away.ts';
import type { GateStore, StoredGateData, WaitingDecision } from './gate-store.ts';

/** What the gate shows about a code or reference. */
export interface GateCheckResult extends GateVerdict {
  /** The code that was scanned. Undefined when a reference was typed. */
  code?: string;
  /** Whether this device judged the code alone, without the service. */
  offline?: boolean;
  /** Personal data in the code (a seal), to compare with the passport. */
  person?: Uint8Array;
  /** Set when the code cannot be judged because this device has no keys. */
  noKeys?: boolean;
}

/** Replacement for the API on a page that cannot send anything: every call fails as if there were no connection. */
export const noConnection: Pick<Api, 'post'> = { post: () => Promise.reject(new ApiProblem({ status: 0, title: '' })) };

/** Looks up a scanned code or a typed reference. A passport number or a number plate finds nothing here. */
export async function lookUpCode(api: Pick<Api, 'post'>, store: GateStore, text: string, today: string): Promise<GateCheckResult> {
  const code = tokenIn(text);
  const reference = code ? undefined : referenceIn(text);
  const isLink = /[:/]/.test(text) || text.length > 60;
  if (!code && !reference) return { finding: isLink ? 'NOT_GENUINE' : 'NOT_FOUND', warnings: [], decisions: [] };
  try {
    return { ...(await api.post<GateVerdict>('/v1/gate/check', { text: code ?? reference }, { inNobodysName: true })), code };
  } catch (error) {
    if (!isAway(error)) throw error;
    return lookUpOffline(await store.read(), code, reference, today);
  }
}

/** Looks up a code or reference like `lookUpCode`, but only in the data stored on this device. */
export async function lookUpOffline(kept: StoredGateData, code: string | undefined, typed: string | undefined, today: string): Promise<GateCheckResult> {
  const proved = code ? await verifyToken(code) : undefined;
  const none = { warnings: [], decisions: [], code, offline: true };
  if (proved?.reason === 'keys') return { finding: 'NOT_FOUND', ...none, noKeys: true };
  if (proved && !proved.genuine) return { finding: 'NOT_GENUINE', ...none };
  const reference = proved?.reference ?? typed ?? '';
  const expected = kept.pass?.expected.find((each) => each.reference === reference);
  const issued = proved?.issuedAt ? Date.parse(proved.issuedAt) / 1000 : undefined;
  const superseded = kept.pass?.outOfDate.some(([each, before]) => each === reference && issued !== undefined && proved?.person && issued < before);
  const wasHere = kept.pass?.recorded.includes(reference) || kept.waiting.some((each) => each.reference === reference && !each.undone);
  const kind = proved?.kind ?? (reference.startsWith('ARR') ? 'arrival-declaration' : 'departure-declaration');
  const lane = expected?.lane ?? proved?.lane;
  const day = expected?.travelDate ?? proved?.day;
  const documentStatus = wasHere ? 'ARRIVED' : undefined;
  return {
    ...expected,
    ...none,
    finding: proved ? 'GENUINE' : 'TYPED',
    warnings: gateWarnings({ kind, day, lane, documentStatus, superseded, typed: !proved }, today),
    kind,
    reference,
    lane,
    travelDate: day,
    documentStatus,
    person: proved?.person,
    decisions: kept.pass && kind === 'arrival-declaration' ? ['ARRIVAL', 'REFERRAL'] : [],
  };
}

/** Records a decision. Without a connection the decision is stored on this device and sent later with the same idempotency key. */
export async function decide(api: Pick<Api, 'post'>, store: GateStore, decision: GateDecision, name: string | undefined): Promise<GateOutcome | 'WAITING'> {
  try {
    return await api.post<GateOutcome>('/v1/gate/decisions', decision);
  } catch (error) {
    if (!isAway(error)) throw error;
    const signature = await store.sign(decision);
    const { pass } = await store.read();
    if (!pass) throw error;
    await store.change((kept) => ({ ...kept, waiting: [...kept.waiting, { ...decision, signature, pass: pass.pass, name }] }));
    return 'WAITING';
  }
}

/** Takes back a decision that has not been sent yet. @returns false if it has been sent */
export async function takeBack(store: GateStore, key: string): Promise<boolean> {
  const decision = (await store.read()).waiting.find((each) => each.key === key);
  if (!decision) return false;
  const { signature: _old, pass, name, ...rest } = decision;
  const undone: GateDecision = { ...rest, undone: true };
  const next: WaitingDecision = { ...undone, signature: await store.sign(undone), pass, name };
  let found = false;
  await store.change((kept) => {
    found = kept.waiting.some((each) => each.key === key);
    return { ...kept, waiting: kept.waiting.map((each) => (each.key === key ? next : each)) };
  });
  return found;
}

/**
 * Sends the waiting decisions. A decision that could not be sent stays on the device.
 * @param onSent called after each part with the outcomes of the decisions that are no longer on the device
 */
export async function sendWaiting(api: Pick<Api, 'post'>, store: GateStore, onSent: (outcomes: GateOutcome[]) => void): Promise<void> {
  const { waiting } = await store.read();
  for (const pass of new Set(waiting.map((each) => each.pass))) {
    const ofPass = waiting.filter((each) => each.pass === pass);
    for (let from = 0; from < ofPass.length; from += mostGateDecisions) {
      const part = ofPass.slice(from, from + mostGateDecisions);
      const decisions = part.map(({ pass: _pass, name: _name, ...decision }) => decision);
      const body = { pass, sentAt: new Date().toISOString(), decisions };
      // The decisions are signed with the pass of the officer who made them, so whoever is signed in now may bring them.
      const { records } = await api.post<{ records: GateOutcome[] }>('/v1/gate/reconciliation', body, { inNobodysName: true, headers: background });
      // A decision that was taken back meanwhile has another signature. It stays and is sent the next time.
      const sent = new Set(part.map(({ signature }) => signature));
      const kept = await store.change((before) => ({ ...before, waiting: before.waiting.filter(({ signature }) => !sent.has(signature)) }));
      onSent(records.filter(({ key }) => !kept.waiting.some((each) => each.key === key)));
    }
  }
}

/** Fetches the lists that the gate needs when it has no connection. */
async function fetchGatePass(api: Api, store: GateStore, officer: string): Promise<void> {
  // Delete the lists of another officer first: nobody may work with them.
  await store.change(({ pass, waiting }) => ({ ...(pass?.officer === officer ? { pass } : {}), waiting }));
  const { kty, crv, x, y } = await store.publicKey();
  const pass = await api.post<GatePass>('/v1/gate/pass', { key: { kty, crv, x, y } }, { inNobodysName: true, headers: background });
  await store.change((kept) => ({ ...kept, pass: { ...pass, officer } }));
}

/**
 * Sends the waiting decisions and, where they are due, fetches new lists for the officer. One is tried even if the other fails.
 * @returns what failed, and whether new lists are stored
 */
export async function syncGate(
  api: Api,
  store: GateStore,
  { officer, isDue, onSent }: { officer: string; isDue: boolean; onSent(outcomes: GateOutcome[]): void },
): Promise<{ problems: ApiProblem[]; fetched: boolean }> {
  const problems: ApiProblem[] = [];
  const succeeds = (work: Promise<void>): Promise<boolean> =>
    work.then(
      () => true,
      (error: unknown) => {
        problems.push(asProblem(error));
        return false;
      },
    );
  // The window joins the shift before it reads the store: the store deletes lists that its window cannot read.
  if (isDue) beginShift();
  await succeeds(sendWaiting(api, store, onSent));
  const fetched = isDue && (await succeeds(fetchGatePass(api, store, officer)));
  return { problems, fetched };
}
