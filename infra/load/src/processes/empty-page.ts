import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes a host page without scripts and a registry without areas below `folder`. @returns the settings with their paths */
export function writeEmptyPage(folder: string): { WEB_DIR: string; REMOTES_DIR: string } {
  const [web, remotes] = [path.join(folder, 'web'), path.join(folder, 'remotes')];
  for (const each of [web, remotes]) mkdirSync(each, { recursive: true });
  writeFileSync(path.join(web, 'index.html'), '<!doctype html><title>Single Window</title><!--PRELOAD--><!--REGISTRY-->');
  writeFileSync(path.join(remotes, 'remotes.json'), JSON.stringify({ generation: 1, areas: [] }));
  return { WEB_DIR: web, REMOTES_DIR: remotes };
}
