import { FairScheduler } from './fair-scheduler.ts';

/** Work that ends when the test releases it. */
class Held {
  readonly started: string[] = [];
  private readonly ends = new Map<string, () => void>();

  work = (name: string) => () => {
    this.started.push(name);
    return new Promise<void>((resolve) => this.ends.set(name, resolve));
  };

  async end(name: string): Promise<void> {
    this.ends.get(name)?.();
    await new Promise((done) => setImmediate(done));
  }
}
const settled = () => new Promise((done) => setImmediate(done));

describe('turns of inspections', () => {
  it('reserve a place for small files, so that twelve large ones do not delay them', async () => {
    const scheduler = new FairScheduler(2);
    const held = new Held();
    const large = Array.from({ length: 12 }, (_, n) => scheduler.run({ caller: 'a', large: true }, held.work(`large ${n}`)));
    const small = scheduler.run({ caller: 'b', large: false }, held.work('small'));
    await settled();
    expect(held.started).toEqual(['large 0', 'small']);
    await held.end('small');
    expect(held.started).toEqual(['large 0', 'small']);
    await small;
    for (let n = 0; n < 12; n++) await held.end(`large ${n}`);
    await Promise.all(large);
    expect(held.started).toHaveLength(13);
  });

  it('go first to the caller with the fewest running inspections', async () => {
    const scheduler = new FairScheduler(2);
    const held = new Held();
    const files = ['many 1', 'many 2', 'many 3'].map((name) => scheduler.run({ caller: 'many', large: false }, held.work(name)));
    files.push(scheduler.run({ caller: 'one', large: false }, held.work('one')));
    await settled();
    await held.end('many 1');
    expect(held.started).toEqual(['many 1', 'many 2', 'one']);
    await held.end('one');
    expect(held.started).toEqual(['many 1', 'many 2', 'one', 'many 3']);
    await held.end('many 2');
    await held.end('many 3');
    await Promise.all(files);
  });

  it('are released when the work fails', async () => {
    const scheduler = new FairScheduler(2);
    const broken = () => scheduler.run({ caller: 'a', large: true }, async () => Promise.reject(new Error('broken')));
    for (let n = 0; n < 5; n++) await expect(broken()).rejects.toThrow('broken');
  });
});
