import { idempotencyKeyFor } from '../api/retry.ts';
import type { ClaimDraft } from './draft-claim.ts';
import { type DraftKeys, keysInMemory } from './draft-keys.ts';
import { DRAFT_LIFETIME, DraftStore } from './draft-store.ts';

const arrival = { area: 'mf-declarations', key: 'arrival-register' };
const answers = { passport: 'P1234567', goods: { bags: 2 } };

/** Simulates a browser with its storage, its keys, the signed-in user and the time. Each `open` is a newly loaded page. @param tab id of its only tab */
function browser(keys: DraftKeys = keysInMemory(), tab = '') {
  const kept = new Map<string, string>();
  // The portal tells the time together with the answer to who is signed in.
  const state = { now: 1_000_000, wrong: 0, offline: false, person: null as string | null | undefined, full: false };
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => {
      if (state.full) throw new DOMException('full', 'QuotaExceededError');
      kept.set(name, value);
    },
    removeItem: (name: string) => void kept.delete(name),
    names: () => [...kept.keys()],
  };
  const open = (name: 'device' | 'session' = 'device', claim?: ClaimDraft) =>
    new DraftStore({
      name,
      tab: () => tab,
      claim,
      storage,
      keys,
      person: () => state.person,
      personKnown: async () => {
        if (!state.offline) state.person ??= null;
      },
      portalTime: () => (state.offline || state.person === undefined ? undefined : state.now),
      endsWithSession: name === 'session',
      now: () => state.now + state.wrong,
    });
  return { kept, keys, state, open };
}

describe('a draft', () => {
  it('is there again after a reload, with the time it was written', async () => {
    const { open, state } = browser();
    await open().write(arrival, answers);
    state.now += DRAFT_LIFETIME - 1;
    expect(await open().read(arrival)).toEqual({ at: 1_000_000, values: answers });
  });

  it('is encrypted where it is stored, and its place does not tell the document', async () => {
    const { open, kept } = browser();
    const name = { area: 'mf-declarations', key: 'arrival-update-0198c0de-1' };
    await open().write(name, answers);
    expect(kept.size).toBe(1);
    const [[place, text] = []] = [...kept];
    expect(`${place} ${text} ${atob(text?.split('.')[1] ?? '')}`).not.toMatch(/P1234567|bags|0198c0de|arrival/);
  });

  it('cannot be read without its key, which no script can take out', async () => {
    const { open, keys, kept } = browser();
    await open().write(arrival, answers);
    const [{ key, id } = { key: undefined, id: '' }] = await keys.all();
    await expect(crypto.subtle.exportKey('raw', key as CryptoKey)).rejects.toThrow();
    await keys.delete(id);
    expect(await open().read(arrival)).toBeUndefined();
    expect(kept.size).toBe(0);
  });

  it('that was changed on the device is dropped', async () => {
    const { open, kept } = browser();
    await open().write(arrival, answers);
    const [[place = '', text = ''] = []] = [...kept];
    kept.set(
      place,
      text.replace(/.(?=.{4}$)/, (letter) => (letter === 'A' ? 'B' : 'A')),
    );
    expect(await open().read(arrival)).toBeUndefined();
    expect(kept.size).toBe(0);
  });

  it('ends a day after it was last written, and its key with it', async () => {
    const { open, state, keys, kept } = browser();
    await open().write(arrival, { passport: 'P1' });
    state.now += DRAFT_LIFETIME - 1;
    await open().write(arrival, answers);
    state.now += DRAFT_LIFETIME - 1;
    expect((await open().read(arrival))?.values).toEqual(answers);
    state.now += 2;
    expect(await open().read(arrival)).toBeUndefined();
    expect(await keys.all()).toEqual([]);
    expect(kept.size).toBe(0);
  });

  it('whose day is over is removed by the next page, whichever form it opens', async () => {
    const { open, state, keys, kept } = browser();
    await open().write(arrival, answers);
    state.now += DRAFT_LIFETIME;
    await open().sweep();
    expect(await keys.all()).toEqual([]);
    expect(kept.size).toBe(0);
  });

  it('of one area is not another area’s, under the same key', async () => {
    const { open } = browser();
    await open().write(arrival, answers);
    expect(await open().read({ ...arrival, area: 'mf-trips' })).toBeUndefined();
    expect((await open().read(arrival))?.values).toEqual(answers);
  });

  it('is gone once removed', async () => {
    const { open, keys } = browser();
    const store = open();
    await store.write(arrival, answers);
    await store.remove(arrival);
    expect(await store.read(arrival)).toBeUndefined();
    expect(await keys.all()).toEqual([]);
  });

  it('is what was written last, however quickly', async () => {
    const { open } = browser();
    const store = open();
    await Promise.all(['a', 'b', 'c'].map((passport) => store.write(arrival, { passport })));
    expect((await open().read(arrival))?.values).toEqual({ passport: 'c' });
  });

  it('that does not fit on the device is kept as long as the page, before the older one', async () => {
    const { open, state } = browser();
    const store = open();
    await store.write(arrival, { passport: 'old' });
    state.full = true;
    await store.write(arrival, { passport: 'new' });
    expect((await store.read(arrival))?.values).toEqual({ passport: 'new' });
    state.full = false;
    await store.write(arrival, { passport: 'newest' });
    expect((await open().read(arrival))?.values).toEqual({ passport: 'newest' });
  });

  it('is kept as long as the page where the browser keeps no keys', async () => {
    const closed = () => Promise.reject(new DOMException('closed', 'InvalidStateError'));
    const { open } = browser({ all: closed, get: closed, put: closed, delete: closed });
    const store = open();
    await store.write(arrival, answers);
    expect((await store.read(arrival))?.values).toEqual(answers);
    expect(await open().read(arrival)).toBeUndefined();
  });
});

describe('a draft on a device whose clock is wrong', () => {
  const years = 365 * DRAFT_LIFETIME;

  it.each([
    ['ahead', years],
    ['behind', -years],
  ])('is there after a reload without network, although the clock was set years %s', async (_where, wrong) => {
    const { open, state } = browser();
    await open().write(arrival, answers);
    Object.assign(state, { wrong, offline: true, person: undefined });
    await open().sweep();
    expect((await open().read(arrival))?.values).toEqual(answers);
  });

  it.each([
    ['ahead', years],
    ['behind', -years],
  ])('that was written without network while the clock was years %s is there with the network, and ends a day after that', async (_where, wrong) => {
    const { open, state, keys, kept } = browser();
    Object.assign(state, { wrong, offline: true });
    await open().write(arrival, answers);
    state.now += 3 * DRAFT_LIFETIME;
    Object.assign(state, { wrong: 0, offline: false });
    await open().sweep();
    state.now += DRAFT_LIFETIME - 1;
    expect((await open().read(arrival))?.values).toEqual(answers);
    state.now += 1;
    await open().sweep();
    expect(await keys.all()).toEqual([]);
    expect(kept.size).toBe(0);
  });

  it('ends by the clock of the portal, also where the device’s says that it is new', async () => {
    const { open, state, kept } = browser();
    await open().write(arrival, answers);
    state.now += DRAFT_LIFETIME;
    Object.assign(state, { wrong: -years });
    expect(await open().read(arrival)).toBeUndefined();
    expect(kept.size).toBe(0);
  });

  it('that looks old is judged when the portal has told the time', async () => {
    const { open, state } = browser();
    await open().write(arrival, answers);
    Object.assign(state, { wrong: years, person: undefined });
    expect((await open().read(arrival))?.values).toEqual(answers);
    state.now += DRAFT_LIFETIME;
    Object.assign(state, { person: undefined });
    expect(await open().read(arrival)).toBeUndefined();
  });

  it('has its day renewed by what is written with the network after what was written without', async () => {
    const { open, state, keys } = browser();
    state.offline = true;
    await open().write(arrival, answers);
    expect((await keys.all())[0]?.expires).toBeUndefined();
    state.offline = false;
    await open().write(arrival, answers);
    expect((await keys.all())[0]?.expires).toBe(state.now + DRAFT_LIFETIME);
    state.offline = true;
    state.now += 2 * DRAFT_LIFETIME;
    await open().write(arrival, answers);
    state.offline = false;
    expect((await open().read(arrival))?.values).toEqual(answers);
  });
});

describe('a draft that another tab took', () => {
  it('is not written by a tab that was still writing', async () => {
    const { open } = browser();
    let mine = true;
    const writing = open().write(arrival, { passport: 'old' }, () => mine);
    mine = false;
    expect(await writing).toBe(false);
    expect(await open().read(arrival)).toBeUndefined();
  });

  it('is read as its last tab left it', async () => {
    const { open } = browser();
    const order: string[] = [];
    const store = open('device', (_id, told) => {
      told(true);
      return { take: () => undefined, release: () => void order.push('released') };
    });
    const told = new Promise<boolean>((resolve) => {
      const claim = store.claim(arrival, (held) => {
        void store.write(arrival, answers).then(() => order.push('written'));
        claim.release();
        resolve(held);
      });
    });
    expect(await told).toBe(true);
    // Releasing the claim waits for the pending write, so the test waits for both.
    while (!order.includes('released')) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await open().read(arrival))?.values).toEqual(answers);
    expect(order).toEqual(['written', 'released']);
  });

  it('is known to be out of their reach where it is kept as long as the page', async () => {
    const { open, state } = browser();
    expect(await open().write(arrival, answers)).toBe(true);
    state.full = true;
    expect(await open().write(arrival, answers)).toBe(false);
  });
});

describe('at a sign-out', () => {
  it('every draft goes, with its key', async () => {
    const { open, state, keys, kept } = browser();
    state.person = 'ana';
    await open('device').write(arrival, answers);
    await open('session').write(arrival, answers);
    await open('device').clear();
    await open('session').clear();
    expect(await keys.all()).toEqual([]);
    expect(kept.size).toBe(0);
  });
});

describe('the draft of somebody who is signed in', () => {
  it('is not shown to another person, and goes when that person signs in', async () => {
    const { open, state, keys, kept } = browser();
    state.person = 'ana';
    await open().write(arrival, answers);
    state.person = 'rui';
    expect(await open().read(arrival)).toBeUndefined();
    expect(kept.size).toBe(0);
    state.person = 'ana';
    await open().write(arrival, answers);
    state.person = 'rui';
    await open().sweep();
    expect(await keys.all()).toEqual([]);
  });

  it('of a signed-in person is not shown after sign-out, and is shown again after the person signs in', async () => {
    const { open, state } = browser();
    state.person = 'ana';
    await open().write(arrival, answers);
    state.person = undefined;
    await open().sweep();
    expect(await open().read(arrival)).toBeUndefined();
    expect(state.person).toBeNull();
    state.person = 'ana';
    expect((await open().read(arrival))?.values).toEqual(answers);
  });

  it.each([
    ['nobody is signed in', { person: null }],
    ['the portal cannot be asked who is signed in', { person: undefined, offline: true }],
  ])('is not overwritten, sent or begun again while %s', async (_when, unknown) => {
    const { open, state } = browser();
    state.person = 'ana';
    await open().write(arrival, answers);
    Object.assign(state, unknown);
    const store = open();
    expect(await store.read(arrival)).toBeUndefined();
    await store.write(arrival, { passport: 'x' });
    await open().sweep();
    expect((await open().read(arrival))?.values).toEqual({ passport: 'x' });
    Object.assign(state, { person: 'ana', offline: false });
    expect((await open().read(arrival))?.values).toEqual(answers);
    state.person = null;
    await open().remove(arrival);
    expect(await open().read(arrival)).toBeUndefined();
    state.person = 'ana';
    expect((await open().read(arrival))?.values).toEqual(answers);
    await open().remove(arrival);
    expect(await open().read(arrival)).toBeUndefined();
  });

  it('is not overwritten by a form that was opened before the portal knew them', async () => {
    const { open, state, keys } = browser();
    state.person = 'ana';
    await open().write(arrival, answers);
    state.person = null;
    const store = open();
    await store.read(arrival);
    await store.write(arrival, { passport: 'x' });
    state.person = 'ana';
    await store.write(arrival, { passport: 'xy' });
    expect((await open().read(arrival))?.values).toEqual(answers);
    await open().remove(arrival);
    expect((await open().read(arrival))?.values).toEqual({ passport: 'xy' });
    state.person = 'rui';
    await open().sweep();
    expect(await keys.all()).toEqual([]);
  });

  it('goes on in the form that was open when their session ended', async () => {
    const { open, state } = browser();
    state.person = 'ana';
    const store = open();
    await store.read(arrival);
    await store.write(arrival, { passport: 'x' });
    state.person = null;
    await store.write(arrival, answers);
    state.person = 'ana';
    expect((await open().read(arrival))?.values).toEqual(answers);
  });

  it('is theirs as soon as they sign in while they write', async () => {
    const { open, state } = browser();
    await open().write(arrival, answers);
    state.person = 'ana';
    await open().write(arrival, answers);
    state.person = 'rui';
    expect(await open().read(arrival)).toBeUndefined();
  });
});

describe('an officer’s draft', () => {
  it('survives a reload within the session', async () => {
    const { open, state } = browser();
    state.person = 'border-officer';
    await open('session').write(arrival, answers);
    expect((await open('session').read(arrival))?.values).toEqual(answers);
  });

  it('is not lost when the same form is opened, sent or begun again in another tab', async () => {
    const keys = keysInMemory();
    const [one, other] = [browser(keys, 'one'), browser(keys, 'other')];
    for (const { state } of [one, other]) state.person = 'officer';
    await one.open('session').write(arrival, answers);
    expect(await other.open('session').read(arrival)).toBeUndefined();
    await other.open('session').write(arrival, { passport: 'P7654321' });
    await other.open('session').remove(arrival);
    await other.open('session').sweep();
    expect((await one.open('session').read(arrival))?.values).toEqual(answers);
    await other.open('session').clear();
    expect(await one.open('session').read(arrival)).toBeUndefined();
  });

  it('goes when the session ends, and is not written again after it', async () => {
    const { open, state, keys, kept } = browser();
    const store = open('session');
    state.person = 'border-officer';
    await store.write(arrival, answers);
    state.person = null;
    await store.sweep();
    await store.write(arrival, answers);
    expect(await keys.all()).toEqual([]);
    expect(kept.size).toBe(0);
  });

  it('goes with the session, and the public’s drafts on the device stay', async () => {
    const { open, state } = browser();
    await open('device').write(arrival, answers);
    state.person = 'border-officer';
    await open('session').write(arrival, answers);
    state.person = null;
    await open('session').sweep();
    expect((await open('device').read(arrival))?.values).toEqual(answers);
  });
});

describe('the key of a registration whose answer was lost', () => {
  const keyOf = (firstName: string) => idempotencyKeyFor(arrival.key, { firstName }, true);

  it('is the same for other answers as long as its draft is there', async () => {
    const { open, state } = browser();
    await open().write(arrival, answers);
    const key = keyOf('Ana');
    state.now += DRAFT_LIFETIME - 1;
    await open().read(arrival);
    expect(keyOf('Anna')).toBe(key);
  });

  it.each<[when: string, go: (the: ReturnType<typeof browser>) => unknown]>([
    ['its draft is over', ({ state }) => Object.assign(state, { now: state.now + DRAFT_LIFETIME })],
    ['its draft was removed when another person signed in', ({ state }) => Object.assign(state, { person: 'rui' })],
    ['its draft cannot be read', ({ kept }) => kept.clear()],
  ])('is not that of the next form once %s', async (_when, go) => {
    const the = browser();
    the.state.person = 'ana';
    await the.open().write(arrival, answers);
    const key = keyOf('Ana');
    go(the);
    await the.open().read(arrival);
    expect(keyOf('Rui')).not.toBe(key);
  });

  it('stays while its draft waits for its owner or is in another tab', async () => {
    const { open, state } = browser();
    state.person = 'ana';
    await open().write(arrival, answers);
    const key = keyOf('Ana');
    state.person = null;
    expect(await open().read(arrival)).toBeUndefined();
    expect(keyOf('Anna')).toBe(key);
    const keys = keysInMemory();
    const [one, other] = [browser(keys, 'one'), browser(keys, 'other')];
    for (const { state } of [one, other]) state.person = 'officer';
    await one.open('session').write(arrival, answers);
    expect(await other.open('session').read(arrival)).toBeUndefined();
    expect(keyOf('Annah')).toBe(key);
  });
});
