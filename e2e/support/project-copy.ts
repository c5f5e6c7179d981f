import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { root } from './portal.ts';

const left = new Set(['.git', '.data', '.remotes', 'node_modules', 'test-results']);

/** Links the entries of a package folder: installed packages to those of the project, and the project's own packages to those of the copy. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    const path = join(from, name);
    // A scope is a folder of packages. The project's own packages are links.
    if (name === '@portal') linkPackages(path, join(to, name));
    else if (lstatSync(path).isSymbolicLink()) cpSync(path, join(to, name), { verbatimSymlinks: true });
    else symlinkSync(path, join(to, name));
  }
}

/**
 * Copies the built project with the same installed packages, for journeys that change source files while other tests run.
 * @returns the folder of the copy; the caller removes it
 */
export function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'portal-project-'));
  cpSync(root, copy, { recursive: true, filter: (source) => source === root || !left.has(basename(source)) });
  linkPackages(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const parent of ['.', 'packages', 'infra'])
    for (const name of readdirSync(join(root, parent))) {
      const own = join(root, parent, name, 'node_modules');
      if (existsSync(own)) symlinkSync(own, join(copy, relative(root, own)));
    }
  return copy;
}
