import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StandIns } from './development.ts';

describe('what stands in for a part of the portal', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-stand-ins-'));
  const folder = join(dataDir, 'development');
  const file = (name: string) => join(folder, `${name}.json`);
  const put = (name: string, standIn: unknown) => writeFileSync(file(name), JSON.stringify(standIn));
  const there = { pid: process.pid };

  beforeAll(() => mkdirSync(folder));
  beforeEach(() => put('svc-trips', { url: 'http://127.0.0.1:4103', ...there }));
  afterAll(() => rmSync(dataDir, { recursive: true }));

  const inDevelopment = () => new StandIns({ nodeEnv: 'development', dataDir });

  it('is asked in place of the portal’s own service, from when it says so until it takes that back', () => {
    const standIns = inDevelopment();
    expect([standIns.of('svc-trips'), standIns.of('svc-licences')]).toEqual(['http://127.0.0.1:4103', undefined]);
    rmSync(file('svc-trips'));
    expect(standIns.of('svc-trips')).toBeUndefined();
  });

  it('may bring its screens into the page, and nothing else may', () => {
    const standIns = inDevelopment();
    expect(standIns.origins()).toEqual([]);
    put('mf-trips', { url: 'http://localhost:4203/remote.json', ...there });
    expect(standIns.origins()).toEqual(['http://localhost:4203', 'ws://localhost:4203']);
    rmSync(file('mf-trips'));
  });

  it.each([
    ['of a process that was killed', { url: 'http://127.0.0.1:4103', pid: 2 ** 22 + 1 }],
    ['of another machine', { url: 'http://elsewhere.example', ...there }],
    ['of nobody', { url: 'http://127.0.0.1:4103' }],
    ['that cannot be read', 'nonsense'],
  ])('is not one %s', (_which, standIn) => {
    rmSync(file('svc-trips'));
    put('svc-trips', standIn);
    expect(inDevelopment().of('svc-trips')).toBeUndefined();
  });

  it('is never one in production', () => {
    put('mf-trips', { url: 'http://localhost:4203/remote.json', ...there });
    const standIns = new StandIns({ nodeEnv: 'production', dataDir });
    expect([standIns.of('svc-trips'), ...standIns.origins()]).toEqual([undefined]);
  });
});
