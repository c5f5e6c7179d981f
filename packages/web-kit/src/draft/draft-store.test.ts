import type { ClaimDraft } from './draft-claim.ts';
import { type DraftKeys, keysInMemory } from './draft-keys.ts';
import { DRAFT_LIFETIME, DraftStore } from './draft-store.ts';

const arrival = { area: 'mf-declarations', key: 'arrival-register' };
const answers = { passport: 'P1234567', goods: { bags: 2 } };

/** One browser: its storage, its keys, the signed-in user and the time. Each `open` is a newly loaded page. */
function browser(keys: DraftKeys = keysInMemory()) {
  const kept = new Map<string, string>();
  const state = { now: 1_000_000, person: null as string | null | undefined, full: false };
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
      claim,
      storage,
      keys,
      person: () => state.person,
      personKnown: async () => {
        state.person ??= null;
      },
      endsWithSession: name === 'session',
      now: () => state.now,
    });
  return { kept, keys, state, open };
}

describe('a draft', () => {
  it('is there again after a reload, with the time it was written', async () => {
    const { open, state } = browser();
    await open().write(arrival, 2, answers);
    state.now += DRAFT_LIFETIME - 1;
    expect(await open().read(arrival, 2)).toEqual({ version: 2, at: 1_000_000, values: answers });
  });

  it('is encrypted where it is stored, and its place does not tell the document', async () => {
    const { open, kept } = browser();
    const name = { area: 'mf-declarations', key: 'arrival-update-0198c0de-1' };
    await open().write(name, 1, answers);
    expect(kept.size).toBe(1);
    const [[place, text] = []] = [...kept];
    expect(`${place} ${text} ${atob(text?.split('.')[1] ?? '')}`).not.toMatch(/P1234567|bags|0198c0de|arrival/);
  });

  it('cannot be read without its key, which no script can take out', async () => {
    const { open, keys, kept } = browser();
    await open().write(arrival, 1, answers);
    const [{ key, id } = { key: undefined, id: '' }] = await keys.all();
    await expect(crypto.subtle.exportKey('raw', key as CryptoKey)).rejects.toThrow();
    await keys.delete(id);
    expect(await open().read(arrival, 1)).toBeUndefined();
    expect(kept.size).toBe(0);
  });

  it('that was changed on the device is dropped', async () => {
    const { open, kept } = browser();
    await open().write(arrival, 1, answers);
    const [[place = '', text = ''] = []] = [...kept];
    kept.set(
      place,
      text.replace(/.(?=.{4}$)/, (letter) => (letter === 'A' ? 'B' : 'A')),
    );
    expect(await open().read(arrival, 1)).toBeUndefined();
    expect(kept.size).toBe(0);
  });

  it('of another version of the form is dropped', async () => {
    const { open, kept } = browser();
    await open().write(arrival, 1, answers);
    expect(await open().read(arrival, 2)).toBeUndefined();
    expect(kept.size).toBe(0);
  });

  it('ends a day after it was last written, and its key with it', async () => {
    const { open, state, keys, kept } = browser();
    await open().write(arrival, 1, { passport: 'P1' });
    state.now += DRAFT_LIFETIME - 1;
    await open().write(arrival, 1, answers);
    state.now += DRAFT_LIFETIME - 1;
    expect((await open().read(arrival, 1))?.values).toEqual(answers);
    state.now += 2;
    expect(await open().read(arrival, 1)).toBeUndefined();
    expect(await keys.all()).toEqual([]);
    expect(kept.size).toBe(0);
  });

  it('whose day is over is removed by the next page, whichever form it opens', async () => {
    const { open, state, keys, kept } = browser();
    await open().write(arrival, 1, answers);
    state.now += DRAFT_LIFETIME;
    await open().sweep();
    expect(await keys.all()).toEqual([]);
    expect(kept.size).toBe(0);
  });

  it('of one area is not another area’s, under the same key', async () => {
    const { open } = browser();
    await open().write(arrival, 1, answers);
    expect(await open().read({ ...arrival, area: 'mf-trips' }, 1)).toBeUndefined();
    expect((await open().read(arrival, 1))?.values).toEqual(answers);
  });

  it('is gone once removed', async () => {
    const { open, keys } = browser();
    const store = open();
    await store.write(arrival, 1, answers);
    await store.remove(arrival);
    expect(await store.read(arrival, 1)).toBeUndefined();
    expect(await keys.all()).toEqual([]);
  });

  it('is what was written last, however quickly', async () => {
    const { open } = browser();
    const store = open();
    await Promise.all(['a', 'b', 'c'].map((passport) => store.write(arrival, 1, { passport })));
    expect((await open().read(arrival, 1))?.values).toEqual({ passport: 'c' });
  });

  it('that does not fit on the device is kept as long as the page, before the older one', async () => {
    const { open, state } = browser();
    const store = open();
    await store.write(arrival, 1, { passport: 'old' });
    state.full = true;
    await store.write(arrival, 1, { passport: 'new' });
    expect((await store.read(arrival, 1))?.values).toEqual({ passport: 'new' });
    state.full = false;
    await store.write(arrival, 1, { passport: 'newest' });
    expect((await open().read(arrival, 1))?.values).toEqual({ passport: 'newest' });
  });

  it('is kept as long as the page where the browser keeps no keys', async () => {
    const closed = () => Promise.reject(new DOMException('closed', 'InvalidStateError'));
    const { open } = browser({ all: closed, get: closed, put: closed, delete: closed });
    const store = open();
    await store.write(arrival, 1, answers);
    expect((await store.read(arrival, 1))?.values).toEqual(answers);
    expect(await open().read(arrival, 1)).toBeUndefined();
  });
});

describe('a draft that another tab took', () => {
  it('is not written by a tab that was still writing', async () => {
    const { open } = browser();
    let mine = true;
    const writing = open().write(arrival, 1, { passport: 'old' }, () => mine);
    mine = false;
    expect(await writing).toBe(false);
    expect(await open().read(arrival, 1)).toBeUndefined();
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
        void store.write(arrival, 1, answers).then(() => order.push('written'));
        claim.release();
        resolve(held);
      });
    });
    expect(await told).toBe(true);
    // The last tab writes in its own time.
    for (let i = 0; i < 200 && !order.includes('released'); i++) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await open().read(arrival, 1))?.values).toEqual(answers);
    expect(order).toEqual(['written', 'released']);
  });

  it('is known to be out of their reach where it is kept as long as the page', async () => {
    const { open, state } = browser();
    expect(await open().write(arrival, 1, answers)).toBe(true);
    state.full = true;
    expect(await open().write(arrival, 1, answers)).toBe(false);
  });
});

describe('at a sign-out', () => {
  it('every draft goes, with its key', async () => {
    const { open, state, keys, kept } = browser();
    state.person = 'ana';
    await open('device').write(arrival, 1, answers);
    await open('session').write(arrival, 1, answers);
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
    await open().write(arrival, 1, answers);
    state.person = 'rui';
    expect(await open().read(arrival, 1)).toBeUndefined();
    expect(kept.size).toBe(0);
    state.person = 'ana';
    await open().write(arrival, 1, answers);
    state.person = 'rui';
    await open().sweep();
    expect(await keys.all()).toEqual([]);
  });

  it('is not shown to nobody, and waits until they sign in again', async () => {
    const { open, state } = browser();
    state.person = 'ana';
    await open().write(arrival, 1, answers);
    state.person = undefined;
    await open().sweep();
    expect(await open().read(arrival, 1)).toBeUndefined();
    expect(state.person).toBeNull();
    state.person = 'ana';
    expect((await open().read(arrival, 1))?.values).toEqual(answers);
  });

  it('is theirs as soon as they sign in while they write', async () => {
    const { open, state } = browser();
    await open().write(arrival, 1, answers);
    state.person = 'ana';
    await open().write(arrival, 1, answers);
    state.person = 'rui';
    expect(await open().read(arrival, 1)).toBeUndefined();
  });
});

describe('an officer’s draft', () => {
  it('survives a reload within the session', async () => {
    const { open, state } = browser();
    state.person = 'border-officer';
    await open('session').write(arrival, 1, answers);
    expect((await open('session').read(arrival, 1))?.values).toEqual(answers);
  });

  it('goes when the session ends, and is not written again after it', async () => {
    const { open, state, keys, kept } = browser();
    const store = open('session');
    state.person = 'border-officer';
    await store.write(arrival, 1, answers);
    state.person = null;
    await store.sweep();
    await store.write(arrival, 1, answers);
    expect(await keys.all()).toEqual([]);
    expect(kept.size).toBe(0);
  });

  it('goes with the session, and the public’s drafts on the device stay', async () => {
    const { open, state } = browser();
    await open('device').write(arrival, 1, answers);
    state.person = 'border-officer';
    await open('session').write(arrival, 1, answers);
    state.person = null;
    await open('session').sweep();
    expect((await open('device').read(arrival, 1))?.values).toEqual(answers);
  });
});
