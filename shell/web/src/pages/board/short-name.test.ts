import { shortName } from './short-name.ts';

const airport = 'Aeroporto Internacional Presidente Nicolau Lobato';

it.each([
  ['a phone', 296, 'Aeroporto Interna…'],
  ['a wide screen', 500, 'Aeroporto Internacional P…'],
  ['a chart that has no width yet', 0, 'Aer…'],
])('cuts a name off at its end for %s', (_of, width, shown) => expect(shortName(airport, width)).toBe(shown));

it('leaves a name that fits', () => expect(shortName('Dili', 296)).toBe('Dili'));
