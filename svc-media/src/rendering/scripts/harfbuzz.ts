/**
 * Calls HarfBuzz through its C interface (https://harfbuzz.github.io). HarfBuzz selects and positions the glyphs of scripts whose letters join, stack or change
 * their order. The package's own JavaScript is not used, because it loads its WebAssembly asynchronously during import, so neither a test nor a drawing could
 * load it on demand.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A positioned glyph, in units of the font. Glyphs with the same `cluster` belong to the same letters. */
export interface ShapedGlyph {
  glyph: number;
  /** Index of the first UTF-16 unit that the glyph represents. */
  cluster: number;
  advance: number;
  dx: number;
  dy: number;
}

type Pointer = number;
type Library = Record<string, (...values: number[]) => number> & { memory: WebAssembly.Memory };

const LEFT_TO_RIGHT = 4;
const RIGHT_TO_LEFT = 5;
const READ_ONLY = 1;
/** Cluster levels of HarfBuzz: one cluster for each letter with its marks, or one for each character. */
const BY_LETTER = 0;
const BY_CHARACTER = 1;
const tagged = (tag: string): number => Buffer.from(tag, 'latin1').readUInt32BE(0);
const WEIGHT = tagged('wght');
/** The tables that are only needed for shaping. Outlines do not need them, and subsetting these tables would take most of the time. */
const SHAPING_TABLES = ['GSUB', 'GPOS', 'GDEF'].map(tagged);
const DROPPED_TABLES = 3;
/** Size in bytes of an `hb_glyph_info_t`, and of an `hb_glyph_position_t`. */
const RECORD = 20;

const PAGE = 65_536;

function load(name: string): Library {
  const file = readFileSync(createRequire(import.meta.url).resolve(`harfbuzzjs/dist/${name}.wasm`));
  const stop = () => {
    throw new Error(`${name} stopped.`);
  };
  let library: Library | undefined;
  const grow = (size: number) => {
    const memory = (library as Library).memory;
    memory.grow(Math.ceil((size - memory.buffer.byteLength) / PAGE));
    return 1;
  };
  const instance = new WebAssembly.Instance(new WebAssembly.Module(file), {
    env: { _abort_js: stop, _emscripten_runtime_keepalive_clear: stop, _setitimer_js: stop, emscripten_resize_heap: grow },
    wasi_snapshot_preview1: { proc_exit: stop },
  });
  library = instance.exports as unknown as Library;
  (library._initialize ?? library.__wasm_call_ctors)?.();
  return library;
}

let shaping: Library | undefined;
let subsetting: Library | undefined;

/** Copies bytes into the library's memory. */
function copied(library: Library, bytes: Uint8Array): Pointer {
  const at = library.malloc(bytes.length);
  new Uint8Array(library.memory.buffer).set(bytes, at);
  return at;
}

/**
 * Returns a static font with the outlines of a variable font at one weight.
 * @param weight 100 to 900
 */
export function outlinesAt(font: Uint8Array, weight: number): Buffer {
  subsetting ??= load('harfbuzz-subset');
  const hb = subsetting;
  const source = copied(hb, font);
  const blob = hb.hb_blob_create(source, font.length, READ_ONLY, 0, 0);
  const face = hb.hb_face_create(blob, 0);
  const input = hb.hb_subset_input_create_or_fail();
  hb.hb_subset_input_keep_everything(input);
  const dropped = hb.hb_subset_input_set(input, DROPPED_TABLES);
  for (const table of SHAPING_TABLES) hb.hb_set_add(dropped, table);
  hb.hb_subset_input_pin_axis_location(input, face, WEIGHT, weight);
  const fixed = hb.hb_subset_or_fail(face, input);
  if (!fixed) throw new Error('The font cannot be drawn at this weight.');
  const result = hb.hb_face_reference_blob(fixed);
  const length = hb.hb_blob_get_length(result);
  const bytes = Buffer.from(hb.memory.buffer.slice(hb.hb_blob_get_data(result, 0), hb.hb_blob_get_data(result, 0) + length));
  hb.hb_blob_destroy(result);
  hb.hb_face_destroy(fixed);
  hb.hb_subset_input_destroy(input);
  hb.hb_face_destroy(face);
  hb.hb_blob_destroy(blob);
  hb.free(source);
  return bytes;
}

/** Shapes text with one variable font at one weight. It stays in memory as long as the thread runs. */
export class Shaper {
  private readonly hb: Library;
  private readonly font: Pointer;

  constructor(bytes: Uint8Array, weight: number) {
    shaping ??= load('harfbuzz');
    const hb = shaping;
    this.hb = hb;
    this.font = hb.hb_font_create(hb.hb_face_create(hb.hb_blob_create(copied(hb, bytes), bytes.length, READ_ONLY, 0, 0), 0));
    const variation = hb.malloc(8);
    const memory = new DataView(hb.memory.buffer);
    memory.setUint32(variation, WEIGHT, true);
    memory.setFloat32(variation + 4, weight, true);
    hb.hb_font_set_variations(this.font, variation, 1);
    hb.free(variation);
  }

  /** Whether the font has a glyph for the character. */
  has(codePoint: number): boolean {
    const { hb } = this;
    const at = hb.malloc(4);
    const found = hb.hb_font_get_nominal_glyph(this.font, codePoint, at) !== 0;
    hb.free(at);
    return found;
  }

  /** Returns the glyphs of a text of one direction, from left to right. */
  shape(text: string, rightToLeft: boolean): ShapedGlyph[] {
    const { hb } = this;
    const units = hb.malloc(Math.max(2, text.length * 2));
    const memory = new DataView(hb.memory.buffer);
    for (let i = 0; i < text.length; i++) memory.setUint16(units + i * 2, text.charCodeAt(i), true);
    const buffer = hb.hb_buffer_create();
    hb.hb_buffer_add_utf16(buffer, units, text.length, 0, text.length);
    hb.hb_buffer_set_direction(buffer, rightToLeft ? RIGHT_TO_LEFT : LEFT_TO_RIGHT);
    // Programs that read a PDF reorder right-to-left text character by character, marks included.
    hb.hb_buffer_set_cluster_level(buffer, rightToLeft ? BY_CHARACTER : BY_LETTER);
    hb.hb_buffer_guess_segment_properties(buffer);
    hb.hb_shape(this.font, buffer, 0, 0);
    const count = hb.hb_buffer_get_length(buffer);
    const infos = hb.hb_buffer_get_glyph_infos(buffer, 0);
    const places = hb.hb_buffer_get_glyph_positions(buffer, 0);
    const view = new DataView(hb.memory.buffer);
    const glyphs = Array.from({ length: count }, (_, i): ShapedGlyph => {
      const info = infos + i * RECORD;
      const place = places + i * RECORD;
      return {
        glyph: view.getUint32(info, true),
        cluster: view.getUint32(info + 8, true),
        advance: view.getInt32(place, true),
        dx: view.getInt32(place + 8, true),
        dy: view.getInt32(place + 12, true),
      };
    });
    hb.hb_buffer_destroy(buffer);
    hb.free(units);
    return glyphs;
  }
}
