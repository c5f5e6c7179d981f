import type { Gray } from '../reader/gray.ts';
import { soften } from '../reader/gray.ts';
import { ALPHABET, type Format, type FormatName, formats } from '../zone/formats.ts';
import type { Typeface } from './glyphs.ts';
import { Random } from './random.ts';
import { randomContents, withBrokenCheck, zoneLines } from './zone-lines.ts';

/** A photo of an invented document. */
export interface Specimen {
  seed: number;
  format: Format;
  lines: string[];
  /** Whether one of its check digits is wrong. */
  broken: boolean;
  picture: Gray;
  /** The conditions under which the photo was taken. */
  taken: Conditions;
}

/** The conditions under which a photo is taken. Lengths are in character widths; light and noise are in shades of 255. */
export interface Conditions {
  turn: number;
  blur: number;
  noise: number;
  glare: number;
  light: number;
  /** The width of a character in pixels. */
  pitch: number;
}

/** Size of the page and left edge of the zone, in millimetres. */
const pages: Record<FormatName, { width: number; height: number; left: number }> = {
  TD3: { width: 125, height: 88, left: 6.6 },
  TD2: { width: 105, height: 74, left: 6.6 },
  TD1: { width: 85.6, height: 54, left: 4.7 },
  'MRV-A': { width: 120, height: 80, left: 4.1 },
  'MRV-B': { width: 105, height: 74, left: 6.6 },
};
const PITCH = 2.54;
const LINE = 6.35;

interface Text {
  characters: number[];
  x: number;
  y: number;
  pitch: number;
}

const textOf = (words: string, x: number, y: number, pitch: number): Text => ({ characters: [...words].map((each) => ALPHABET.indexOf(each)), x, y, pitch });

function textsOn(format: Format, lines: readonly string[], random: Random): Text[] {
  const page = pages[format.name];
  const zone = lines.map((line, i) => textOf(line, page.left, page.height - 6.5 - (lines.length - 1 - i) * LINE, PITCH));
  // Words above the zone, as real documents have them. The reader must not take them for lines of the zone.
  const words = Array.from({ length: 5 }, (_, i) =>
    textOf(
      Array.from({ length: 6 + random.below(14) }, () => random.pick([...ALPHABET.slice(10, 36), ' '])).join(''),
      page.width * 0.36 + random.between(0, 4),
      8 + i * ((page.height - 34) / 5),
      random.between(1.3, 2.2),
    ),
  );
  return [...zone, ...words];
}

/**
 * Creates a photo of an invented document, always the same for the same seed: turned by up to 8 degrees, seen a little from the side, blurred, with noise, in
 * little light or with glare. One in five has a wrong check digit.
 */
export function specimen(
  seed: number,
  faces: readonly Typeface[],
  more: { format?: FormatName; lines?: string[]; taken?: Partial<Conditions> } = {},
): Specimen {
  const random = new Random(seed);
  const drawn = random.pick(formats);
  const format = more.format ? (formats.find(({ name }) => name === more.format) as Format) : drawn;
  const right = more.lines ?? zoneLines(format, randomContents(format, random));
  const broken = !more.lines && random.chance(0.2);
  const lines = broken ? withBrokenCheck(format, right, random) : right;
  const page = pages[format.name];
  const width = random.pick([1280, 1600]);
  const height = Math.round(width * 0.75);
  const hard = random.below(5);
  const taken: Conditions = {
    turn: random.between(-8, 8),
    blur: random.between(0, hard === 0 ? 0.17 : 0.08),
    noise: random.between(0, hard === 1 ? 16 : 6),
    glare: hard === 2 ? random.between(50, 150) : 0,
    light: hard === 3 ? random.between(0.15, 0.4) : random.between(0.6, 1),
    pitch: 0,
    ...more.taken,
  };
  const angle = (taken.turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  // The largest scale at which the turned page fits; the page is drawn at this size or smaller.
  const fit = Math.min(width / (page.width * cos + page.height * Math.abs(sin)), height / (page.height * cos + page.width * Math.abs(sin)));
  const scale = fit * random.between(0.72, 0.98);
  taken.pitch = scale * PITCH;
  const slack = (size: number, used: number) => Math.max(0, size - used) / 2;
  const centreX = width / 2 + random.between(-1, 1) * slack(width, scale * (page.width * cos + page.height * Math.abs(sin)));
  const centreY = height / 2 + random.between(-1, 1) * slack(height, scale * (page.height * cos + page.width * Math.abs(sin)));
  const leanX = random.between(-0.0006, 0.0006);
  const leanY = random.between(-0.0006, 0.0006);
  const texts = textsOn(format, lines, random);
  const face = random.pick(faces);
  const weight = random.between(-0.012, 0.022);
  const paper = random.between(190, 245);
  const ink = random.between(10, 70);
  const table = random.between(30, 160);
  const waves = Array.from({ length: 2 }, () => ({
    x: random.between(-2, 2),
    y: random.between(-2, 2),
    bend: random.between(0.05, 0.3),
    depth: random.between(0, 9),
  }));
  const glareX = width * random.between(0.2, 0.8);
  const glareY = height * random.between(0.2, 0.95);
  const glareSize = width * random.between(0.05, 0.16);
  const slope = random.between(-0.25, 0.25);
  const data = new Float32Array(width * height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const px = (column - centreX) / scale;
      const py = (row - centreY) / scale;
      const depth = 1 + leanX * px + leanY * py;
      const x = (px * cos + py * sin) / depth + page.width / 2;
      const y = (-px * sin + py * cos) / depth + page.height / 2;
      let shade = table + 6 * Math.sin(column * 0.31 + row * 0.17);
      if (x > 0 && y > 0 && x < page.width && y < page.height) {
        shade = paper;
        for (const wave of waves) shade -= wave.depth * (1 + Math.sin(wave.x * x + wave.y * y + 3 * Math.sin(wave.bend * (x - y))));
        // The area of the holder's photo.
        if (x > 5 && x < page.width * 0.3 && y > 8 && y < page.height - 24)
          shade = 120 + 60 * Math.sin(x * 0.4) * Math.cos(y * 0.3) + ((x * 7919 + y * 104_729) % 13);
        for (const text of texts) {
          const v = (y - text.y) / text.pitch;
          if (v < -0.7 || v > 0.7) continue;
          const u = (x - text.x) / text.pitch;
          const place = Math.floor(u);
          const glyph = text.characters[place] ?? -1;
          if (glyph < 0) continue;
          const distance = (face.distance(glyph, u - place, v) - weight) * text.pitch * scale;
          const covered = Math.min(1, Math.max(0, 0.5 - distance));
          shade += covered * (ink - shade);
        }
      }
      const glare = taken.glare === 0 ? 0 : taken.glare * Math.exp(-((column - glareX) ** 2 + 2 * (row - glareY) ** 2) / (2 * glareSize * glareSize));
      data[row * width + column] = shade * taken.light * (1 + slope * (column / width - 0.5)) + glare;
    }
  }
  const picture: Gray = { width, height, data };
  soften(picture, taken.blur * taken.pitch);
  for (let i = 0; i < data.length; i += 1) {
    // The sum of three uniform numbers stands in for a normally distributed one, because it is faster and a photo has millions of points.
    const noise = taken.noise === 0 ? 0 : taken.noise * (random.next() + random.next() + random.next() - 1.5) * 2;
    data[i] = Math.round(Math.min(255, Math.max(0, (data[i] as number) + noise)));
  }
  return { seed, format, lines, broken, picture, taken };
}
