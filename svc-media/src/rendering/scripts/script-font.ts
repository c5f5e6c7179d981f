import { deflateSync } from 'node:zlib';
import type { PDFContext, PDFRef } from 'pdf-lib';
import { hex4, writeFont } from '../font-objects.ts';
import { assembleFont, type Typeface } from '../typeface.ts';
import type { Cluster } from './line-shaping.ts';

/** The glyph that is drawn for one code. */
interface Slot {
  data: Buffer;
  /** The bounding box: left, bottom, right, top; undefined if nothing is drawn. */
  box?: [number, number, number, number];
  points: number;
  contours: number;
  depth: number;
  width: number;
  text?: string;
}

const EMPTY: Slot = { data: Buffer.alloc(0), points: 0, contours: 0, depth: 0, width: 0 };
/** Largest number of different clusters in the font. Further clusters are drawn as an empty glyph, but their text is kept. */
const MOST_SLOTS = 0xfff0;
/** Flags of a component of a composite glyph: 16-bit offsets, and more components follow. */
const WORDS_XY = 0x3;
const MORE = 0x20;

/**
 * A font generated for one document, with the glyphs of all scripts that the built-in font lacks. Every cluster becomes one glyph, composed of the shapes in
 * the positions that HarfBuzz chose. So each code represents exactly one text, and text copied from the document is the original text.
 */
export class ScriptFont {
  private readonly slots: Slot[] = [EMPTY];
  private readonly shapes = new Map<Typeface, Map<number, number>>();
  private readonly clusters = new Map<string, number>();

  constructor(
    private readonly base: Typeface,
    /** Name of the font in the resources of the pages. */
    readonly resource: string,
    readonly ref: PDFRef,
  ) {}

  get isUsed(): boolean {
    return this.clusters.size > 0;
  }

  /** Returns the clusters as a hexadecimal string for the page content. */
  encode(clusters: readonly Cluster[]): string {
    return clusters.map((cluster) => hex4(this.slotOf(cluster))).join('');
  }

  write(context: PDFContext): void {
    const { slots, base } = this;
    const codes = slots.flatMap(({ width, text }, code) => (text === undefined ? [] : [{ code, width, text }]));
    writeFont(context, this.ref, { name: `${base.name}-Scripts`, file: this.file(), metrics: base, bold: base.name.endsWith('Bold'), codes });
  }

  private slotOf(cluster: Cluster): number {
    const parts = cluster.parts.map(({ typeface, glyph, dx, dy }) => ({ slot: this.shapeSlot(typeface, glyph), dx, dy }));
    const key = [cluster.text, cluster.advance, ...parts.map(({ slot, dx, dy }) => `${slot} ${dx} ${dy}`)].join('|');
    let known = this.clusters.get(key);
    if (known === undefined) {
      known = this.add(compose(parts, this.slots, cluster));
      this.clusters.set(key, known);
    }
    return known;
  }

  /** Returns the slot for a glyph of a font; the glyph may itself be composed of others. */
  private shapeSlot(typeface: Typeface, glyph: number): number {
    const known = this.shapes.get(typeface) ?? new Map<number, number>();
    this.shapes.set(typeface, known);
    let slot = known.get(glyph);
    if (slot === undefined) {
      slot = this.add(this.shape(typeface, glyph));
      known.set(glyph, slot);
    }
    return slot;
  }

  private shape(typeface: Typeface, glyph: number): Slot {
    const data = Buffer.from(typeface.shapeOf(glyph));
    if (data.length < 10) return EMPTY;
    const box = [2, 4, 6, 8].map((at) => data.readInt16BE(at)) as [number, number, number, number];
    const contours = data.readInt16BE(0);
    if (contours >= 0) {
      const points = contours === 0 ? 0 : data.readUInt16BE(10 + (contours - 1) * 2) + 1;
      return { data, box, points, contours, depth: 0, width: 0 };
    }
    const sum = { points: 0, contours: 0, depth: 0 };
    for (const at of typeface.componentsOf(data)) {
      const slot = this.shapeSlot(typeface, data.readUInt16BE(at));
      data.writeUInt16BE(slot, at);
      count(sum, this.slots[slot] as Slot);
    }
    return { data, box, ...sum, depth: sum.depth + 1, width: 0 };
  }

  private add(slot: Slot): number {
    if (this.slots.length >= MOST_SLOTS) return 0;
    this.slots.push(slot);
    return this.slots.length - 1;
  }

  private file(): { compressed: Uint8Array; length: number } {
    const { slots, base } = this;
    const loca = Buffer.alloc((slots.length + 1) * 4);
    const hmtx = Buffer.alloc(slots.length * 4);
    const data: Buffer[] = [];
    let end = 0;
    slots.forEach((slot, index) => {
      loca.writeUInt32BE(end, index * 4);
      hmtx.writeUInt16BE(Math.max(0, Math.min(slot.width, 0xffff)), index * 4);
      hmtx.writeInt16BE(slot.box?.[0] ?? 0, index * 4 + 2);
      const padding = (4 - (slot.data.length % 4)) % 4;
      data.push(slot.data, Buffer.alloc(padding));
      end += slot.data.length + padding;
    });
    loca.writeUInt32BE(end, slots.length * 4);
    const head = Buffer.from(base.table('head'));
    head.writeInt16BE(1, 50);
    const hhea = Buffer.from(base.table('hhea'));
    hhea.writeUInt16BE(slots.length, 34);
    const maxp = Buffer.from(base.table('maxp'));
    const most = (of: (slot: Slot) => number) => Math.min(0xffff, Math.max(...slots.map(of)));
    const [points, contours] = [most((slot) => slot.points), most((slot) => slot.contours)];
    for (const [at, value] of [
      [4, slots.length],
      [6, points],
      [8, contours],
      [10, points],
      [12, contours],
      [28, 0xff],
      [30, most((slot) => slot.depth)],
    ] as const)
      maxp.writeUInt16BE(value, at);
    const file = assembleFont([
      { tag: 'glyf', data: Buffer.concat(data) },
      { tag: 'head', data: head },
      { tag: 'hhea', data: hhea },
      { tag: 'hmtx', data: hmtx },
      { tag: 'loca', data: loca },
      { tag: 'maxp', data: maxp },
    ]);
    return { compressed: deflateSync(file), length: file.length };
  }
}

function count(sum: Pick<Slot, 'points' | 'contours' | 'depth'>, { points, contours, depth }: Slot): void {
  sum.points += points;
  sum.contours += contours;
  sum.depth = Math.max(sum.depth, depth);
}

const short = (value: number): number => Math.max(-0x8000, Math.min(value, 0x7fff));

/** Composes a glyph from other glyphs at their positions. */
function compose(parts: { slot: number; dx: number; dy: number }[], slots: Slot[], { text, advance }: Cluster): Slot {
  const drawn = parts.filter(({ slot }) => slots[slot]?.box);
  const sum = { points: 0, contours: 0, depth: 0 };
  const box: [number, number, number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  if (drawn.length === 0) return { ...EMPTY, width: advance, text };
  const data = Buffer.alloc(10 + drawn.length * 8);
  drawn.forEach(({ slot, dx, dy }, index) => {
    const part = slots[slot] as Slot;
    const [left, bottom, right, top] = part.box as [number, number, number, number];
    box[0] = Math.min(box[0], left + dx);
    box[1] = Math.min(box[1], bottom + dy);
    box[2] = Math.max(box[2], right + dx);
    box[3] = Math.max(box[3], top + dy);
    count(sum, part);
    const at = 10 + index * 8;
    data.writeUInt16BE(WORDS_XY | (index < drawn.length - 1 ? MORE : 0), at);
    data.writeUInt16BE(slot, at + 2);
    data.writeInt16BE(short(dx), at + 4);
    data.writeInt16BE(short(dy), at + 6);
  });
  data.writeInt16BE(-1, 0);
  box.forEach((value, index) => {
    data.writeInt16BE(short(value), 2 + index * 2);
  });
  return { data, box, ...sum, depth: sum.depth + 1, width: advance, text };
}
