import { draftKey, readDraft, removeDraft, writeDraft } from './draft-store.ts';

const storage = () => {
  const kept = new Map<string, string>();
  return {
    kept,
    full: false,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      if (this.full) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key: string) => void kept.delete(key),
  };
};
const day = 24 * 3600 * 1000;

describe('a draft', () => {
  it('is there again for whoever opens the form next, with the time it was written', () => {
    const store = storage();
    writeDraft('arrival', 2, { passport: 'P1', goods: { bags: 2 } }, store, 1000);
    expect(readDraft('arrival', 2, store, 2000)).toEqual({ version: 2, at: 1000, values: { passport: 'P1', goods: { bags: 2 } } });
    expect(readDraft('departure', 2, store, 2000)).toBeUndefined();
  });

  it.each([
    ['of another version of the form', JSON.stringify({ version: 1, at: 0, values: {} })],
    ['older than a month', JSON.stringify({ version: 2, at: -31 * day, values: {} })],
    ['without a time', JSON.stringify({ version: 2, values: {} })],
    ['without answers', JSON.stringify({ version: 2, at: 0, values: null })],
    ['that is no JSON', '{"version":2,'],
    ['that is no draft', 'null'],
  ])('%s is dropped', (_which, text) => {
    const store = storage();
    store.kept.set(draftKey('arrival'), text);
    expect(readDraft('arrival', 2, store, 0)).toBeUndefined();
    expect(store.kept.size).toBe(0);
  });

  it('is gone once cleared', () => {
    const store = storage();
    writeDraft('arrival', 1, { a: 1 }, store);
    removeDraft('arrival', store);
    expect(readDraft('arrival', 1, store)).toBeUndefined();
  });

  it('that no longer fits on the device is kept as long as the page, before the older one', () => {
    const store = storage();
    writeDraft('full', 1, { a: 'old' }, store);
    store.full = true;
    writeDraft('full', 1, { a: 'new' }, store);
    expect(readDraft('full', 1, store)?.values).toEqual({ a: 'new' });
    store.full = false;
    writeDraft('full', 1, { a: 'newest' }, store);
    expect(readDraft('full', 1, store)?.values).toEqual({ a: 'newest' });
    store.full = true;
    writeDraft('full', 1, { a: 'last' }, store);
    removeDraft('full', store);
    expect(readDraft('full', 1, store)).toBeUndefined();
  });

  it('works where the page may not store at all', () => {
    writeDraft('closed', 1, { a: 1 });
    expect(readDraft('closed', 1)?.values).toEqual({ a: 1 });
    removeDraft('closed');
    expect(readDraft('closed', 1)).toBeUndefined();
  });
});
