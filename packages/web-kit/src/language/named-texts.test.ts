import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import '../staff/index.ts';
import { lookUp } from './dictionary.ts';
import { KIT } from './i18n.ts';
import { sourceLanguages } from './labels.ts';

const folders = ['components', 'document', 'finder', 'forms', 'staff'];
const named = /\bkit\(\s*(?:[^'()]*\? '([\w.-]+)' : )?'([\w.-]+)'/g;

/** Collects the keys of the texts that the kit's screens name, each with a file that names it. */
function namedTexts(): Map<string, string> {
  const keys = new Map<string, string>();
  for (const folder of folders) {
    for (const file of readdirSync(join(__dirname, '..', folder), { recursive: true, encoding: 'utf8' })) {
      if (!/(?<!\.test)\.tsx?$/.test(file)) continue;
      const source = readFileSync(join(__dirname, '..', folder, file), 'utf8');
      for (const [, one, other] of source.matchAll(named)) for (const key of [one, other]) if (key) keys.set(key, file);
    }
  }
  return keys;
}

// A key without a text would appear on the screen as it is.
it.each(sourceLanguages)('every text that a screen of the kit names is there, in %s', (language) => {
  const keys = namedTexts();
  expect(keys.size).toBeGreaterThan(150);
  expect([...keys].filter(([key]) => lookUp(language, [KIT], key, { count: 1 }) === undefined)).toEqual([]);
});
