import type { Api } from '@portal/web-kit';
import type { GateDecision, GateOutcome, GatePass } from 'svc-declarations/contract';
import { decide, lookUpCode, lookUpOffline, sendWaiting, syncGate, takeBack } from './gate.api.ts';
import { GateStore } from './gate-store.ts';

const verifyToken = jest.fn();
const beginShift = jest.fn();
jest.mock('@portal/web-kit', () => ({
  ApiProblem: Object,
  asProblem: (error: unknown) => error,
  background: { 'x-background': '1' },
  portalTime: () => undefined,
  beginShift: () => beginShift(),
}));
jest.mock('@portal/web-kit/scan', () => ({
  tokenIn: (text: string) => /SEAL\d/.exec(text)?.[0],
  verifyToken: (token: string) => verifyToken(token),
}));

const today = '2026-11-23';
const seal = {
  genuine: true,
  kind: 'arrival-declaration',
  reference: 'ARR-2026-0000001',
  lane: 'GREEN',
  day: today,
  issuedAt: '2026-11-20T08:00:00.000Z',
  person: new Uint8Array(8),
};
const pass = (more: Partial<GatePass> = {}) => ({
  pass: { pass: 'p', asOf: '', endsAt: '2999-01-01T00:00:00Z', outOfDate: [], recorded: [], expected: [], officer: 'o', ...more } as GatePass & {
    officer: string;
  },
  waiting: [],
});
const shiftOfDevice = 'secret of the shift';
const storeOf = (kept: Map<string, unknown>, shift: () => string | undefined) =>
  new GateStore({
    get: async <T>(name: string) => kept.get(name) as T | undefined,
    put: async (name, value) => void kept.set(name, value),
    delete: async (name) => void kept.delete(name),
    shift,
  });
const aStore = async (kept = new Map<string, unknown>()) => {
  const store = storeOf(kept, () => shiftOfDevice);
  await store.change(() => pass());
  return store;
};
const away = { post: jest.fn(async () => Promise.reject({ status: 0 })) } as unknown as Api;
const answering = (answer: (path: string, body: unknown) => unknown) =>
  ({ post: jest.fn(async (path: string, body: unknown) => answer(path, body)) }) as unknown as Api & { post: jest.Mock };
const decision: GateDecision = { key: 'k'.repeat(20), decision: 'ARRIVAL', code: 'SEAL1', reference: 'ARR-2026-0000001', at: '2026-11-23T08:00:00.000Z' };

beforeEach(() => verifyToken.mockReset().mockResolvedValue(seal));

describe('the gate without a connection', () => {
  it('judges a seal by what the device holds', async () => {
    const before = Date.parse(seal.issuedAt) / 1000 + 1;
    const judged = async (kept: ReturnType<typeof pass>) => (await lookUpOffline(kept, 'SEAL1', undefined, today)).warnings;
    expect(await judged(pass())).toEqual([]);
    expect(await judged(pass({ recorded: [seal.reference] }))).toEqual(['SECOND_SCAN']);
    expect(await judged(pass({ outOfDate: [[seal.reference, before]] }))).toEqual(['OUT_OF_DATE']);
    expect(await judged(pass({ outOfDate: [[seal.reference, before - 2]] }))).toEqual([]);
    expect((await lookUpOffline(pass(), 'SEAL1', undefined, '2026-11-24')).warnings).toEqual(['WRONG_DAY']);
    verifyToken.mockResolvedValue({ ...seal, lane: 'RED' });
    expect(await judged(pass())).toEqual(['RED_LANE']);
  });

  it('names whom the list of expected arrivals names', async () => {
    const kept = pass({ expected: [{ reference: seal.reference, name: 'ANA COSTA', lane: 'RED' }] });
    expect(await lookUpOffline(kept, 'SEAL1', undefined, today)).toMatchObject({
      name: 'ANA COSTA',
      warnings: ['RED_LANE'],
      decisions: ['ARRIVAL', 'REFERRAL'],
    });
  });

  it('takes no false code, and decides nothing without a pass', async () => {
    verifyToken.mockResolvedValue({ genuine: false, reason: 'signature' });
    expect(await lookUpOffline(pass(), 'SEAL1', undefined, today)).toMatchObject({ finding: 'NOT_GENUINE', decisions: [] });
    verifyToken.mockResolvedValue({ genuine: false, reason: 'keys' });
    expect(await lookUpOffline(pass(), 'SEAL1', undefined, today)).toMatchObject({ noKeys: true, decisions: [] });
    verifyToken.mockResolvedValue(seal);
    expect((await lookUpOffline({ waiting: [] }, 'SEAL1', undefined, today)).decisions).toEqual([]);
  });

  it('keeps a decision, knows the second scan of it, and sends it once', async () => {
    const store = await aStore();
    expect(await decide(away, store, decision, 'ANA')).toBe('WAITING');
    expect((await lookUpCode(away, store, 'SEAL1', today)).warnings).toEqual(['SECOND_SCAN']);
    await expect(sendWaiting(away, store, () => undefined)).rejects.toMatchObject({ status: 0 });
    expect((await store.read()).waiting).toHaveLength(1);
    const api = answering((_path, body) => ({ records: (body as { decisions: GateDecision[] }).decisions.map(({ key }) => ({ key, outcome: 'CASE' })) }));
    const sent: GateOutcome[] = [];
    await sendWaiting(api, store, (outcomes) => sent.push(...outcomes));
    expect(sent).toEqual([{ key: decision.key, outcome: 'CASE' }]);
    expect(api.post.mock.calls[0]).toMatchObject(['/v1/gate/reconciliation', { pass: 'p', decisions: [{ key: decision.key }] }, {}]);
    expect(JSON.stringify(api.post.mock.calls)).not.toContain('ANA');
    await sendWaiting(api, store, () => undefined);
    expect(api.post).toHaveBeenCalledTimes(1);
  });

  it('gives no outcome of a decision that is taken back while it is being sent, until that has been sent too', async () => {
    const store = await aStore();
    await decide(away, store, decision, 'ANA');
    const sent: GateOutcome[] = [];
    const api = answering(async (_path, body) => {
      const [asked] = (body as { decisions: GateDecision[] }).decisions;
      if (!asked?.undone) await takeBack(store, decision.key);
      return { records: [{ key: decision.key, outcome: asked?.undone ? 'UNDONE' : 'RECORDED' }] };
    });
    await sendWaiting(api, store, (outcomes) => sent.push(...outcomes));
    expect([sent, (await store.read()).waiting.length]).toEqual([[], 1]);
    await sendWaiting(api, store, (outcomes) => sent.push(...outcomes));
    expect([sent, (await store.read()).waiting.length]).toEqual([[{ key: decision.key, outcome: 'UNDONE' }], 0]);
  });

  it('takes a decision back while it waits, signed anew', async () => {
    const store = await aStore();
    await decide(away, store, decision, 'ANA');
    const [first] = (await store.read()).waiting;
    expect([await takeBack(store, decision.key), await takeBack(store, 'another')]).toEqual([true, false]);
    const [next] = (await store.read()).waiting;
    expect([next?.undone, next?.signature !== first?.signature]).toEqual([true, true]);
    expect((await lookUpCode(away, store, 'SEAL1', today)).warnings).toEqual([]);
  });

  it('keeps the lists of the window that works, when another one is opened', async () => {
    const kept = new Map<string, unknown>();
    const store = await aStore(kept);
    let joined: string | undefined;
    beginShift.mockImplementation(() => {
      joined = shiftOfDevice;
    });
    const other = storeOf(kept, () => joined);
    const { problems, fetched } = await syncGate(away, other, { officer: 'o', isDue: true, onSent: () => undefined });
    expect([problems.map(({ status }) => status), fetched]).toEqual([[0], false]);
    expect([(await store.read()).pass?.pass, (await other.read()).pass?.pass]).toEqual(['p', 'p']);
  });

  it('does not take a refusal for a lost connection', async () => {
    const store = await aStore();
    const refusing = { post: async () => Promise.reject({ status: 422 }) } as unknown as Api;
    await expect(decide(refusing, store, decision, 'ANA')).rejects.toMatchObject({ status: 422 });
    expect((await store.read()).waiting).toEqual([]);
  });
});

it('asks the service for a code or a reference, and for nothing else', async () => {
  const store = await aStore();
  const api = answering(() => ({ finding: 'GENUINE', warnings: [], decisions: [] }));
  expect(await lookUpCode(api, store, 'https://portal.example/v/SEAL1', today)).toMatchObject({ finding: 'GENUINE', code: 'SEAL1' });
  await lookUpCode(api, store, 'arr 2026 17', today);
  expect(api.post.mock.calls.map(([, body]) => body)).toEqual([{ text: 'SEAL1' }, { text: 'ARR-2026-0000017' }]);
  for (const [text, finding] of [
    ['CX998877', 'NOT_FOUND'],
    ['AA-12-34', 'NOT_FOUND'],
    ['https://other.example/x', 'NOT_GENUINE'],
  ] as const)
    expect((await lookUpCode(api, store, text, today)).finding).toBe(finding);
  expect(api.post).toHaveBeenCalledTimes(2);
});

it('looks up codes and brings signed decisions whoever is signed in, but decides for the officer of the page alone', async () => {
  const store = await aStore();
  await decide(away, store, decision, 'ANA');
  const api = answering(() => ({ records: [] }));
  await lookUpCode(api, store, 'SEAL1', today);
  await syncGate(api, store, { officer: 'o', isDue: true, onSent: () => undefined });
  await decide(api, store, decision, 'ANA');
  expect(api.post.mock.calls.map(([path, , options]) => [path, options?.inNobodysName])).toEqual([
    ['/v1/gate/check', true],
    ['/v1/gate/reconciliation', true],
    ['/v1/gate/pass', true],
    ['/v1/gate/decisions', undefined],
  ]);
});

it('fetches lists and brings decisions without extending the session of an officer who has left; what the officer does extends it', async () => {
  const store = await aStore();
  await decide(away, store, decision, 'ANA');
  const api = answering(() => ({ records: [] }));
  await syncGate(api, store, { officer: 'o', isDue: true, onSent: () => undefined });
  await lookUpCode(api, store, 'SEAL1', today);
  await decide(api, store, decision, 'ANA');
  expect(api.post.mock.calls.map(([path, , options]) => [path, options?.headers?.['x-background']])).toEqual([
    ['/v1/gate/reconciliation', '1'],
    ['/v1/gate/pass', '1'],
    ['/v1/gate/check', undefined],
    ['/v1/gate/decisions', undefined],
  ]);
});
