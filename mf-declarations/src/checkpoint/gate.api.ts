/** The calls of the gate, and what it does without a connection. */
import { type Api, ApiProblem, asProblem } from '@portal/web-kit';
import { tokenIn, verifyToken } from '@portal/web-kit/scan';
import { type GateDecision, type GateOutcome, type GatePass, type GateVerdict, gateWarnings, mostGateDecisions } from 'svc-declarations/contract';
import { referenceIn } from '../scan/reference.ts';
import type { GateStore, KeptGate, WaitingDecision } from './gate-store.ts';

/** What the gate shows. */
export interface Shown extends GateVerdict {
  /** The code that was read; without it the reference was typed. */
  code?: string;
  /** Judged on this device alone. */
  offline?: boolean;
  /** Of a seal: to hold against the passport. */
  person?: Uint8Array;
  /** The code cannot be judged: this device has no keys. */
  noKeys?: boolean;
}

/** Calls of a page that cannot send anything. */
export const noConnection: Pick<Api, 'post'> = { post: () => Promise.reject(new ApiProblem({ status: 0, title: '' })) };

const isAway = (error: unknown): boolean => {
  const { status } = asProblem(error);
  return status === 0 || status >= 502;
};

/** What a scanned or typed text is. A passport number or a plate finds nobody. */
export async function look(api: Pick<Api, 'post'>, store: GateStore, text: string, today: string): Promise<Shown> {
  const code = tokenIn(text);
  const reference = code ? undefined : referenceIn(text);
  const isLink = /[:/]/.test(text) || text.length > 60;
  if (!code && !reference) return { finding: isLink ? 'NOT_GENUINE' : 'NOT_FOUND', warnings: [], decisions: [] };
  try {
    return { ...(await api.post<GateVerdict>('/v1/gate/check', { text: code ?? reference })), code };
  } catch (error) {
    if (!isAway(error)) throw error;
    return lookHere(await store.read(), code, reference, today);
  }
}

/** The same, from what this device holds. */
export async function lookHere(kept: KeptGate, code: string | undefined, typed: string | undefined, today: string): Promise<Shown> {
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

/** Records a decision; without a connection it waits on this device, under the same key. */
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

/** Takes a decision back that was not sent yet. @returns false where it has been sent */
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

/** Sends what waits, and says how many of these became cases. What could not be sent stays. */
export async function sendWaiting(api: Api, store: GateStore): Promise<{ cases: number }> {
  const { waiting } = await store.read();
  let cases = 0;
  for (const pass of new Set(waiting.map((each) => each.pass))) {
    const ofPass = waiting.filter((each) => each.pass === pass);
    for (let from = 0; from < ofPass.length; from += mostGateDecisions) {
      const part = ofPass.slice(from, from + mostGateDecisions);
      const decisions = part.map(({ pass: _pass, name: _name, ...decision }) => decision);
      const { records } = await api.post<{ records: GateOutcome[] }>('/v1/gate/reconciliation', { pass, sentAt: new Date().toISOString(), decisions });
      cases += records.filter(({ outcome }) => outcome === 'CASE').length;
      // What was taken back meanwhile has another signature, and stays for the next time.
      const sent = new Set(part.map(({ signature }) => signature));
      await store.change((kept) => ({ ...kept, waiting: kept.waiting.filter(({ signature }) => !sent.has(signature)) }));
    }
  }
  return { cases };
}

/** Takes the lists for the next time without a connection. */
export async function takePass(api: Api, store: GateStore, officer: string): Promise<void> {
  // Nobody works with the lists of another officer.
  await store.change(({ pass, waiting }) => ({ ...(pass?.officer === officer ? { pass } : {}), waiting }));
  const { kty, crv, x, y } = await store.publicKey();
  const pass = await api.post<GatePass>('/v1/gate/pass', { key: { kty, crv, x, y } });
  await store.change((kept) => ({ ...kept, pass: { ...pass, officer } }));
}
