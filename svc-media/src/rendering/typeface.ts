import { deflateSync } from 'node:zlib';

const REPLACEMENT = 0xfffd;
const SHAPELESS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\u034f|\p{Variation_Selector}/u;
/** The tables that a PDF viewer needs of a TrueType font whose characters are addressed by glyph number. */
const EMBEDDED_TABLES = ['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp'];

/**
 * A TrueType font, parsed once: widths, character map, and subsets for embedding.
 * Supports the fonts shipped beside it (character map format 4, no hinting); it is not a general font parser.
 */
export class Typeface {
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  readonly boundingBox: [number, number, number, number];
  /** Width of the widest glyph, in thousandths of the size. */
  readonly widest: number;
  private readonly view: DataView;
  private readonly tables = new Map<string, { offset: number; length: number }>();
  private characterMap: Uint16Array | undefined;
  private characterWidths: Float64Array | undefined;
  private readonly advances: Float64Array;
  private readonly longOffsets: boolean;

  constructor(
    readonly name: string,
    private readonly bytes: Buffer,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const count = this.view.getUint16(4);
    for (let i = 0; i < count; i++) {
      const at = 12 + i * 16;
      this.tables.set(bytes.toString('latin1', at, at + 4), { offset: this.view.getUint32(at + 8), length: this.view.getUint32(at + 12) });
    }
    const head = this.at('head');
    const scale = 1000 / this.view.getUint16(head + 18);
    this.longOffsets = this.view.getInt16(head + 50) === 1;
    this.boundingBox = [36, 38, 40, 42].map((field) => Math.round(this.view.getInt16(head + field) * scale)) as [number, number, number, number];
    const hhea = this.at('hhea');
    this.ascent = this.view.getInt16(hhea + 4) * scale;
    this.descent = this.view.getInt16(hhea + 6) * scale;
    this.capHeight = this.view.getInt16(this.at('OS/2') + 88) * scale;
    if (scale !== 1) throw new Error(`The font ${name} does not have 1000 units.`);
    this.advances = this.readAdvances(this.view.getUint16(hhea + 34), scale);
    this.widest = this.advances.reduce((most, advance) => Math.max(most, advance), 0);
  }

  /** Whether the font has a glyph for the character. */
  has(codePoint: number): boolean {
    return codePoint < 0x10000 && this.glyphs()[codePoint] !== 0;
  }

  /** Returns the glyph number of a character; if there is none, that of the replacement glyph. */
  glyphOf(codePoint: number): number {
    const glyphs = this.glyphs();
    return (codePoint < 0x10000 && glyphs[codePoint]) || glyphs[REPLACEMENT];
  }

  /** Returns the advance width of a glyph, in thousandths of the size. */
  advanceOf(glyph: number): number {
    return this.advances[glyph];
  }

  /** Returns the width of a text on one line, in thousandths of the size; undefined if the font lacks a character. */
  widthOf(text: string): number | undefined {
    this.characterWidths ??= this.readCharacterWidths();
    let sum = 0;
    for (let at = 0; at < text.length; at++) {
      const width = this.characterWidths[text.charCodeAt(at)] as number;
      if (width < 0) return undefined;
      sum += width;
    }
    return sum;
  }

  /** Returns a subset of the font with only these glyphs, their numbers unchanged, compressed for a PDF stream. */
  subset(used: Iterable<number>): { compressed: Uint8Array; length: number } {
    const kept = this.withComponents(used);
    const total = this.advances.length;
    const loca = Buffer.alloc((total + 1) * 4);
    const shapes: Buffer[] = [];
    let end = 0;
    for (let glyph = 0; glyph < total; glyph++) {
      loca.writeUInt32BE(end, glyph * 4);
      if (!kept.has(glyph)) continue;
      const shape = this.shapeOf(glyph);
      const padding = (4 - (shape.length % 4)) % 4;
      shapes.push(shape, Buffer.alloc(padding));
      end += shape.length + padding;
    }
    loca.writeUInt32BE(end, total * 4);
    const head = Buffer.from(this.table('head'));
    head.writeInt16BE(1, 50);
    const changed: Record<string, Buffer> = { glyf: Buffer.concat(shapes), loca, head };
    const file = assembleFont(EMBEDDED_TABLES.map((tag) => ({ tag, data: changed[tag] ?? this.table(tag) })));
    return { compressed: deflateSync(file), length: file.length };
  }

  private at(tag: string): number {
    const table = this.tables.get(tag);
    if (!table) throw new Error(`The font ${this.name} has no table ${tag}.`);
    return table.offset;
  }

  /** Returns the bytes of a table. */
  table(tag: string): Buffer {
    const offset = this.at(tag);
    return this.bytes.subarray(offset, offset + (this.tables.get(tag)?.length ?? 0));
  }

  private readAdvances(longMetrics: number, scale: number): Float64Array {
    const hmtx = this.at('hmtx');
    const advances = new Float64Array(this.view.getUint16(this.at('maxp') + 4));
    for (let glyph = 0; glyph < advances.length; glyph++) advances[glyph] = this.view.getUint16(hmtx + Math.min(glyph, longMetrics - 1) * 4) * scale;
    return advances;
  }

  /** Returns the glyph of each character. The map is read when it is first needed, because the fonts of other scripts are shaped without it. */
  private glyphs(): Uint16Array {
    this.characterMap ??= this.readCharacterMap();
    return this.characterMap;
  }

  /** Returns the width of each character; -1 if the font lacks it, as for both halves of a surrogate pair, and for characters that have no shape. */
  private readCharacterWidths(): Float64Array {
    return Float64Array.from(this.glyphs(), (glyph, code) =>
      glyph === 0 || SHAPELESS.test(String.fromCharCode(code)) ? -1 : (this.advances[glyph] as number),
    );
  }

  private readCharacterMap(): Uint16Array {
    const glyphs = new Uint16Array(0x10000);
    const { view } = this;
    const cmap = this.at('cmap');
    let map = 0;
    for (let i = 0; i < view.getUint16(cmap + 2); i++) {
      const subtable = cmap + view.getUint32(cmap + 4 + i * 8 + 4);
      if (view.getUint16(subtable) === 4) map = subtable;
    }
    if (!map) throw new Error(`The font ${this.name} has no character map of format 4.`);
    const segments = view.getUint16(map + 6);
    for (let i = 0; i < segments; i += 2) {
      const last = view.getUint16(map + 14 + i);
      const first = view.getUint16(map + 16 + segments + i);
      const delta = view.getUint16(map + 16 + segments * 2 + i);
      const rangeAt = map + 16 + segments * 3 + i;
      const range = view.getUint16(rangeAt);
      for (let code = first; code <= last && code !== 0xffff; code++) {
        const glyph = range === 0 ? code : view.getUint16(rangeAt + range + (code - first) * 2);
        glyphs[code] = glyph === 0 && range !== 0 ? 0 : (glyph + delta) & 0xffff;
      }
    }
    return glyphs;
  }

  /** Returns the outline of a glyph as stored in the font file; empty if nothing is drawn. */
  shapeOf(glyph: number): Buffer {
    const loca = this.at('loca');
    const offset = (index: number) => (this.longOffsets ? this.view.getUint32(loca + index * 4) : this.view.getUint16(loca + index * 2) * 2);
    const glyf = this.at('glyf');
    return this.bytes.subarray(glyf + offset(glyph), glyf + offset(glyph + 1));
  }

  /** Adds the components of composite glyphs: an accented letter is composed of the glyphs of its letter and its accent, so the subset needs those too. */
  private withComponents(used: Iterable<number>): Set<number> {
    const kept = new Set<number>([0, ...used]);
    for (const glyph of kept) {
      const shape = this.shapeOf(glyph);
      for (const at of this.componentsOf(shape)) kept.add(shape.readUInt16BE(at));
    }
    return kept;
  }

  /** Returns the positions in an outline at which the numbers of its component glyphs are stored. */
  componentsOf(shape: Buffer): number[] {
    const places: number[] = [];
    if (shape.length === 0 || shape.readInt16BE(0) >= 0) return places;
    let at = 10;
    let flags: number;
    do {
      flags = shape.readUInt16BE(at);
      places.push(at + 2);
      at += 4 + (flags & 0x1 ? 4 : 2) + (flags & 0x8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0);
    } while (flags & 0x20);
    return places;
  }
}

/** Assembles a TrueType file from these tables. */
export function assembleFont(tables: { tag: string; data: Buffer }[]): Buffer {
  const directory = Buffer.alloc(12 + tables.length * 16);
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(tables.length, 4);
  const power = Math.floor(Math.log2(tables.length));
  directory.writeUInt16BE(16 * 2 ** power, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(16 * (tables.length - 2 ** power), 10);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  tables.forEach(({ tag, data }, index) => {
    const at = 12 + index * 16;
    directory.write(tag, at, 'latin1');
    directory.writeUInt32BE(checksum(data), at + 4);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(data.length, at + 12);
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4);
    parts.push(data, padding);
    offset += data.length + padding.length;
  });
  return Buffer.concat(parts);
}

function checksum(data: Buffer): number {
  let sum = 0;
  for (let at = 0; at < data.length; at += 4) {
    const word = at + 4 <= data.length ? data.readUInt32BE(at) : Buffer.concat([data.subarray(at), Buffer.alloc(4)]).readUInt32BE(0);
    sum = (sum + word) >>> 0;
  }
  return sum;
}
