import { UnstoredDrawings } from './unstored-drawings.ts';

const megabytes = (count: number) => new Uint8Array(count * 1024 * 1024);

describe('drawings that are stored nowhere', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const drawings = new UnstoredDrawings();
  const counts = new Map<string, number>();
  /** Asks for a drawing. Returns how often it has been drawn. */
  const ask = async (id: string, result: Uint8Array) => {
    const draw = async () => {
      counts.set(id, (counts.get(id) ?? 0) + 1);
      return result;
    };
    expect(await drawings.ask(id, draw, 1_000)).toBe(result);
    return counts.get(id);
  };

  it('are kept for half a minute', async () => {
    const pdf = megabytes(1);
    expect(await ask('kept', pdf)).toBe(1);
    jest.advanceTimersByTime(29_000);
    expect(await ask('kept', pdf)).toBe(1);
    jest.advanceTimersByTime(2_000);
    expect(await ask('kept', pdf)).toBe(2);
  });

  it('are kept up to 16 MB in all, the newest ones', async () => {
    const pdfs = { one: megabytes(6), two: megabytes(6), three: megabytes(6) };
    for (const [id, pdf] of Object.entries(pdfs)) await ask(id, pdf);
    expect([await ask('two', pdfs.two), await ask('three', pdfs.three), await ask('one', pdfs.one)]).toEqual([1, 1, 2]);
  });

  it('are kept for as long after they were dropped and drawn again', async () => {
    const pdf = megabytes(10);
    await ask('dropped', pdf);
    jest.advanceTimersByTime(20_000);
    await ask('newer', megabytes(10));
    expect(await ask('dropped', pdf)).toBe(2);
    jest.advanceTimersByTime(15_000);
    expect(await ask('dropped', pdf)).toBe(2);
  });

  it('are kept alone if they are larger', async () => {
    const pdf = megabytes(20);
    expect([await ask('large', pdf), await ask('large', pdf)]).toEqual([1, 1]);
    expect(await ask('after it', megabytes(1))).toBe(1);
    expect(await ask('large', pdf)).toBe(2);
  });

  it('are drawn again where they failed', async () => {
    const draw = jest.fn(async (): Promise<Uint8Array | undefined> => undefined);
    expect(await drawings.ask('failed', draw, 1_000)).toBeUndefined();
    draw.mockResolvedValueOnce(megabytes(1));
    expect(await drawings.ask('failed', draw, 1_000)).toHaveLength(1024 * 1024);
  });
});
