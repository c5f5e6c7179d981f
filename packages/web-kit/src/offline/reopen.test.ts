import { keysInMemory } from '../draft/draft-keys.ts';
import { DraftStore } from '../draft/draft-store.ts';
import { reopen } from './reopen.ts';
import type { WaitingForm } from './waiting.ts';

const name = { area: 'mf-declarations', key: 'arrival-register' };
const waiting = { draft: { ...name, values: { passport: 'P1' } } } as unknown as WaitingForm;

const dropped = async (): Promise<boolean> => true;

/** The drafts of a page. @param held whether the other tabs leave the form to this one @param person who is signed in */
function drafts({ held = true, person = null as string | null } = {}) {
  const kept = new Map<string, string>();
  const state = { person };
  const store = new DraftStore({
    name: 'device',
    storage: {
      getItem: (place) => kept.get(place) ?? null,
      setItem: (place, text) => void kept.set(place, text),
      removeItem: (place) => void kept.delete(place),
      names: () => [...kept.keys()],
    },
    keys: keysInMemory(),
    person: () => state.person,
    personKnown: async () => undefined,
    portalTime: () => 1_000,
    claim: (_id, told) => {
      queueMicrotask(() => told(held));
      return { take: () => undefined, release: () => undefined };
    },
  });
  return { store, state, values: async () => (await store.read(name))?.values };
}

describe('the answers of a waiting form', () => {
  it('come back into a form that is empty, or holds the same answers', async () => {
    const { store, values } = drafts();
    expect(await reopen(waiting, store, false, dropped)).toBe('open');
    expect(await values()).toEqual({ passport: 'P1' });
    expect(await reopen(waiting, store, false, dropped)).toBe('open');
  });

  it.each([null, 'ana'])('replace other answers in the form only if the person is sure (signed in: %s)', async (person) => {
    const { store, state, values } = drafts();
    state.person = person;
    await store.write(name, { passport: 'P2' });
    expect(await reopen(waiting, store, false, dropped)).toEqual({ at: 1_000 });
    expect(await values()).toEqual({ passport: 'P2' });
    expect(await reopen(waiting, store, true, dropped)).toBe('open');
    expect(await values()).toEqual({ passport: 'P1' });
  });

  it.each([undefined, { passport: 'P2' }])('leave the form with %j if the waiting form was sent meanwhile', async (before) => {
    const { store, values } = drafts();
    if (before) await store.write(name, before);
    expect(await reopen(waiting, store, true, async () => false)).toBe('tried');
    expect(await values()).toEqual(before);
  });

  it('do not come into a form that another tab has', async () => {
    const { store, values } = drafts({ held: false });
    expect(await reopen(waiting, store, true, dropped)).toBe('elsewhere');
    expect(await values()).toBeUndefined();
  });
});
