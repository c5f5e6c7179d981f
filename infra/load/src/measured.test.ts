import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commitOf, measuredNow } from './measured.ts';

describe('the commit of a measurement', () => {
  const folder = mkdtempSync(join(tmpdir(), 'measured-'));
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is unknown without Git, and told with the changes to what was measured, not with those of the pages', () => {
    expect(commitOf(folder)).toBe('unknown');
    git('init', '--quiet');
    writeFileSync(join(folder, 'program.ts'), 'one');
    git('add', '.');
    git('commit', '--quiet', '--message', 'one');
    const commit = git('rev-parse', '--short', 'HEAD');
    mkdirSync(join(folder, 'docs'));
    writeFileSync(join(folder, 'docs/benchmarks.md'), 'a page');
    expect(commitOf(folder)).toBe(commit);
    writeFileSync(join(folder, 'program.ts'), 'two');
    expect(commitOf(folder)).toBe(`${commit} with changes`);
  });

  it('stands beside the day', () => expect(measuredNow()).toMatch(/^on \d{4}-\d\d-\d\d, commit \S+/));
});
