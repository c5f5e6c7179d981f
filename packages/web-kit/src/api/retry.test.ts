import type { Api } from './api.ts';
import { ApiProblem, networkProblem } from './problem.ts';
import { fingerprint, forgetIdempotencyKey, forgetSubmissions, idempotencyKeyFor, newIdempotencyKey, submitOnce, withRetry } from './retry.ts';

const problem = (status: number, retryAfter?: number) => new ApiProblem({ status, title: `HTTP ${status}`, retryAfter });

interface Sent {
  key?: string;
  body: unknown;
  answer(value: unknown): void;
  fail(error: Error): void;
}

/** A fake service that answers when the test tells it to. */
function service() {
  const sent: Sent[] = [];
  const send = jest.fn(
    (_method: string, _url: string, body: unknown, options?: { idempotencyKey?: string }) =>
      new Promise((resolve, reject) => sent.push({ key: options?.idempotencyKey, body, answer: resolve, fail: reject })),
  );
  return { api: { send } as unknown as Api, sent };
}

const fakeStorage = () => {
  const kept = new Map<string, string>();
  const storage = {
    full: false,
    kept,
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
    setItem,
  };
  function setItem(key: string, value: string) {
    if (storage.full) throw new DOMException('full', 'QuotaExceededError');
    kept.set(key, value);
  }
  return storage;
};

const original = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
let storage: ReturnType<typeof fakeStorage>;
beforeEach(() => {
  storage = fakeStorage();
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true, writable: true });
});
afterAll(() => {
  if (original) Object.defineProperty(globalThis, 'localStorage', original);
  else Reflect.deleteProperty(globalThis, 'localStorage');
});

describe('trying again', () => {
  it('goes on until an answer comes', async () => {
    const send = jest.fn().mockRejectedValueOnce(networkProblem()).mockRejectedValueOnce(problem(503)).mockResolvedValue('done');
    await expect(withRetry(send, { baseMs: 1 })).resolves.toBe('done');
    expect(send).toHaveBeenCalledTimes(3);
  });

  it('ends after some attempts with what went wrong last', async () => {
    const send = jest.fn().mockRejectedValue(problem(502));
    await expect(withRetry(send, { attempts: 3, baseMs: 1 })).rejects.toMatchObject({ status: 502 });
    expect(send).toHaveBeenCalledTimes(3);
  });

  it.each([400, 403, 409, 422, 429, 500])('is of no use after %d', async (status) => {
    const send = jest.fn().mockRejectedValue(problem(status));
    await expect(withRetry(send, { baseMs: 1 })).rejects.toMatchObject({ status });
    expect(send).toHaveBeenCalledTimes(1);
  });

  describe('on a line that says nothing', () => {
    beforeEach(() => void jest.useFakeTimers());
    afterEach(() => void jest.useRealTimers());

    it('ends after a minute, as if the network was lost', async () => {
      const seen: AbortSignal[] = [];
      const send = jest.fn((signal: AbortSignal) => {
        seen.push(signal);
        return new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))));
      });
      const ended = jest.fn();
      withRetry(send).catch(ended);
      await jest.advanceTimersByTimeAsync(59_999);
      expect(ended).not.toHaveBeenCalled();
      await jest.advanceTimersByTimeAsync(1);
      expect(ended).toHaveBeenCalledWith(expect.objectContaining({ status: 0 }));
      expect(seen.map(({ aborted }) => aborted)).toEqual([true]);
    });

    it.each([
      [14_000, 4],
      [16_000, 1],
    ])('makes after a failure that took %d ms %d attempts in all, because a portal that is slow to fail gets no more to do', async (ms, attempts) => {
      const send = jest.fn(() => new Promise<never>((_resolve, reject) => setTimeout(() => reject(problem(503)), ms)));
      const ended = jest.fn();
      withRetry(send).catch(ended);
      await jest.advanceTimersByTimeAsync(attempts * (ms + 8_000));
      expect(ended).toHaveBeenCalledWith(expect.objectContaining({ status: 503 }));
      expect(send).toHaveBeenCalledTimes(attempts);
    });

    it('waits longer than the portal does, which answers after 50 seconds at the latest', async () => {
      const send = jest.fn(() => new Promise<string>((resolve) => setTimeout(() => resolve('done'), 50_000)));
      const sent = withRetry(send);
      await jest.advanceTimersByTimeAsync(50_000);
      await expect(sent).resolves.toBe('done');
    });
  });
});

describe('the key of a body', () => {
  it('is the same until the body changes, also after a reload', () => {
    const key = idempotencyKeyFor('trip', { plate: 'A' });
    expect(idempotencyKeyFor('trip', { plate: 'A' })).toBe(key);
    expect([...storage.kept.values()]).toEqual([`${fingerprint({ plate: 'A' })} ${key}`]);
    const other = idempotencyKeyFor('trip', { plate: 'B' });
    expect(other).not.toBe(key);
    expect(idempotencyKeyFor('licence', { plate: 'B' })).not.toBe(other);
  });

  it('comes from the device after a reload', () => {
    storage.setItem(`portal:submission:${fingerprint('reloaded')}`, `${fingerprint({ a: 1 })} kept-key`);
    expect(idempotencyKeyFor('reloaded', { a: 1 })).toBe('kept-key');
  });

  it('stands on the device without the id of the document it is for', () => {
    idempotencyKeyFor('/api/licences/v1/professional/0198c0de/actions/withdrawal', { a: 1 });
    expect([...storage.kept.keys()].join()).not.toContain('0198c0de');
  });

  it('is another one after a sign-out', () => {
    const key = idempotencyKeyFor('signed-out', { a: 1 });
    forgetSubmissions();
    expect(storage.kept.size).toBe(0);
    expect(idempotencyKeyFor('signed-out', { a: 1 })).not.toBe(key);
  });

  it('holds though the storage is full of an older one, or closed', () => {
    idempotencyKeyFor('full', { a: 'old' });
    storage.full = true;
    const key = idempotencyKeyFor('full', { a: 'new' });
    expect(idempotencyKeyFor('full', { a: 'new' })).toBe(key);
    Reflect.deleteProperty(globalThis, 'localStorage');
    expect(idempotencyKeyFor('full', { a: 'new' })).toBe(key);
  });

  it('is another one once forgotten', () => {
    const key = idempotencyKeyFor('again', {});
    forgetIdempotencyKey('again', 'of another call');
    expect(idempotencyKeyFor('again', {})).toBe(key);
    forgetIdempotencyKey('again');
    expect(idempotencyKeyFor('again', {})).not.toBe(key);
  });

  it('cannot be guessed, and a fingerprint tells bodies apart', () => {
    expect(new Set(Array.from({ length: 50 }, newIdempotencyKey)).size).toBe(50);
    expect(fingerprint({ name: 'João' })).not.toBe(fingerprint({ name: 'Joao' }));
    expect(fingerprint(undefined)).toBe(fingerprint(null));
  });
});

describe('a submission', () => {
  const to = { scope: 'arrival', url: '/v1/arrival' };

  it('is sent once for a double click', async () => {
    const { api, sent } = service();
    const first = submitOnce(api, { ...to, body: { a: 1 } });
    const second = submitOnce(api, { ...to, body: { a: 1 } });
    expect(sent).toHaveLength(1);
    sent[0]?.answer({ id: 'D1' });
    await expect(Promise.all([first, second])).resolves.toEqual([{ id: 'D1' }, { id: 'D1' }]);
    expect(storage.kept.size).toBe(0);
  });

  it('keeps its key over a refusal of the network, and gets a new one for the next document', async () => {
    const { api, sent } = service();
    const first = submitOnce(api, { ...to, body: { a: 1 } });
    sent[0]?.fail(problem(500));
    await expect(first).rejects.toMatchObject({ status: 500 });
    const again = submitOnce(api, { ...to, body: { a: 1 } });
    sent[1]?.answer('done');
    await again;
    const next = submitOnce(api, { ...to, body: { a: 1 } });
    sent[2]?.answer('done');
    await next;
    expect(sent[1]?.key).toBe(sent[0]?.key);
    expect(sent[2]?.key).not.toBe(sent[0]?.key);
  });

  it('that registers keeps its key though the answers are changed after a lost answer, until the service says that it was sent before', async () => {
    const { api, sent } = service();
    const submit = (a: number) => submitOnce(api, { ...to, body: { a }, registers: true });
    const lost = submit(1);
    // A change while the call is under way is a call too, and does not get the answer to the first one.
    const meanwhile = submit(2);
    sent[0]?.fail(problem(500));
    sent[1]?.fail(problem(500));
    await expect(lost).rejects.toMatchObject({ status: 500 });
    await expect(meanwhile).rejects.toMatchObject({ status: 500 });
    const changed = submit(3);
    sent[2]?.fail(new ApiProblem({ status: 409, title: 'Conflict', errors: [{ code: 'IDEMPOTENCY_CONFLICT', field: '', message: '' }] }));
    await expect(changed).rejects.toMatchObject({ status: 409 });
    const next = submit(3);
    sent[3]?.answer('another one');
    await expect(next).resolves.toBe('another one');
    expect(sent.map(({ body }) => body)).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }, { a: 3 }]);
    expect(sent.map(({ key }) => key === sent[0]?.key)).toEqual([true, true, true, false]);
    expect(storage.kept.size).toBe(0);
  });

  it('is sent once more, as a call of its own, where an earlier one is answered whose effect is over', async () => {
    const { api, sent } = service();
    const submit = () => submitOnce<string>(api, { ...to, body: { a: 1 }, stands: (answer) => answer !== 'undone' });
    const lost = submit();
    sent[0]?.fail(problem(500));
    await expect(lost).rejects.toMatchObject({ status: 500 });
    const later = submit();
    sent[1]?.answer('undone');
    await new Promise(setImmediate);
    sent[2]?.answer('done');
    await expect(later).resolves.toBe('done');
    expect(sent.map(({ key }) => key === sent[0]?.key)).toEqual([true, true, false]);
    expect(storage.kept.size).toBe(0);
  });

  it('has a key of its own after the call that undid the first one', async () => {
    const { api, sent } = service();
    const lost = submitOnce(api, { ...to, body: { a: 1 } });
    sent[0]?.fail(problem(500));
    await expect(lost).rejects.toMatchObject({ status: 500 });
    const undo = submitOnce(api, { ...to, url: '/v1/arrival/actions/remove', body: { a: 1 } });
    sent[1]?.answer('undone');
    await undo;
    const again = submitOnce(api, { ...to, body: { a: 1 } });
    sent[2]?.answer('done');
    await again;
    expect(new Set(sent.map(({ key }) => key)).size).toBe(3);
  });

  it('of another body has a key and an answer of its own, though the first is still under way', async () => {
    const { api, sent } = service();
    const first = submitOnce(api, { ...to, body: { a: 1 } });
    const second = submitOnce(api, { ...to, body: { a: 2 } });
    expect(sent.map(({ body }) => body)).toEqual([{ a: 1 }, { a: 2 }]);
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
    sent[0]?.answer('one');
    await expect(first).resolves.toBe('one');
    expect(idempotencyKeyFor('arrival', { method: 'POST', url: to.url, body: { a: 2 } })).toBe(sent[1]?.key);
    sent[1]?.answer('two');
    await expect(second).resolves.toBe('two');
  });
});
