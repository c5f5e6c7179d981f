/** Reads the rows of the first sheet of an XLSX file, in batches. The unpacked size is limited, whatever sizes the file states. */
import type { Readable } from 'node:stream';
import { dayMs, dayOf, L, sentence } from '@portal/contract-kit';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { FileFault, type FileRow } from './file-rows.ts';

/** Maximum number of bytes of the unpacked parts that are read. `mostEntries` is the maximum number of parts in a file. */
const mostUnpacked = 64 * 1024 * 1024;
const mostEntries = 1_000;
/** The number of the last row that a sheet can have. */
const lastSheetRow = 1_048_576;
/** Maximum number of columns that are read from a row. */
const mostColumns = 300;
/** Maximum number of cells that are read of a row beyond the last column of the header. */
const mostBeyond = 20;
/** Number of rows of a sheet, including empty ones, after which nothing is read. */
const mostSheetRows = 20_000;
/** Number of XML characters that are parsed at a time. */
const pieceLength = 262_144;

const broken = () =>
  new FileFault('FILE_TYPE', L('The file is not a spreadsheet that can be read', 'O ficheiro não é uma folha de cálculo que se possa ler'), 415);
const bomb = () =>
  new FileFault('FILE_TOO_LARGE', L('The spreadsheet unpacks to more than 64 MB', 'A folha de cálculo ocupa mais de 64 MB depois de aberta'), 413);

/**
 * Reads the rows of an XLSX file. @param isDay whether the cells of a column hold dates, which a spreadsheet stores as numbers
 * @throws FileFault while iterated
 */
export async function* xlsxRows(bytes: Buffer, isDay: (column: string) => boolean): AsyncIterable<FileRow> {
  const parts = await unpacked(bytes);
  const workbook = parts.get('xl/workbook.xml');
  const sheet = parts.get(firstSheet(workbook, parts.get('xl/_rels/workbook.xml.rels')));
  if (!workbook || !sheet) throw broken();
  const texts = await sharedTexts(parts.get('xl/sharedStrings.xml') ?? '');
  const from1904 = /<workbookPr\b[^>]*\bdate1904="(1|true)"/.test(workbook);
  yield* await rowsOf(sheet, texts, from1904, isDay);
}

/** Unpacks the parts that are read, as text. @throws FileFault */
async function unpacked(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await new Promise<ZipFile>((done, fail) =>
    fromBuffer(bytes, { lazyEntries: true }, (error, file) => (error || !file ? fail(broken()) : done(file))),
  );
  const parts = new Map<string, string>();
  let left = mostUnpacked;
  let entries = 0;
  return new Promise((done, fail) => {
    zip.on('error', () => fail(broken()));
    zip.on('end', () => done(parts));
    zip.on('entry', (entry: Entry) => {
      if (++entries > mostEntries) return fail(broken());
      const name = entry.fileName.replace(/^\//, '');
      if (!/^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/[\w.-]+\.xml)$/.test(name)) return zip.readEntry();
      if (entry.uncompressedSize > left) return fail(bomb());
      zip.openReadStream(entry, (error, stream) => {
        if (error || !stream) return fail(broken());
        contentOf(stream, left).then((content) => {
          left -= content.length;
          parts.set(name, content.toString('utf8'));
          zip.readEntry();
        }, fail);
      });
    });
    zip.readEntry();
  });
}

/** Fills the gaps of a row. A separate object for each gap would let a small file use much memory. */
const nothing = { text: '' };

/** Reads a stream to its end. @throws FileFault where it is longer than `most` bytes */
async function contentOf(stream: Readable, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream) {
      length += (chunk as Buffer).length;
      if (length > most) throw bomb();
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    throw error instanceof FileFault ? error : broken();
  }
  return Buffer.concat(chunks);
}

/** Returns the path of the part that holds the first sheet. */
function firstSheet(workbook = '', relations = ''): string {
  const id = /<sheet\b[^>]*\br:id="([^"]+)"/.exec(workbook)?.[1];
  const relation = [...relations.matchAll(/<Relationship\b[^>]*>/g)].map(([tag]) => tag).find((tag) => id !== undefined && tag.includes(`Id="${id}"`));
  const target = relation && /\bTarget="([^"]+)"/.exec(relation)?.[1];
  return target ? (target.startsWith('/') ? target.slice(1) : `xl/${target}`) : 'xl/worksheets/sheet1.xml';
}

/** Parses XML. Entities of a document type do not belong in a spreadsheet and are refused. */
async function parseXml(xml: string, on: { open?(tag: SaxesTagPlain): void; text?(text: string): void; close?(tag: SaxesTagPlain): void }): Promise<void> {
  const parser = new SaxesParser();
  parser.on('doctype', () => {
    throw broken();
  });
  parser.on('error', () => {
    throw broken();
  });
  if (on.open) parser.on('opentag', on.open);
  if (on.text) parser.on('text', on.text);
  if (on.close) parser.on('closetag', on.close);
  for (let from = 0; from < xml.length; from += pieceLength) {
    parser.write(xml.slice(from, from + pieceLength));
    // Let other calls be answered between two batches.
    await new Promise(setImmediate);
  }
  parser.close();
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Returns the texts to which cells refer by number. Phonetic readings do not belong to a text and are left out. */
async function sharedTexts(xml: string): Promise<string[]> {
  const texts: string[] = [];
  if (xml === '') return texts;
  let text: string | undefined;
  let inText = false;
  let reading = false;
  await parseXml(xml, {
    open: ({ name }) => {
      const local = localName(name);
      if (local === 'si') text = '';
      else if (local === 'rPh') reading = true;
      else if (local === 't') inText = !reading;
    },
    text: (part) => {
      if (inText && text !== undefined) text += part;
    },
    close: ({ name }) => {
      const local = localName(name);
      if (local === 't') inText = false;
      else if (local === 'rPh') reading = false;
      else if (local === 'si') texts.push(text ?? '');
    },
  });
  return texts;
}

interface Cell {
  column: number;
  type: string;
  text: string;
  isFormula: boolean;
}

async function rowsOf(xml: string, texts: readonly string[], from1904: boolean, isDay: (column: string) => boolean): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  let head: string[] | undefined;
  let number = 0;
  let cells: { text: string; isFormula?: boolean }[] = [];
  let cell: Cell | undefined;
  let inValue = false;
  const finish = ({ column, type, text, isFormula }: Cell): void => {
    const raw = type === 's' ? (texts[Number(text)] ?? '') : text;
    const isNumber = (type === '' || type === 'n') && raw !== '';
    const value = isNumber && isDay(head?.[column] ?? '') ? dayOfSerial(raw, from1904) : isNumber ? plainNumber(raw) : raw;
    const isBeyond = column === head?.length;
    if (isBeyond && (value.trim() === '' || cells.length - column >= mostBeyond)) return;
    while (cells.length < column) cells.push(nothing);
    cells[isBeyond ? cells.length : column] = { text: value, ...(isFormula ? { isFormula } : {}) };
  };
  await parseXml(xml, {
    open: ({ name, attributes }) => {
      const local = localName(name);
      if (local === 'mergeCell') {
        const place = String(attributes.ref ?? '').slice(0, 20);
        throw new FileFault('MERGED_CELLS', sentence('The cells {{place}} are merged: split them', 'As células {{place}} estão unidas: separe-as', { place }));
      }
      if (local === 'row') {
        number = rowNumber(attributes.r, number);
        cells = [];
      } else if (local === 'c') {
        const column = columnOf(String(attributes.r ?? '')) ?? cells.length;
        if (head || column < mostColumns)
          cell = { column: Math.min(column, head?.length ?? column), type: String(attributes.t ?? ''), text: '', isFormula: false };
      } else if (local === 'f' && cell) cell.isFormula = true;
      else if ((local === 'v' || local === 't') && cell) inValue = true;
    },
    text: (part) => {
      if (inValue && cell) cell.text += part;
    },
    close: ({ name }) => {
      const local = localName(name);
      if (local === 'v' || local === 't') inValue = false;
      else if (local === 'c' && cell) {
        finish(cell);
        cell = undefined;
      } else if (local === 'row') {
        head ??= cells.map(({ text }) => text.trim());
        if (rows.length === mostSheetRows) throw new FileFault('MAX_ITEMS', L('The sheet has too many rows', 'A folha tem demasiadas linhas'));
        rows.push({ row: number, cells });
      }
    },
  });
  return rows;
}

/** Returns the number of a row; a row that does not say its number follows the one before. @throws FileFault if the rows are not in ascending order */
function rowNumber(written: unknown, before: number): number {
  const number = written === undefined ? before + 1 : Number(written);
  if (!Number.isInteger(number) || number <= before || number > lastSheetRow) throw broken();
  return number;
}

/** Returns the column of a cell reference, from 0: `B7` is in column 1. */
function columnOf(place: string): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(place)?.[0];
  return letters === undefined ? undefined : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Converts a date that is stored as the number of days since the start of the spreadsheet's calendar. */
function dayOfSerial(raw: string, from1904: boolean): string {
  const days = Math.floor(Number(raw)) + (from1904 ? 1_462 : 0);
  if (!Number.isFinite(days) || days < 1 || days > 2_958_465) return raw;
  return dayOf(new Date(Date.UTC(1899, 11, 30) + days * dayMs));
}

/** Writes a number as a person reads it. Passport and telephone numbers are often stored as numbers. */
function plainNumber(raw: string): string {
  const value = Number(raw);
  return Number.isSafeInteger(value) ? String(value) : raw;
}
