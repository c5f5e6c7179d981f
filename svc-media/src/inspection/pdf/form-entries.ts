import { constants, inflateSync } from 'node:zlib';
import { PDFArray, type PDFContext, PDFDict, PDFHexString, PDFName, PDFNumber, type PDFObject, PDFRawStream, PDFString } from 'pdf-lib';

const [ANNOTS, SUBTYPE, WIDGET, PARENT, FT, TX, CH, V, F, AP, N, FILTER, FLATE, FL] = [
  'Annots',
  'Subtype',
  'Widget',
  'Parent',
  'FT',
  'Tx',
  'Ch',
  'V',
  'F',
  'AP',
  'N',
  'Filter',
  'FlateDecode',
  'Fl',
].map((name) => PDFName.of(name));

/** Flags of a widget that is not shown: Hidden and NoView. */
const NOT_SHOWN = 0b10_0010;
const DEEPEST = 32;
/** Limit for the unpacked size of all appearances that are read. Appearances beyond it count as drawn. */
const MOST_UNPACKED = 4 * 1024 * 1024;
/** The operators that show a text or another object. */
const SHOWS = /[)>\]]\s*(?:T[jJ]|['"])|\bDo\b/;

/**
 * Whether the pages show a text field or a choice that is filled in, but not its value: programs that fill forms often leave the drawing to the reader. Such a
 * value is lost when the form's logic is removed.
 */
export function hasUndrawnEntry(context: PDFContext): boolean {
  const allowance = { bytes: MOST_UNPACKED };
  const seen = new Set<PDFObject>();
  for (const [, page] of context.enumerateIndirectObjects()) {
    const annotations = page instanceof PDFDict ? page.lookup(ANNOTS) : undefined;
    if (!(annotations instanceof PDFArray) || seen.has(annotations)) continue;
    seen.add(annotations);
    for (const item of annotations.asArray()) {
      const widget = context.lookup(item);
      if (widget instanceof PDFDict && widget.lookup(SUBTYPE) === WIDGET && isFilledIn(widget) && !isDrawn(widget, allowance)) return true;
    }
  }
  return false;
}

function isFilledIn(widget: PDFDict): boolean {
  const kind = inherited(widget, FT);
  const flags = widget.lookup(F);
  if ((kind !== TX && kind !== CH) || (flags instanceof PDFNumber && flags.asNumber() & NOT_SHOWN)) return false;
  return hasText(inherited(widget, V));
}

/** Returns the value of a field, which may stand in the field or in one above it. */
function inherited(widget: PDFDict, key: PDFName): PDFObject | undefined {
  let field: PDFObject | undefined = widget;
  for (let depth = 0; field instanceof PDFDict && depth < DEEPEST; depth++) {
    if (field.has(key)) return field.lookup(key);
    field = field.lookup(PARENT);
  }
  return undefined;
}

function hasText(value: PDFObject | undefined): boolean {
  if (value instanceof PDFArray) return value.asArray().some((_, index) => hasText(value.lookup(index)));
  if (value instanceof PDFRawStream) return value.contents.length > 0;
  // Blanks, and the bytes that mark a text as UTF-16, are no text.
  return (value instanceof PDFString || value instanceof PDFHexString) && value.asBytes().some((byte) => byte > 0x20 && byte < 0xfe);
}

function isDrawn(widget: PDFDict, allowance: { bytes: number }): boolean {
  const appearances = widget.lookup(AP);
  const normal = appearances instanceof PDFDict ? appearances.lookup(N) : undefined;
  return normal instanceof PDFRawStream ? shows(normal, allowance) : normal instanceof PDFDict;
}

function shows({ dict, contents }: PDFRawStream, allowance: { bytes: number }): boolean {
  let filter = dict.lookup(FILTER);
  if (filter instanceof PDFArray && filter.size() === 1) filter = filter.lookup(0);
  const isFlate = filter === FLATE || filter === FL;
  if ((filter && !isFlate) || allowance.bytes <= 0) return true;
  try {
    const content = isFlate ? inflateSync(contents, { maxOutputLength: allowance.bytes, finishFlush: constants.Z_SYNC_FLUSH }) : Buffer.from(contents);
    allowance.bytes -= content.length;
    return SHOWS.test(content.toString('latin1'));
  } catch {
    allowance.bytes = 0;
    return true;
  }
}
