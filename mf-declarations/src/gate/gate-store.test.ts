import { createPublicKey, verify } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type GateDecision, type GatePass, signedText } from 'svc-declarations/contract';
import { browserGateStorage, type GateStorage, GateStore } from './gate-store.ts';

const inMemory = () => {
  const kept = new Map<string, unknown>();
  const tab = { shift: 'secret of the shift' as string | undefined };
  const shelf: GateStorage = {
    get: async <T>(name: string) => kept.get(name) as T | undefined,
    put: async (name, value) => void kept.set(name, value),
    delete: async (name) => void kept.delete(name),
    shift: () => tab.shift,
  };
  return { kept, shelf, tab };
};
const decision: GateDecision = { key: 'k'.repeat(20), decision: 'ARRIVAL', reference: 'ARR-2026-0000001', at: '2026-11-23T08:00:00.000Z' };
const pass = {
  pass: 'p',
  asOf: '',
  endsAt: '2026-11-23T18:00:00.000Z',
  outOfDate: [],
  recorded: [],
  expected: [{ name: 'ANA COSTA' }],
  officer: 'o',
} as GatePass & {
  officer: string;
};
const waiting = { ...decision, signature: 's', pass: 'p', name: 'ANA COSTA' };

describe('what a device at a gate keeps', () => {
  it('is there after the page was closed, and nobody reads it from the disk', async () => {
    const { kept, shelf } = inMemory();
    await new GateStore(shelf).change((before) => ({ ...before, waiting: [waiting] }));
    await new GateStore(shelf).sign(decision);
    expect(await new GateStore(shelf).read()).toEqual({ waiting: [waiting] });
    const { data } = kept.get('waiting') as { data: ArrayBuffer };
    expect(Buffer.from(data).toString()).not.toContain('COSTA');
    await expect(crypto.subtle.exportKey('raw', kept.get('secret') as CryptoKey)).rejects.toThrow();
    await expect(crypto.subtle.exportKey('jwk', (kept.get('pair') as CryptoKeyPair).privateKey)).rejects.toThrow();
  });

  it('loses the lists at the end of the shift, and no decision', async () => {
    const store = new GateStore(inMemory().shelf);
    await store.change(() => ({ pass, waiting: [waiting] }));
    expect((await store.read(Date.parse('2026-11-23T17:59:00Z'))).pass?.expected).toHaveLength(1);
    expect(await store.read(Date.parse('2026-11-23T18:00:00Z'))).toEqual({ waiting: [waiting] });
  });

  it('loses the lists with the sign-out, for good, and no decision', async () => {
    const { kept, shelf, tab } = inMemory();
    const store = new GateStore(shelf);
    await store.change(() => ({ pass, waiting: [waiting] }));
    const lists = kept.get('pass');
    tab.shift = undefined;
    expect(await store.read(Date.parse('2026-11-23T17:00:00Z'))).toEqual({ waiting: [waiting] });
    expect(kept.has('pass')).toBe(false);
    // A copied pass is useless in another shift, even when the clock is set back.
    kept.set('pass', lists);
    tab.shift = 'secret of the next officer';
    expect(await new GateStore(shelf).read(0)).toEqual({ waiting: [waiting] });
    expect(kept.has('pass')).toBe(false);
  });

  it('is deleted at the end of the shift', async () => {
    const { kept, shelf } = inMemory();
    await new GateStore(shelf).change(() => ({ pass, waiting: [] }));
    await new GateStore(shelf).read(Date.parse('2026-11-23T18:00:00Z'));
    expect(kept.has('pass')).toBe(false);
  });

  it('loses no change to another one', async () => {
    const store = new GateStore(inMemory().shelf);
    await Promise.all(Array.from({ length: 20 }, (_, i) => store.change((kept) => ({ waiting: [...kept.waiting, { ...waiting, key: `key-${i}` }] }))));
    expect((await store.read()).waiting).toHaveLength(20);
  });

  describe('in two windows', () => {
    let line = Promise.resolve<unknown>(undefined);
    const request = async (_name: string, work: () => Promise<unknown>) => {
      const next = line.then(work);
      line = next;
      return next;
    };
    const { navigator } = globalThis;
    beforeAll(() => void Object.defineProperty(globalThis, 'navigator', { value: { locks: { request } }, configurable: true }));
    afterAll(() => void Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true }));
    const twoWindows = (): [GateStore, GateStore] => {
      const { shelf } = inMemory();
      const slow: GateStorage = { ...shelf, get: (name) => delay(2).then(() => shelf.get(name)), exclusive: browserGateStorage().exclusive };
      return [new GateStore(slow), new GateStore(slow)];
    };

    it('loses no change of one to the other', async () => {
      const windows = twoWindows();
      const change = (i: number) => windows[i % 2]?.change((kept) => ({ waiting: [...kept.waiting, { ...waiting, key: `key-${i}` }] }));
      await Promise.all(Array.from({ length: 40 }, (_, i) => change(i)));
      expect((await windows[0].read()).waiting).toHaveLength(40);
    });

    it('has one pair of keys for both', async () => {
      const [one, other] = twoWindows();
      const [first, second] = await Promise.all([one.publicKey(), other.publicKey()]);
      expect(first.x).toBe(second.x);
    });
  });

  it('is signed as the service verifies it', async () => {
    const { shelf } = inMemory();
    const signature = Buffer.from(await new GateStore(shelf).sign(decision), 'base64url');
    const key = createPublicKey({ key: (await new GateStore(shelf).publicKey()) as never, format: 'jwk' });
    const isRight = (what: GateDecision) => verify('sha256', Buffer.from(signedText(what)), { key, dsaEncoding: 'ieee-p1363' }, signature);
    expect([isRight(decision), isRight({ ...decision, decision: 'REFERRAL' }), isRight({ ...decision, undone: true })]).toEqual([true, false, false]);
  });
});
