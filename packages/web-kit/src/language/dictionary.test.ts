import { define, lookUp } from './dictionary.ts';

define('en', 'kit', { save: 'Save', rows_one: '{{count}} row', rows_other: '{{count}} rows', only: { english: 'English alone' } });
define('pt', 'kit', { save: 'Guardar', rows_one: '{{count}} linha', rows_many: '{{count}} de linhas', rows_other: '{{count}} linhas' });
define('en', 'trips', { save: 'Save the trip', greeting: 'Dear {{name}}, your {{ thing }} is ready' });
define('pt', 'trips', { greeting: 'Caro {{name}}' });

describe('a text is looked up', () => {
  it.each([
    ['in the area first', 'en', ['trips', 'kit'], 'save', {}, 'Save the trip'],
    ['in the kit where the area has none', 'pt', ['trips', 'kit'], 'save', {}, 'Guardar'],
    ['in English where a language lacks it', 'pt', ['kit'], 'only.english', {}, 'English alone'],
    ['with its values', 'en', ['trips', 'kit'], 'greeting', { name: 'Maria', thing: 'permit' }, 'Dear Maria, your permit is ready'],
    ['with values as they are, whatever signs they hold', 'pt', ['trips'], 'greeting', { name: '$& <b>' }, 'Caro $& <b>'],
    ['leaving what has no value', 'en', ['trips'], 'greeting', { name: 'Maria' }, 'Dear Maria, your {{ thing }} is ready'],
    ['for one', 'en', ['trips', 'kit'], 'rows', { count: 1 }, '1 row'],
    ['for none', 'en', ['kit'], 'rows', { count: 0 }, '0 rows'],
    ['for none in Portuguese of Portugal, which says many', 'pt', ['kit'], 'rows', { count: 0 }, '0 linhas'],
    ['for a million in Portuguese', 'pt', ['kit'], 'rows', { count: 1_000_000 }, '1\u00a0000\u00a0000 de linhas'],
    ['for thousands, as numbers are written in the language', 'en', ['kit'], 'rows', { count: 2_300 }, '2,300 rows'],
    ['for many', 'pt', ['kit'], 'rows', { count: 7 }, '7 linhas'],
  ] as const)('%s', (_title, language, areas, key, values, expected) => {
    expect(lookUp(language, areas, key, values)).toBe(expected);
  });

  it('and not found when nobody has it', () => {
    expect(lookUp('en', ['trips', 'kit'], 'nowhere.at.all')).toBeUndefined();
    expect(lookUp('en', ['trips', 'kit'], 'only')).toBeUndefined();
  });
});
