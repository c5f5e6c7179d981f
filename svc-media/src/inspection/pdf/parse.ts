import { constants, inflateSync } from 'node:zlib';
import {
  PDFArray,
  type PDFContext,
  type PDFDict,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFObjectParser,
  PDFParser,
  PDFRawStream,
  PDFRef,
} from 'pdf-lib';

/** The file violates the format, or unpacks to more bytes than may be inspected. */
export class Unreadable extends Error {}

export interface ParsedPdf {
  context: PDFContext;
  /** Number of objects that are in the file itself, not inside an object stream. */
  directObjects: number;
  /** Whether the file has object streams or a cross-reference stream (PDF 1.5). */
  packed: boolean;
  /** Whether every object ends where it should. */
  tidy: boolean;
  encrypted: boolean;
}

/** Limit for the unpacked size of all object streams: 1 MB plus this many times the length of the file, and never more than 32 MB. */
const MOST_TIMES = 40;
const ALWAYS_UNPACKED = 1024 * 1024;
const MOST_UNPACKED = 32 * 1024 * 1024;
/** The beginnings of the sections that may follow an object. The search for the next one takes linear time. */
const NEXT_SECTION = /(?:\d{1,10}\s{1,32}\d{1,5}\s{1,32}obj|xref|trailer|startxref)/g;
const END_OF_OBJECT = [...'endobj'].map((letter) => letter.charCodeAt(0));

/** The non-public parts of pdf-lib's parser that are replaced or called here. */
interface ParserParts {
  bytes: { offset(): number; moveTo(offset: number): void };
  context: PDFContext;
  parseIndirectObjectHeader(): PDFRef;
  parseObject(): PDFObject;
  skipWhitespaceAndComments(): void;
  matchKeyword(keyword: number[]): boolean;
  parseIndirectObject(): Promise<PDFRef>;
  skipJibberish(): void;
}

/**
 * Parses every object of a PDF, including those inside object streams, in linear time.
 * Offsets stated in the file are ignored: every parsed object counts, wherever the cross-reference table points.
 * @throws Unreadable for a damaged object, an object stream with an unusual encoding, or one that unpacks to too much
 */
export async function parsePdf(bytes: Buffer): Promise<ParsedPdf> {
  const parser = PDFParser.forBytesWithOptions(bytes, Number.POSITIVE_INFINITY, true);
  const parts = parser as unknown as ParserParts;
  const parsed: ParsedPdf = { context: parts.context, directObjects: 0, packed: false, tidy: true, encrypted: false };
  const text = bytes.toString('latin1');
  const allowance = { bytes: Math.min(MOST_UNPACKED, ALWAYS_UNPACKED + MOST_TIMES * bytes.length) };

  parts.parseIndirectObject = async () => {
    const ref = parts.parseIndirectObjectHeader();
    parts.skipWhitespaceAndComments();
    const object = parts.parseObject();
    parts.skipWhitespaceAndComments();
    if (!parts.matchKeyword(END_OF_OBJECT)) parsed.tidy = false;
    parsed.directObjects++;
    const type = object instanceof PDFRawStream ? object.dict.lookup(PDFName.of('Type')) : undefined;
    if (type === PDFName.of('ObjStm')) {
      parsed.packed = true;
      openContainer(object as PDFRawStream, parts.context, allowance);
    } else if (type === PDFName.of('XRef')) {
      parsed.packed = true;
      readTrailer((object as PDFRawStream).dict, parts.context);
    } else parts.context.assign(ref, object);
    return ref;
  };
  parts.skipJibberish = () => {
    parts.skipWhitespaceAndComments();
    NEXT_SECTION.lastIndex = parts.bytes.offset();
    parts.bytes.moveTo(NEXT_SECTION.exec(text)?.index ?? bytes.length);
  };
  try {
    await parser.parseDocument();
  } catch (error) {
    throw new Unreadable(error instanceof Error ? error.message : String(error));
  }
  parsed.encrypted = parts.context.trailerInfo.Encrypt !== undefined;
  return parsed;
}

/** A cross-reference stream is also the trailer. Its offsets are ignored; whether the file is encrypted is always recorded. */
function readTrailer(dict: PDFDict, context: PDFContext): void {
  const { Root, Encrypt } = context.trailerInfo;
  context.trailerInfo = { Root: dict.get(PDFName.of('Root')) ?? Root, Encrypt: dict.get(PDFName.of('Encrypt')) ?? Encrypt };
}

/** Parses the objects of an object stream. Each object has its own slice of the content, so that overlapping objects cannot be read twice. */
function openContainer(stream: PDFRawStream, context: PDFContext, allowance: { bytes: number }): void {
  const content = contentOf(stream, allowance);
  const first = wholeNumber(stream.dict, 'First');
  const count = wholeNumber(stream.dict, 'N');
  if (first > content.length) throw new Unreadable('object stream: the first object is outside');
  const head = content.toString('latin1', 0, first).match(/\d{1,10}/g) ?? [];
  if (head.length < 2 * count) throw new Unreadable('object stream: fewer objects than it says');
  for (let index = 0; index < count; index++) {
    const start = first + Number(head[2 * index + 1]);
    const end = index + 1 < count ? first + Number(head[2 * index + 3]) : content.length;
    if (!(start < end && end <= content.length)) throw new Unreadable('object stream: objects overlap');
    const object = PDFObjectParser.forBytes(content.subarray(start, end), context).parseObject();
    context.assign(PDFRef.of(Number(head[2 * index]), 0), object);
  }
}

function contentOf({ dict, contents }: PDFRawStream, allowance: { bytes: number }): Buffer {
  const parameters = dict.get(PDFName.of('DecodeParms'));
  // Refuse predictors and multiple filters, which could mean any encoding: programs that write object streams use none of them.
  if (parameters && parameters !== PDFNull) throw new Unreadable('object stream: parameters of a filter');
  let filter = dict.lookup(PDFName.of('Filter'));
  if (filter instanceof PDFArray && filter.size() === 1) filter = filter.lookup(0);
  const flate = filter === PDFName.of('FlateDecode') || filter === PDFName.of('Fl');
  if (!flate && dict.has(PDFName.of('Filter'))) throw new Unreadable('object stream: unknown filter');
  const content = flate
    ? inflateSync(contents, { maxOutputLength: Math.max(1, allowance.bytes), finishFlush: constants.Z_SYNC_FLUSH })
    : Buffer.from(contents.buffer, contents.byteOffset, contents.byteLength);
  allowance.bytes -= content.length;
  if (allowance.bytes < 0) throw new Unreadable('object streams unpack to too much');
  return content;
}

function wholeNumber(dict: PDFDict, name: string): number {
  const value = dict.lookup(PDFName.of(name));
  const number = value instanceof PDFNumber ? value.asNumber() : -1;
  if (!Number.isInteger(number) || number < 0) throw new Unreadable(`object stream: no ${name}`);
  return number;
}
