import { type Profile, ProfileVault, pinFault, ROUNDS, type WrongPin } from './profile-vault.ts';

const pin = '280419';
const ana = { travellerCode: 'P1234567', firstName: 'ANA', address: 'Rua de Caicoli 4' };

/** Simulates a device. Each `open` is a newly loaded page. */
function device() {
  const kept = new Map<string, string>();
  const state = { now: 1_000 };
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
  return {
    kept,
    state,
    open: (rounds = 10) =>
      new ProfileVault(
        () => storage,
        () => state.now,
        rounds,
      ),
  };
}
const left = (answer: Profile | WrongPin) => ('left' in answer ? answer.left : 'open');

describe('the details on this device', () => {
  it('are there on another day, for the PIN that they were kept with', async () => {
    const { open } = device();
    expect(open().keptAt()).toBeUndefined();
    await open().keep(pin, ana);
    expect(open().keptAt()).toBe(1_000);
    expect(await open().open(pin)).toEqual({ at: 1_000, values: ana });
  });

  it('are stored encrypted, without the PIN', async () => {
    const { open, kept } = device();
    await open().keep(pin, ana);
    const [stored] = [...kept.values()];
    for (const word of [pin, ...Object.values(ana)]) expect(stored).not.toContain(word);
  });

  it('take as many rounds of PBKDF2 as OWASP recommends, unless a test asks for fewer', async () => {
    const { kept } = device();
    await new ProfileVault(() => ({ getItem: () => null, removeItem: () => undefined, setItem: (name, value) => void kept.set(name, value) })).keep(pin, ana);
    expect(JSON.parse([...kept.values()][0] as string)).toMatchObject({ rounds: ROUNDS });
    expect(ROUNDS).toBeGreaterThanOrEqual(600_000);
  });

  it('are deleted after five wrong PINs in a row, also when the page is loaded again in between', async () => {
    const { open, kept } = device();
    await open().keep(pin, ana);
    expect(left(await open().open('999991'))).toBe(4);
    expect(left(await open().open(pin))).toBe('open');
    for (const expected of [4, 3, 2, 1, 0]) expect(left(await open().open('999991'))).toBe(expected);
    expect(kept.size).toBe(0);
    expect(left(await open().open(pin))).toBe(0);
  });

  it('count a wrong PIN before it is tried', async () => {
    const { open } = device();
    await open().keep(pin, ana);
    const tries = Array.from({ length: 6 }, () => open().open('999991'));
    expect((await Promise.all(tries)).map(left).sort()).toContain(0);
    expect(open().keptAt()).toBeUndefined();
  });

  it('are added to by the next trip with the same PIN, and replaced with another one', async () => {
    const { open, state } = device();
    await open().keep(pin, ana);
    state.now = 2_000;
    await open().keep(pin, { address: 'Avenida Marginal 1', destinationCode: 'PT' });
    expect(await open().open(pin)).toEqual({ at: 2_000, values: { ...ana, address: 'Avenida Marginal 1', destinationCode: 'PT' } });
    await open().keep('anotherpin', { firstName: 'RUI' });
    expect(await open().open('anotherpin')).toEqual({ at: 2_000, values: { firstName: 'RUI' } });
  });

  it('are gone once they are deleted', async () => {
    const { open, kept } = device();
    await open().keep(pin, ana);
    open().delete();
    expect([kept.size, open().keptAt()]).toEqual([0, undefined]);
  });

  it('are not read from what somebody else wrote there', () => {
    const { open, kept } = device();
    for (const text of ['', 'x', '[]', '{"at":1}', 'null']) {
      kept.set('portal:profile', text);
      expect(open().keptAt()).toBeUndefined();
    }
  });
});

describe('a PIN', () => {
  it.each([
    ['12345', 'SHORT'],
    ['111111', 'EASY'],
    ['123456', 'EASY'],
    ['987654', 'EASY'],
    ['abcdef', 'EASY'],
    ['280419', undefined],
    ['casa da avó', undefined],
  ])('%s is judged %s', (given, fault) => {
    expect(pinFault(given)).toBe(fault);
  });
});

describe('the screen lock', () => {
  const lock = { credential: 'AQID', salt: 'BAUG' };
  const secret = (first: number) => new Uint8Array(32).fill(first);

  it('opens the details in place of the PIN, which opens them as before', async () => {
    const { open, kept } = device();
    await open().keep(pin, ana);
    expect(open().lock()).toBeUndefined();
    await open().addLock(pin, lock, secret(1));
    expect(open().lock()).toMatchObject(lock);
    expect(await open().openLocked(secret(1))).toEqual({ at: 1_000, values: ana });
    expect(await open().openLocked(secret(2))).toBeUndefined();
    expect(await open().open(pin)).toEqual({ at: 1_000, values: ana });
    for (const word of Object.values(ana)) expect([...kept.values()][0]).not.toContain(word);
  });

  it('is added by who knows the PIN', async () => {
    const { open } = device();
    await open().keep(pin, ana);
    await expect(open().addLock('999991', lock, secret(1))).rejects.toThrow('This PIN');
    expect(await open().openLocked(secret(1))).toBeUndefined();
  });

  it('opens nothing after the details were kept again, or deleted', async () => {
    const { open } = device();
    await open().keep(pin, ana);
    await open().addLock(pin, lock, secret(1));
    await open().keep(pin, { firstName: 'EVA' });
    expect(open().lock()).toBeUndefined();
    await open().addLock(pin, lock, secret(1));
    open().delete();
    expect(await open().openLocked(secret(1))).toBeUndefined();
  });

  it('takes back the wrong PINs before it', async () => {
    const { open } = device();
    await open().keep(pin, ana);
    await open().addLock(pin, lock, secret(1));
    expect(left(await open().open('999991'))).toBe(4);
    await open().openLocked(secret(1));
    expect(left(await open().open('999991'))).toBe(4);
  });
});
