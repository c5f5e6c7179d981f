import { type Language, say } from '@portal/contract-kit';
/** The template of a list: the names of the columns, and for a spreadsheet the codes that may be chosen. */
import type { CatalogueClient } from '@portal/service-kit';
import { csvLine, csvStart, nameIn } from '@portal/service-kit';
import writeXlsxFile, { type SheetData } from 'write-excel-file/node';
import { importColumns } from './import.columns.ts';

export const csvTemplate = (): string => csvStart + csvLine(importColumns.map(({ name }) => name));

/** A refused row: its number in the file, its cells, the texts for which there is no column, and its errors. */
interface Refused {
  row: number;
  cells: Readonly<Record<string, string>>;
  beyond?: readonly string[];
  fault: string;
}

/**
 * The columns of a file to correct. The first and the last are ignored when the file is sent again. Texts for which there is no column stand behind the last one:
 * the row is refused until the agent has moved or removed them.
 */
const headOfRefused = ['row', ...importColumns.map(({ name }) => name), 'fault'];
const cellsOfRefused = ({ row, cells, beyond = [], fault }: Refused): string[] => [
  String(row),
  ...importColumns.map(({ name }) => cells[name] ?? ''),
  fault,
  ...beyond,
];

export const csvOfRefused = (rows: readonly Refused[]): string => csvStart + csvLine(headOfRefused) + rows.map((row) => csvLine(cellsOfRefused(row))).join('');

/** Returns the refused rows as a spreadsheet. Every cell is a text, so that the spreadsheet program does not reformat days and numbers. */
export const xlsxOfRefused = (rows: readonly Refused[]): Promise<Buffer> =>
  writeXlsxFile([
    {
      data: [headOfRefused.map(bold), ...rows.map((row) => cellsOfRefused(row).map((value) => ({ value, type: String })))] as SheetData,
      sheet: 'Travellers',
      columns: widths(headOfRefused.length),
    },
  ]).toBuffer();

const bold = (value: string) => ({ value, fontWeight: 'bold' as const });
const widths = (count: number) => Array.from({ length: count }, () => ({ width: 22 }));

/** Returns the template as a spreadsheet: one sheet to fill in, and one that explains what each column accepts. */
export async function xlsxTemplate(catalogues: CatalogueClient, language: Language): Promise<Buffer> {
  const head: SheetData = [importColumns.map(({ name }) => bold(name))];
  const about: SheetData = [['column', 'meaning', 'required', 'code', 'name'].map(bold)];
  for (const { name, label, required, isDay, catalogue, values } of importColumns) {
    about.push([name, label ? say(label, language) : '', required ? 'yes' : '', isDay ? 'YYYY-MM-DD' : '', ''].map((value) => ({ value })));
    const codes = catalogue
      ? (await catalogues.records(catalogue)).filter((record) => !record.retired).map((record) => [record.code, nameIn(record, language)])
      : (values ?? []).map((value) => [value, '']);
    for (const [code = '', text = ''] of codes) about.push([name, '', '', code, text].map((value) => ({ value })));
  }
  return writeXlsxFile([
    { data: head, sheet: 'Travellers', columns: widths(importColumns.length) },
    { data: about, sheet: 'Codes', columns: widths(5) },
  ]).toBuffer();
}
