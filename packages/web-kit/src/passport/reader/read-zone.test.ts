import { typefaces } from '../testing/glyphs.ts';
import { trials } from '../testing/measure.ts';
import { specimen } from '../testing/specimens.ts';
import { type Gray, quarterTurn } from './gray.ts';
import { readZone } from './read-zone.ts';
import { weights } from './trained.generated.ts';
import { unpack } from './weights-format.ts';

const faces = typefaces();
const network = unpack(weights);

// A benchmark, `npm run bench -- --only passport`, reads a thousand photos.
it('reads photos of documents, and fills in no wrong field', () => {
  const read = [...trials(10_000, 12, '2026-11-23')];
  expect(read.filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  expect(read.filter(({ whole }) => whole).length).toBeGreaterThanOrEqual(11);
});

const clear = { turn: 2, blur: 0.03, noise: 3, glare: 0, light: 0.9 };

it.each(['TD1', 'TD2', 'TD3', 'MRV-A', 'MRV-B'] as const)('reads the lines of %s', (format) => {
  const made = specimen(77, faces, { format, taken: clear });
  expect(readZone(made.picture, network, 1)).toMatchObject({ format, lines: made.lines });
});

it('reads a photo that lies on its side or upside down', () => {
  const made = specimen(78, faces, { format: 'TD3', taken: clear });
  let picture = made.picture;
  for (const turns of [1, 2, 3]) {
    picture = quarterTurn(picture);
    expect({ turns, lines: readZone(picture, network, 4)?.lines }).toEqual({ turns, lines: made.lines });
  }
});

it('finds nothing where there is no zone', () => {
  const blank: Gray = { width: 640, height: 480, data: new Float32Array(640 * 480).fill(200) };
  expect(readZone(blank, network)).toBeUndefined();
  const striped: Gray = { width: 640, height: 480, data: Float32Array.from({ length: 640 * 480 }, (_, i) => (Math.floor(i / 9) % 2 === 0 ? 30 : 220)) };
  expect(readZone(striped, network)).toBeUndefined();
});
