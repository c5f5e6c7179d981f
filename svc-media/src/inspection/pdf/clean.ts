import { deflateSync } from 'node:zlib';
import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRawStream, PDFRef, PDFWriter } from 'pdf-lib';
import { Unreadable } from './parse.ts';

const names = (list: string): ReadonlySet<PDFName> => new Set(list.split(' ').map((name) => PDFName.of(name)));

/** The keys that are kept in the document catalogue, its page tree, a page and an annotation. None of them leads to an action, a script or a file. */
const CATALOG = names('Type Pages PageLabels Lang ViewerPreferences MarkInfo StructTreeRoot OCProperties OutputIntents PageLayout');
const PAGES = names('Type Parent Kids Count Resources MediaBox CropBox Rotate');
const PAGE = names('Type Parent Resources MediaBox CropBox BleedBox TrimBox ArtBox Contents Rotate Group Annots StructParents Tabs UserUnit');
const ANNOTATION = names(
  'Type Subtype Rect AP AS F BS Border C IC CA Contents QuadPoints Vertices InkList L LE BE RD DA DS Q MK StructParent OC NM M T Subj Popup P Name Open FT Ff V',
);
/** Keys that any object may have and that are always removed: data of programs, references to other files, and code for printers. */
const NEVER = names('Metadata PieceInfo LastModified OPI PS Ref Alternates');
const [TYPE, KIDS, COUNT, RECT, SUBTYPE, FILTER, FLATE, PAGE_TYPE, PAGES_TYPE] = [
  'Type',
  'Kids',
  'Count',
  'Rect',
  'Subtype',
  'Filter',
  'FlateDecode',
  'Page',
  'Pages',
].map((name) => PDFName.of(name));

/**
 * Removes everything that is not needed to show the pages: actions, form logic, names, bookmarks, data of programs and unreferenced objects.
 * @returns whether anything was removed
 * @throws Unreadable if the file contains no document
 */
export function prune(context: PDFContext): boolean {
  const root = context.lookup(context.trailerInfo.Root);
  if (!(root instanceof PDFDict) || root.lookup(TYPE) !== PDFName.of('Catalog')) throw new Unreadable('no catalog');
  let changed = keepOnly(root, CATALOG);
  const reached = new Set<PDFRef>();
  const waiting: PDFObject[] = [context.trailerInfo.Root as PDFObject];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next instanceof PDFRef) {
      const object = reached.has(next) ? undefined : context.lookup(next);
      reached.add(next);
      if (object) waiting.push(object);
    } else if (next instanceof PDFArray) for (const item of next.asArray()) waiting.push(item);
    else if (next instanceof PDFRawStream) waiting.push(next.dict);
    else if (next instanceof PDFDict) {
      if (next !== root) changed = scrub(next) || changed;
      for (const value of next.values()) waiting.push(value);
    }
  }
  for (const [ref] of context.enumerateIndirectObjects()) if (!reached.has(ref)) changed = context.delete(ref) || changed;
  context.trailerInfo = { Root: context.trailerInfo.Root };
  return changed;
}

/** Writes the document as a new file. Uncompressed streams are compressed, so that no text in the file can be mistaken for an object. */
export async function write(context: PDFContext): Promise<Uint8Array> {
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream) || object.dict.has(FILTER) || object.contents.length === 0) continue;
    object.dict.set(FILTER, FLATE);
    context.assign(ref, PDFRawStream.of(object.dict, deflateSync(object.contents)));
  }
  return PDFWriter.forContext(context, Number.POSITIVE_INFINITY).serializeToBuffer();
}

function scrub(dict: PDFDict): boolean {
  const type = dict.lookup(TYPE);
  if (type === PAGES_TYPE || (dict.has(KIDS) && dict.has(COUNT))) return keepOnly(dict, PAGES);
  if (type === PAGE_TYPE) return keepOnly(dict, PAGE);
  if (dict.has(RECT) && dict.has(SUBTYPE)) return keepOnly(dict, ANNOTATION);
  return remove(dict, (key) => NEVER.has(key));
}

const keepOnly = (dict: PDFDict, kept: ReadonlySet<PDFName>): boolean => remove(dict, (key) => !kept.has(key));

function remove(dict: PDFDict, unwanted: (key: PDFName) => boolean): boolean {
  const gone = dict.keys().filter(unwanted);
  for (const key of gone) dict.delete(key);
  return gone.length > 0;
}
