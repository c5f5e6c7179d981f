/** What the CSV and XLSX readers return. */
import { sentence } from '@portal/contract-kit';
import type { LocalisableText } from '../http/problems.ts';

/** A file that cannot be read. */
export class FileFault extends Error {
  constructor(
    readonly code: string,
    readonly words: LocalisableText,
    readonly status = 422,
  ) {
    super(code);
  }
}

/** The words of a fault: a cell stands below no name of a column, as when a text with a comma is not in quotation marks. */
export const withoutColumn = (text: string) =>
  sentence(
    'There is no column for “{{text}}”. In CSV, a text with a comma or semicolon needs quotation marks',
    'Não há coluna para “{{text}}”. Em CSV, um texto com vírgula ou ponto e vírgula precisa de aspas',
    { text: text.slice(0, 60) },
  );

/**
 * A row of a file: its number, as a spreadsheet shows it, and its cells in the order of the columns. Of the cells beyond the last column of the header, a
 * spreadsheet gives the first twenty that are not empty, without gaps.
 */
export interface FileRow {
  row: number;
  cells: readonly { text: string; isFormula?: boolean }[];
}
