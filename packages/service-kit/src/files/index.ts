/** Reads uploaded CSV and XLSX files with rows. It is a separate entry point, so that only services that read files load the readers. */
export { FileFault, type FileRow, withoutColumn } from './file-rows.ts';
export { csvRows } from './read-csv.ts';
export { type FileFormat, fileRows, formatOf } from './read-rows.ts';
export { xlsxRows } from './read-xlsx.ts';
export { fileOf, takeFiles, XLSX_TYPE } from './take-files.ts';
