import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '../../..');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

// Publishing runs where packages are: in a checkout that was started once, or in its image.
const commands = Object.entries(scripts).filter(([name]) => name !== 'remote');

/** What a file reads as it is loaded and that is neither Node's nor a source of the checkout: packages and built files. */
function notYetThere(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  if (!existsSync(file)) return [path.relative(root, file)];
  const specifiers = [...readFileSync(file, 'utf8').matchAll(/^(?:(?:import|export)\b[^'"]*?from|import) '([^']+)'/gm)].map(([, specifier]) => specifier ?? '');
  return specifiers
    .filter((specifier) => !specifier.startsWith('node:'))
    .flatMap((specifier) => {
      const target = path.join(path.dirname(file), specifier);
      if (!specifier.startsWith('.')) return [`${specifier} (in ${path.relative(root, file)})`];
      return target.includes(`${path.sep}dist${path.sep}`) ? [path.relative(root, target)] : notYetThere(target, seen);
    });
}

describe('a command of a fresh clone', () => {
  it.each(commands)('npm run %s begins before anything is installed or built', (_name, command) => {
    const [program, script] = command.split(' ');
    expect(program).toBe('node');
    // Import what is installed or built after `install()` and `build()`: await import('…').
    expect(notYetThere(path.join(root, script ?? ''))).toEqual([]);
  });
});
