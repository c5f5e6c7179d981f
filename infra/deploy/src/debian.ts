import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { command } from './command.ts';

/** Returns the address from which this machine installs Debian packages. */
async function mirror(): Promise<string> {
  const lines = await command('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Origin: Debian', 'Label: Debian']);
  const [first] = lines.split('\n');
  if (!first) throw new Error('apt-get names no address of Debian');
  return first.replace(/\/$/, '');
}

/**
 * Unpacks packages of the newest Debian suite below `folder`, without installing them. This suits programs that need no other packages. Packages that are there
 * from an earlier run stay as they are.
 */
export async function unpackNewest(folder: string, packages: string[]): Promise<void> {
  const apt = join(folder, 'apt');
  const earlier = existsSync(apt) ? readdirSync(apt) : [];
  const missing = packages.filter((name) => !earlier.some((file) => file.startsWith(`${name}_`) && file.endsWith('.deb')));
  if (!missing.length) return;
  for (const name of ['state/lists/partial', 'cache/archives/partial']) mkdirSync(join(apt, name), { recursive: true });
  writeFileSync(join(apt, 'sources.list'), `deb ${await mirror()} sid main\n`);
  writeFileSync(
    join(apt, 'apt.conf'),
    `Dir::State "${apt}/state";\nDir::Cache "${apt}/cache";\nDir::Etc::sourcelist "${apt}/sources.list";\nDir::Etc::sourceparts "-";\n`,
  );
  const env = { ...process.env, APT_CONFIG: join(apt, 'apt.conf') };
  await command('apt-get', ['update'], { env });
  await command('apt-get', ['download', ...missing], { env, cwd: apt });
  const files = (await command('find', [apt, '-maxdepth', '1', '-name', '*.deb'])).trim().split('\n');
  for (const file of files) await command('dpkg-deb', ['-x', file, folder]);
}

/** Creates a folder with the content of the image node:22-slim: a small Debian, Node 22 and npm. */
export async function makeBase(folder: string): Promise<void> {
  await command('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', folder, await mirror()]);
  const node = join(dirname(folder), 'node');
  await command('npm', ['install', '--prefix', node, '--no-audit', '--no-fund', '--ignore-scripts=false', 'node@22', 'npm@10']);
  const modules = join(folder, 'usr/local/lib/node_modules');
  cpSync(join(node, 'node_modules/node/bin/node'), join(folder, 'usr/local/bin/node'), { dereference: true });
  cpSync(join(node, 'node_modules/npm'), join(modules, 'npm'), { recursive: true });
  for (const name of ['npm', 'npx']) await command('ln', ['-sf', `../lib/node_modules/npm/bin/${name}-cli.js`, join(folder, 'usr/local/bin', name)]);
  await command('rm', ['-rf', join(folder, 'var/cache/apt/archives'), join(folder, 'var/lib/apt/lists')]);
  for (const name of ['var/cache/apt/archives/partial', 'var/lib/apt/lists/partial']) mkdirSync(join(folder, name), { recursive: true });
}
