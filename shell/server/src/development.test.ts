import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DevelopmentProcesses } from './development.ts';

describe('a development process that replaces a part of the portal', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-development-'));
  const folder = join(dataDir, 'development');
  const file = (name: string) => join(folder, `${name}.json`);
  const put = (name: string, content: unknown) => writeFileSync(file(name), JSON.stringify(content));
  const there = { pid: process.pid };

  beforeAll(() => mkdirSync(folder));
  beforeEach(() => put('svc-trips', { url: 'http://127.0.0.1:4103', ...there }));
  afterAll(() => rmSync(dataDir, { recursive: true }));

  const inDevelopment = () => new DevelopmentProcesses({ nodeEnv: 'development', dataDir });

  it('is asked in place of the portal’s own service, from when it says so until it takes that back', () => {
    const developmentProcesses = inDevelopment();
    expect([developmentProcesses.of('svc-trips'), developmentProcesses.of('svc-licences')]).toEqual(['http://127.0.0.1:4103', undefined]);
    rmSync(file('svc-trips'));
    expect(developmentProcesses.of('svc-trips')).toBeUndefined();
  });

  it('may bring its screens into the page, and nothing else may', () => {
    const developmentProcesses = inDevelopment();
    expect(developmentProcesses.origins()).toEqual([]);
    put('mf-trips', { url: 'http://localhost:4203/remote.json', ...there });
    expect(developmentProcesses.origins()).toEqual(['http://localhost:4203', 'ws://localhost:4203']);
    rmSync(file('mf-trips'));
  });

  it.each([
    ['of a process that was killed', { url: 'http://127.0.0.1:4103', pid: 2 ** 22 + 1 }],
    ['of another machine', { url: 'http://elsewhere.example', ...there }],
    ['of nobody', { url: 'http://127.0.0.1:4103' }],
    ['that cannot be read', 'nonsense'],
  ])('is ignored %s', (_which, content) => {
    rmSync(file('svc-trips'));
    put('svc-trips', content);
    expect(inDevelopment().of('svc-trips')).toBeUndefined();
  });

  it('is never one in production', () => {
    put('mf-trips', { url: 'http://localhost:4203/remote.json', ...there });
    const developmentProcesses = new DevelopmentProcesses({ nodeEnv: 'production', dataDir });
    expect([developmentProcesses.of('svc-trips'), ...developmentProcesses.origins()]).toEqual([undefined]);
  });
});
