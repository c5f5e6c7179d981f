/** What the CSV and XLSX readers return. */
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

/** A row of a file: its number, and its cells in the order of the columns. */
export interface FileRow {
  row: number;
  cells: readonly { text: string; isFormula?: boolean }[];
}
