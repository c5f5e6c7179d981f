import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
}

/** The project's workspaces, by name: their folder and what they need to run. */
export function workspaces(root: string): Map<string, { dir: string; dependencies: string[] }> {
  const below = (folder: string): string[] => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
  const dirs = [...below('packages'), ...below('infra'), ...readdirSync(root)].filter((dir) => existsSync(join(root, dir, 'package.json')));
  return new Map(
    dirs.map((dir) => {
      const { name, dependencies = {} } = JSON.parse(readFileSync(join(root, dir, 'package.json'), 'utf8')) as Manifest;
      return [name, { dir, dependencies: Object.keys(dependencies) }];
    }),
  );
}

/** The workspaces that this one needs to run, itself included. */
export function closureOf(root: string, name: string): string[] {
  const all = workspaces(root);
  const found = new Set<string>();
  const add = (each: string): void => {
    if (!all.has(each) || found.has(each)) return;
    found.add(each);
    all.get(each)?.dependencies.forEach(add);
  };
  add(name);
  return [...found].map((each) => all.get(each)?.dir as string).sort();
}
