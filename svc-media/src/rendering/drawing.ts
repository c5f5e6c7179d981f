import type { PrintLayout } from '@portal/contract-kit';
import { type PDFContext, PDFDocument, PDFHexString, PDFName, PDFRawStream, type PDFRef, ReadingDirection } from 'pdf-lib';
import type { Pens } from './bands.ts';
import type { Canvas } from './canvas.ts';
import { drawCard } from './card.ts';
import { fonts } from './fonts.ts';
import { drawForm } from './form.ts';
import { Pen } from './pen.ts';
import { embedPhoto, Photo } from './photo.ts';
import { loadFontsFor } from './scripts/script-fonts.ts';
import { writeStructure } from './structure.ts';
import { printable } from './text.ts';
import type { Typeface } from './typeface.ts';

/** Resources that a layout refers to but does not contain. */
export interface PrintAssets {
  /** The photo named by `photoUid`, as JPEG. */
  photo?: Uint8Array;
}

/**
 * Draws a printed form or card.
 * @param layout the content; on a form texts are drawn in full, on a card they are fitted to their place
 * @returns the PDF; the same input gives the same bytes
 */
export async function drawLayout(layout: PrintLayout, assets: PrintAssets = {}): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const { context } = document;
  const { regular, bold } = fonts();
  await loadFontsFor(missingFrom(regular, layout));
  const pens: Pens = { regular: new Pen(regular, 400, context), bold: new Pen(bold, 700, context) };
  const photo = assets.photo && (await embedPhoto(document, assets.photo));
  const { pages: canvases, root } = layout.page === 'card' ? drawCard(layout, { pens, photo }) : drawForm(layout, { pens, photo });
  for (const canvas of canvases) writePage(document, canvas, pens, photo);
  for (const { font } of fontsOf(pens)) font.write(context);
  describe(document, layout, pens.regular);
  const pages = document.getPages().map((page) => page.ref);
  document.catalog.set(PDFName.of('StructTreeRoot'), writeStructure(context, root, pages));
  return document.save({ addDefaultPage: false, updateFieldAppearances: false });
}

function writePage(document: PDFDocument, canvas: Canvas, pens: Pens, photo: Photo | undefined): void {
  const { context } = document;
  const page = document.addPage([canvas.width, canvas.height]);
  const index = document.getPageCount() - 1;
  for (const { resource, font } of fontsOf(pens)) page.node.setFontDictionary(PDFName.of(resource), font.ref);
  if (photo && canvas.images.size > 0) page.node.setXObject(PDFName.of(Photo.resource), photo.image.ref);
  page.node.set(PDFName.of('StructParents'), context.obj(index));
  page.node.set(PDFName.of('Tabs'), PDFName.of('S'));
  const streams = canvas.streams().map((compressed) => register(context, compressed));
  page.node.set(PDFName.of('Contents'), streams.length === 1 ? (streams[0] as PDFRef) : context.obj(streams));
}

const fontsOf = ({ regular, bold }: Pens) => [...regular.fonts(), ...bold.fonts()];

/** Returns the characters of all texts that the font lacks. */
function missingFrom(face: Typeface, value: unknown, missing = new Set<number>()): Set<number> {
  if (typeof value === 'string') {
    if (face.widthOf(value) === undefined) {
      for (const character of value.normalize('NFC')) {
        const codePoint = character.codePointAt(0) as number;
        if (!face.has(codePoint)) missing.add(codePoint);
      }
    }
  } else if (value && typeof value === 'object') {
    for (const each of Object.values(value)) missingFrom(face, each, missing);
  }
  return missing;
}

function register(context: PDFContext, compressed: Buffer): PDFRef {
  return context.register(PDFRawStream.of(context.obj({ Filter: 'FlateDecode', Length: compressed.length }), compressed));
}

/** Writes title, language and other metadata. Dates are left out, because they would change the bytes and say nothing about the document. */
function describe(document: PDFDocument, layout: PrintLayout, pen: Pen): void {
  const plain = (text: string) => printable(text, pen).replace(/\n/g, ' ');
  document.setTitle(plain([layout.title, layout.reference].filter(Boolean).join(' ')), { showInWindowTitleBar: true });
  document.setSubject(plain(layout.reference));
  document.setAuthor(plain(layout.issuer));
  document.catalog.set(PDFName.of('Lang'), PDFHexString.fromText(layout.language || 'en'));
  if (layout.direction === 'rtl') document.catalog.getOrCreateViewerPreferences().setReadingDirection(ReadingDirection.R2L);
  document.catalog.set(PDFName.of('MarkInfo'), document.context.obj({ Marked: true }));
}
