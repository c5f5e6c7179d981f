import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceOptions } from './http/start-service.ts';
import type { Environment } from './settings/settings.ts';

/** Consumers before producers: svc-media, svc-reference, then the areas. */
const first = ['svc-media', 'svc-reference'];
const place = (name: string): number => (first.includes(name) ? first.indexOf(name) : first.length);

/**
 * The description of every service of a project, including services added later: each `svc-*` folder exports `describeService`.
 * Used by commands that work on all databases.
 * @param root the project's folder
 */
export async function projectServices(root: string): Promise<((environment: Environment) => ServiceOptions)[]> {
  const names = readdirSync(root).filter((name) => name.startsWith('svc-') && existsSync(join(root, name, 'package.json')));
  const inOrder = names.sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
  return Promise.all(inOrder.map(async (name) => (await import(name)).describeService));
}
