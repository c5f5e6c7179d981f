/** Splits a line of text for drawing: which font draws which part, in order from left to right. */
import bidiFactory from 'bidi-js';
import type { Typeface } from '../typeface.ts';
import { faceOf, type ScriptFace, type Weight } from './script-fonts.ts';

/** Glyphs that represent the same letters, positioned relative to the beginning of the cluster, in units of the font. */
export interface Cluster {
  text: string;
  advance: number;
  parts: { typeface: Typeface; glyph: number; dx: number; dy: number }[];
}

/** A part of a line: plain text of the built-in font, or shaped clusters. */
export type LineRun = { plain: string } | { clusters: Cluster[] };

interface Item {
  face: ScriptFace | undefined;
  level: number;
  text: string;
}

const bidi = bidiFactory();
const MARK_OR_JOINER = /[\p{M}\u200c\u200d]/u;
const JOINER = /[\u200c\u200d]/;

/**
 * Returns the runs of a line, from left to right.
 * @param line text without line breaks, in which characters without a font are already replaced
 */
export function shapeLine(line: string, base: Typeface, weight: Weight): LineRun[] {
  const { levels } = bidi.getEmbeddingLevels(line);
  const items: Item[] = [];
  let at = 0;
  for (const character of line) {
    const codePoint = character.codePointAt(0) as number;
    const last = items.at(-1);
    const level = levels[at] as number;
    at += character.length;
    const follows = last?.face && MARK_OR_JOINER.test(character) && (JOINER.test(character) || last.face.shaper.has(codePoint));
    const face = follows ? last.face : base.has(codePoint) ? undefined : faceOf(codePoint, weight);
    if (last && last.face === face && (last.level === level || follows)) last.text += character;
    else items.push({ face, level, text: character });
  }
  const runs: LineRun[] = [];
  for (const item of inVisualOrder(items)) {
    const run = drawn(item, base);
    const last = runs.at(-1);
    // The glyphs of all these scripts are put into one font, so clusters from several font files can form one run.
    if (last && 'clusters' in last && 'clusters' in run) last.clusters.push(...run.clusters);
    else runs.push(run);
  }
  return runs;
}

/** Reverses sequences of right-to-left parts, from the most deeply embedded to the least (rule L2 of the Unicode bidirectional algorithm). */
function inVisualOrder(items: Item[]): Item[] {
  const most = items.reduce((level, item) => Math.max(level, item.level), 0);
  for (let level = most; level > 0; level--) {
    for (let from = 0; from < items.length; from++) {
      let to = from;
      while (to < items.length && (items[to] as Item).level >= level) to++;
      if (to > from + 1) items.splice(from, to - from, ...items.slice(from, to).reverse());
      from = to;
    }
  }
  return items;
}

function drawn({ face, level, text }: Item, base: Typeface): LineRun {
  const rightToLeft = level % 2 === 1;
  if (face) return { clusters: clustersOf(face, text, rightToLeft) };
  if (!rightToLeft) return { plain: text };
  // A bracket between right-to-left words is drawn as its counterpart, but copied as the original character.
  const clusters = [...text].reverse().map((character): Cluster => {
    const glyph = base.glyphOf((bidi.getMirroredCharacter(character) ?? character).codePointAt(0) as number);
    return { text: character, advance: base.advanceOf(glyph), parts: [{ typeface: base, glyph, dx: 0, dy: 0 }] };
  });
  return { clusters };
}

function clustersOf(face: ScriptFace, text: string, rightToLeft: boolean): Cluster[] {
  const { typeface } = face;
  const glyphs = face.shaper.shape(text, rightToLeft);
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].sort((a, b) => a - b);
  const ends = new Map(starts.map((start, i) => [start, starts[i + 1] ?? text.length]));
  const clusters: Cluster[] = [];
  let previous = -1;
  for (const { glyph, cluster, advance, dx, dy } of glyphs) {
    if (cluster !== previous) clusters.push({ text: text.slice(cluster, ends.get(cluster)), advance: 0, parts: [] });
    previous = cluster;
    const current = clusters[clusters.length - 1] as Cluster;
    current.parts.push({ typeface, glyph, dx: current.advance + dx, dy });
    current.advance += advance;
  }
  return clusters;
}
