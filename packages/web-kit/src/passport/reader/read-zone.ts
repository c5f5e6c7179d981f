import { ALPHABET, charsetsOf, type Format, fits, formats } from '../zone/formats.ts';
import { blobsOf, inkOf } from './blobs.ts';
import { LineReader } from './cells.ts';
import { type Gray, quarterTurn, resize, soften } from './gray.ts';
import { linesOf, pointAt, slopeOf, type TextLine } from './lines.ts';
import { NOTHING, type Weights } from './network.ts';

/** The lines of a machine-readable zone as they were read, and the certainty of each character, from 0 to 1. */
export interface ZoneReading {
  format: Format['name'];
  lines: string[];
  certainty: number[][];
  /** The mean certainty of the whole reading. Below `0.5` it is not a zone. */
  score: number;
}

/** The longest side, in pixels, of the picture in which lines are searched for. */
const LOOKED_AT = 1400;
/** The lowest score that a single place can add to a line, as a logarithm of its probability. */
const WORST = -5;

const masks = new Map<Format, Uint8Array[][]>(
  formats.map((format) => [
    format,
    charsetsOf(format).map((line, row) =>
      line.map((charset, column) =>
        Uint8Array.from(ALPHABET, (character) => (fits(charset, character) && (row + column > 0 || format.codes.includes(character)) ? 1 : 0)),
      ),
    ),
  ]),
);

interface Place {
  character: string;
  certainty: number;
}

/** Returns the most probable of the characters that the place may hold. In its certainty, the probability of all other characters counts a quarter. */
function bestOf(probabilities: Float32Array, mask: Uint8Array): Place {
  let best = -1;
  let inside = 0;
  let outside = probabilities[NOTHING] as number;
  for (let i = 0; i < NOTHING; i += 1) {
    const value = probabilities[i] as number;
    if (mask[i] === 0) outside += value;
    else {
      inside += value;
      if (best < 0 || value > (probabilities[best] as number)) best = i;
    }
  }
  return { character: ALPHABET[best] as string, certainty: (probabilities[best] as number) / (inside + 0.25 * outside + 1e-9) };
}

interface Window {
  start: number;
  score: number;
}

/** Scores how well a line of a format fits a line of the picture, for each place where it may begin. Returns the best first. */
function windowsOf(line: TextLine, reader: LineReader, lineMasks: readonly Uint8Array[]): Window[] {
  const length = lineMasks.length;
  const slack = 3;
  const windows: Window[] = [];
  const from = Math.min(line.first, line.last - length + 1) - slack;
  const to = Math.max(line.first, line.last - length + 1) + slack;
  // A line about twice as long as the format's line cannot be this line.
  if (to - from > length) return [];
  for (let start = from; start <= to; start += 1) {
    let sum = 0;
    let places = 0;
    for (let k = Math.min(start, line.first); k <= Math.max(start + length - 1, line.last); k += 1) {
      const inside = k >= start && k < start + length;
      const probability = inside ? bestOf(reader.at(k), lineMasks[k - start] as Uint8Array).certainty : (reader.at(k)[NOTHING] as number);
      sum += Math.max(WORST, Math.log(probability + 1e-9));
      places += 1;
    }
    windows.push({ start, score: sum / places });
  }
  return windows.sort((a, b) => b.score - a.score).slice(0, 4);
}

/** Whether one line is below the other at the distance of a zone's lines, in the same direction and size. */
function follows(above: TextLine, below: TextLine): boolean {
  const middle = (above.first + above.last) / 2;
  const [px, py] = [slopeOf(above.x, middle), slopeOf(above.y, middle)];
  const pitch = Math.hypot(px, py);
  const [x, y] = [pointAt(above.x, middle), pointAt(above.y, middle)];
  // Searches for the place of the lower line that is nearest below.
  let k = (below.first + below.last) / 2;
  for (let round = 0; round < 4; round += 1) {
    const [dx, dy] = [x - pointAt(below.x, k), y - pointAt(below.y, k)];
    k += (dx * px + dy * py) / (pitch * Math.hypot(slopeOf(below.x, k), slopeOf(below.y, k)));
  }
  const [qx, qy] = [slopeOf(below.x, k), slopeOf(below.y, k)];
  const other = Math.hypot(qx, qy);
  const down = (-(pointAt(below.x, k) - x) * py + (pointAt(below.y, k) - y) * px) / pitch;
  return Math.abs(other / pitch - 1) < 0.15 && Math.abs((px * qy - py * qx) / (pitch * other)) < 0.08 && down > 1.5 * pitch && down < 3.6 * pitch;
}

/** Returns the groups of two or three lines that are below each other. */
function groupsOf(lines: readonly TextLine[]): TextLine[][] {
  const groups: TextLine[][] = [];
  for (const first of lines) {
    for (const second of lines) {
      if (first === second || !follows(first, second)) continue;
      groups.push([first, second]);
      for (const third of lines) if (third !== first && third !== second && follows(second, third)) groups.push([first, second, third]);
    }
  }
  return groups;
}

/** Returns the best reading of a group of lines in one of the formats. */
function readGroup(group: readonly TextLine[], readerOf: (line: TextLine) => LineReader): ZoneReading | undefined {
  let best: ZoneReading | undefined;
  for (const format of formats) {
    if (format.lines !== group.length) continue;
    const lineMasks = masks.get(format) as Uint8Array[][];
    const choices = group.map((line, i) => windowsOf(line, readerOf(line), lineMasks[i] as Uint8Array[]));
    if (choices.some((each) => each.length === 0)) continue;
    const top = choices[0] as Window[];
    for (const window of top) {
      const first = group[0] as TextLine;
      const [x, y] = [pointAt(first.x, window.start), pointAt(first.y, window.start)];
      const [px, py] = [slopeOf(first.x, window.start), slopeOf(first.y, window.start)];
      const pitch = Math.hypot(px, py);
      // The lines of a zone begin below each other.
      const chosen = [window];
      for (let i = 1; i < group.length; i += 1) {
        const line = group[i] as TextLine;
        const fitting = (choices[i] as Window[]).find(({ start }) => {
          const along = ((pointAt(line.x, start) - x) * px + (pointAt(line.y, start) - y) * py) / (pitch * pitch);
          return Math.abs(along) < 0.75 + 0.35 * (i - 1);
        });
        if (fitting) chosen.push(fitting);
      }
      if (chosen.length < group.length) continue;
      const score = Math.exp(chosen.reduce((sum, each) => sum + each.score, 0) / chosen.length);
      if (best && best.score >= score) continue;
      const places = chosen.map(({ start }, i) =>
        (lineMasks[i] as Uint8Array[]).map((mask, place) => bestOf(readerOf(group[i] as TextLine).at(start + place), mask)),
      );
      best = {
        format: format.name,
        lines: places.map((line) => line.map(({ character }) => character).join('')),
        certainty: places.map((line) => line.map(({ certainty }) => certainty)),
        score,
      };
    }
  }
  return best;
}

/** Reads a zone in an upright picture. The picture is scaled so that its letters have a suitable size. */
function readUpright(gray: Gray, weights: Weights): ZoneReading | undefined {
  const scale = Math.min(1, LOOKED_AT / Math.max(gray.width, gray.height));
  const small = resize(gray, scale);
  if (scale > 0.99) soften(small, 0.6);
  let best: ZoneReading | undefined;
  for (const radius of [Math.round(LOOKED_AT / 70), Math.round(LOOKED_AT / 130)]) {
    const ink = inkOf(small, radius);
    const lines = linesOf(blobsOf(ink, small.width, small.height, 6, 70)).slice(0, 12);
    const readers = new Map<TextLine, LineReader>();
    const readerOf = (line: TextLine): LineReader => {
      let reader = readers.get(line);
      if (!reader) {
        // Large letters are read in the reduced picture, whose points are means of the original ones. Small letters are read in the original, where they are
        // sharpest.
        const large = slopeOf(line.x, (line.first + line.last) / 2) > 17;
        reader = large ? new LineReader(small, line, 1, weights) : new LineReader(gray, line, 1 / scale, weights);
        readers.set(line, reader);
      }
      return reader;
    };
    for (const group of groupsOf(lines)) {
      const reading = readGroup(group, readerOf);
      if (reading && (!best || reading.score > best.score)) best = reading;
    }
    if (best && best.score > 0.85) return best;
  }
  return best;
}

/**
 * Reads the machine-readable zone in a picture of a document.
 * @param turns 1 for a camera that is held upright; 4 for a photo, for which every quarter turn is tried, those with horizontal lines first
 */
export function readZone(gray: Gray, weights: Weights, turns: 1 | 4 = 4): ZoneReading | undefined {
  let best: ZoneReading | undefined;
  for (const turn of turns === 4 ? [0, 2, 1, 3] : [0]) {
    // A good reading ends the search: in a picture whose lines run the other way, nothing resembles a zone.
    if (best && best.score > (turn === 1 ? 0.5 : 0.7)) break;
    let turned = gray;
    for (let quarter = 0; quarter < turn; quarter += 1) turned = quarterTurn(turned);
    const reading = readUpright(turned, weights);
    if (reading && (!best || reading.score > best.score)) best = reading;
  }
  return best && best.score > 0.5 ? best : undefined;
}
