/** Reads an agent's list from a file of unknown content. If the file cannot be read, the error says why, and nothing is stored. */
import { L, sentence } from '@portal/contract-kit';
import { csvTextOf, type Fault, type LocalisableText, ProblemError, unprocessable } from '@portal/service-kit';
import { FileFault, type FileFormat, type FileRow, fileRows, formatOf, withoutColumn } from '@portal/service-kit/files';
import { columnNames, ignoredColumns, importColumns } from './import.columns.ts';

/** Maximum number of rows in a list, without the header row. */
export const mostRows = 10_000;
/** Maximum size of a file in bytes. */
export const mostBytes = 10 * 1024 * 1024;
/** Number of characters after which a cell is cut off. No field is longer. */
const longestCell = 4_000;

/** One row of a list. */
export interface ImportLine {
  /** Number of the row in the file. The header is row 1. */
  row: number;
  cells: Record<string, string>;
  /** Texts for which there is no column. */
  beyond: string[];
  /** Errors in the cells themselves, by column. */
  faults: Fault[];
}

const refused = (code: string, message: LocalisableText): ProblemError => unprocessable([{ code, field: 'file', message }]);
const noFormula = L('A formula cannot be taken: enter the value', 'Uma fórmula não pode ser aceite: indique o valor');
const tooLong = sentence('A cell holds at most {{most}} characters', 'Uma célula tem no máximo {{most}} caracteres', { most: longestCell });

/** Reads a list. @throws 413, 415, 422 with what is wrong with the file */
export async function readList(bytes: Buffer): Promise<{ format: FileFormat; lines: ImportLine[] }> {
  if (bytes.length > mostBytes)
    throw new ProblemError(413, [
      { code: 'FILE_TOO_LARGE', field: 'file', message: L('The file must be 10 MB or smaller', 'O ficheiro deve ter no máximo 10 MB') },
    ]);
  if (bytes.length === 0) throw refused('REQUIRED', L('The file is empty', 'O ficheiro está vazio'));
  const format = formatOf(bytes);
  try {
    return { format, lines: await linesOf(fileRows(bytes, isDay)) };
  } catch (error) {
    if (error instanceof FileFault) throw new ProblemError(error.status, [{ code: error.code, field: 'file', message: error.words }]);
    throw error;
  }
}

const days = new Set(importColumns.filter((column) => column.isDay).map(({ name }) => name));
const isDay = (column: string): boolean => days.has(column);

async function linesOf(rows: AsyncIterable<FileRow>): Promise<ImportLine[]> {
  const lines: ImportLine[] = [];
  let head: string[] | undefined;
  // A spreadsheet stores a repeated text only once, so the total text can be much larger than the file.
  let left = mostBytes;
  for await (const { row, cells } of rows) {
    if (!head) {
      head = headOf(cells.map(({ text }) => text.trim()));
      continue;
    }
    const line: ImportLine = { row, cells: {}, beyond: [], faults: [] };
    for (const [i, { text, isFormula }] of cells.entries()) {
      const column = head[i];
      // Lists from this service have an apostrophe before what a spreadsheet would read as a formula.
      const value = csvTextOf(text.trim()).trim();
      if (value === '' || (column && ignoredColumns.has(column))) continue;
      left -= Math.min(value.length, longestCell);
      if (!column) {
        // One fault is enough: all further cells without a column have the same cause.
        if (line.beyond.length === 0) line.faults.push({ code: 'COLUMNS', field: '', message: withoutColumn(value) });
        line.beyond.push(value.slice(0, longestCell));
        continue;
      }
      // In CSV a quoted cell can still contain a formula. No valid value of a declaration starts with these characters.
      if (isFormula || /^[=@]/.test(value)) line.faults.push({ code: 'FORMULA', field: column, message: noFormula });
      else if (value.length > longestCell) line.faults.push({ code: 'MAX_LENGTH', field: column, message: tooLong });
      line.cells[column] = value.slice(0, longestCell);
    }
    if (left < 0) throw new FileFault('FILE_TOO_LARGE', L('The list holds more than 10 MB of text', 'A lista tem mais de 10 MB de texto'), 413);
    if (Object.keys(line.cells).length + line.faults.length === 0) continue;
    if (lines.length === mostRows)
      throw new FileFault('MAX_ITEMS', sentence('The list has more than {{most}} rows', 'A lista tem mais de {{most}} linhas', { most: mostRows }));
    lines.push(line);
  }
  if (lines.length === 0) throw new FileFault('MIN_ITEMS', L('The list has no rows below its head', 'A lista não tem linhas abaixo do cabeçalho'));
  return lines;
}

/** Returns the names of the columns. @throws FileFault if a name is unknown or occurs twice */
function headOf(names: readonly string[]): string[] {
  const unknown = names.filter((name) => name !== '' && !columnNames.has(name) && !ignoredColumns.has(name));
  const doubled = names.find((name, i) => name !== '' && names.indexOf(name) !== i);
  if (!names.some((name) => columnNames.has(name)))
    throw new FileFault(
      'COLUMNS',
      L('The first row must hold the names of the columns, as in the template', 'A primeira linha deve ter os nomes das colunas, como no modelo'),
    );
  if (unknown.length) {
    const named = unknown
      .slice(0, 5)
      .map((name) => name.slice(0, 60))
      .join(', ');
    throw new FileFault('COLUMNS', sentence('The template has no column {{named}}', 'O modelo não tem a coluna {{named}}', { named }));
  }
  if (doubled) throw new FileFault('COLUMNS', sentence('The column {{doubled}} appears twice', 'A coluna {{doubled}} aparece duas vezes', { doubled }));
  return [...names];
}
