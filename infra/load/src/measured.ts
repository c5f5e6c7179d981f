import { execFileSync } from 'node:child_process';
import { root } from '@portal/build/paths';

/** Returns the commit that is checked out, and whether files other than the pages of docs/ were changed since; `unknown` in a copy without Git. */
export function commitOf(folder: string = root): string {
  const git = (...args: string[]): string => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const commit = git('rev-parse', '--short', 'HEAD');
    return git('status', '--porcelain', '--', '.', ':!docs') ? `${commit} with changes` : commit;
  } catch {
    return 'unknown';
  }
}

/** Returns the day and the commit of a measurement, as the pages name them. */
export const measuredNow = (): string => `on ${new Date().toISOString().slice(0, 10)}, commit ${commitOf()}`;
