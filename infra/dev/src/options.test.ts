import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const commands = Object.values(scripts).map((script) => script.replace('node ', ''));
/** Commands that read options with `readOptions`. */
const withOptions = commands.filter((file) => readFileSync(join(root, file), 'utf8').includes('readOptions('));

it.each(withOptions)('%s says how it is used, and which option it does not have', (file) => {
  const run = (option: string) => spawnSync(process.execPath, [join(root, file), option], { encoding: 'utf8' });
  const help = run('--help');
  expect([help.status, help.stdout]).toEqual([0, expect.stringContaining('npm run ')]);
  const wrong = run('--no-such-option');
  expect([wrong.status, wrong.stderr.split('\n')[0]]).toEqual([2, expect.stringContaining("'--no-such-option'")]);
  expect(wrong.stderr).toContain(help.stdout.trim());
  expect(wrong.stderr).not.toContain('    at ');
});
