import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sha384 } from '@portal/remotes';
import { root } from './portal.ts';

const run = promisify(execFile);

/** Runs the deployment command on a portal's store, with the development keys beside the store. */
export async function remote(remotesDir: string, ...words: string[]): Promise<{ version: string; generation: number }> {
  const { stdout } = await run(process.execPath, [join(root, 'infra/dev/remote.mjs'), ...words, '--json'], {
    env: { ...process.env, REMOTES_DIR: remotesDir, REMOTES_WHO: 'a journey' },
  });
  return JSON.parse(stdout);
}

interface Build {
  version: string;
  global: string;
  integrity: Record<string, string>;
}

/**
 * Creates the build of a next version of an area: the current build with another text in its scripts and in its HTML, and therefore with another version,
 * global name and hashes. A real build would take longer.
 * @param fields further fields of its `area.json`
 * @returns both versions
 */
export function nextBuild(area: string, folder: string, [before, after]: [before: string, after: string], fields: object): { old: string; next: string } {
  cpSync(join(root, area, 'dist'), folder, { recursive: true });
  const file = join(folder, 'remote.json');
  const { version, global }: Build = JSON.parse(readFileSync(file, 'utf8'));
  const next = version.replace(/[0-9a-f]{8}$/, createHash('sha256').update(`${version} ${after}`).digest('hex').slice(0, 8));
  const hashes: Record<string, string> = {};
  let changed = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|css|json)$/.test(name)) continue;
    const text = readFileSync(join(folder, name), 'utf8')
      .replaceAll(version, next)
      .replaceAll(global, global.replace(/\w{8}$/, next.slice(-8)));
    const said = /\.js$|^screens\b/.test(name) ? text.replaceAll(before, after) : text;
    if (said !== text) changed += 1;
    writeFileSync(join(folder, name), said);
    hashes[`/remotes/${area}/${next}/${name}`] = sha384(said);
  }
  if (!changed) throw new Error(`no screen of ${area} says "${before}" any more: choose another text`);
  const build: Build = JSON.parse(readFileSync(file, 'utf8'));
  for (const address of Object.keys(build.integrity)) build.integrity[address] = hashes[address] as string;
  writeFileSync(file, JSON.stringify({ ...build, ...fields }));
  return { old: version, next };
}

/** Matches the files of the shell whose names contain a hash of their content. */
const hashedScript = /^(.+)\.([0-9a-f]{8})\.js$/;

/**
 * Creates the build of a next release of the shell: the current build with one more statement in each script, and therefore with other names of all scripts.
 * A real build would take longer.
 * @param number the number of the release, which the statement contains
 */
export function nextShell(folder: string, number: number): void {
  cpSync(join(root, 'shell/dist/web'), folder, { recursive: true });
  const scripts = readdirSync(join(folder, 'assets')).flatMap((name) => {
    const [, start, hash] = hashedScript.exec(name) ?? [];
    if (!hash) return [];
    const next = createHash('sha256').update(`${hash} ${number}`).digest('hex').slice(0, 8);
    return [{ name, hash, next, nextName: `${start}.${next}.js` }];
  });
  const nextHash = new Map(scripts.map(({ hash, next }) => [hash, next]));
  const anyHash = new RegExp(`\\b(${[...nextHash.keys()].join('|')})\\b`, 'g');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|cjs|css|json|html)$/.test(name)) continue;
    const text = readFileSync(join(folder, name), 'utf8').replaceAll(anyHash, (hash) => nextHash.get(hash) as string);
    writeFileSync(join(folder, name), hashedScript.test(name) ? `${text}\n;globalThis.portalShellRelease=${number};\n` : text);
  }
  for (const { name, nextName } of scripts) renameSync(join(folder, 'assets', name), join(folder, 'assets', nextName));
  const page = join(folder, 'index.html');
  const withIntegrity = readFileSync(page, 'utf8').replaceAll(
    /(src|href)="(\/assets\/[^"]+)" integrity="[^"]+"/g,
    (_tag, attribute, file) => `${attribute}="${file}" integrity="${sha384(readFileSync(join(folder, file)))}"`,
  );
  writeFileSync(page, withIntegrity);
}
