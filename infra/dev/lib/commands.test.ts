import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '../../..');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

// `remote` is left out because it needs installed packages: it runs after the first start, or in its image.
const commands = Object.entries(scripts).filter(([name]) => name !== 'remote');

/** Returns the packages and built files that a file imports, directly or through other files. */
function neededImports(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  if (!existsSync(file)) return [path.relative(root, file)];
  const specifiers = [...readFileSync(file, 'utf8').matchAll(/^(?:(?:import|export)\b[^'"]*?from|import) '([^']+)'/gm)].map(([, specifier]) => specifier ?? '');
  return specifiers
    .filter((specifier) => !specifier.startsWith('node:'))
    .flatMap((specifier) => {
      const target = path.join(path.dirname(file), specifier);
      if (!specifier.startsWith('.')) return [`${specifier} (in ${path.relative(root, file)})`];
      return target.includes(`${path.sep}dist${path.sep}`) ? [path.relative(root, target)] : neededImports(target, seen);
    });
}

describe('in a fresh clone', () => {
  it.each(commands)('npm run %s starts before packages are installed and built', (_name, command) => {
    const [program, script] = command.split(' ');
    expect(program).toBe('node');
    // A command must import packages and built files only after `install()` and `build()`, with await import('…').
    expect(neededImports(path.join(root, script ?? ''))).toEqual([]);
  });
});
