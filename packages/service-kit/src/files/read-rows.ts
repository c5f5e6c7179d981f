import type { FileRow } from './file-rows.ts';
import { csvRows } from './read-csv.ts';
import { xlsxRows } from './read-xlsx.ts';

export type FileFormat = 'csv' | 'xlsx';

/** Recognises the format by the first bytes, not by the name: XLSX is a ZIP file. */
export const formatOf = (bytes: Buffer): FileFormat => (bytes.length >= 4 && bytes.readUInt32BE(0) === 0x504b0304 ? 'xlsx' : 'csv');

/**
 * Reads the rows of a CSV or XLSX file. The first row is the header.
 * @param isDay whether a spreadsheet's column with this name holds dates
 * @throws FileFault while iterated
 */
export const fileRows = (bytes: Buffer, isDay: (column: string) => boolean): AsyncIterable<FileRow> =>
  formatOf(bytes) === 'xlsx' ? xlsxRows(bytes, isDay) : csvRows(bytes);
