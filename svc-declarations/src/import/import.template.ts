/** The template of a list: the names of the columns, and for a spreadsheet the codes that may be chosen. */
import type { CatalogueClient } from '@portal/service-kit';
import { csvLine, csvStart, nameIn } from '@portal/service-kit';
import writeXlsxFile, { type SheetData } from 'write-excel-file/node';
import { importColumns } from './import.columns.ts';

export const csvTemplate = (): string => csvStart + csvLine(importColumns.map(({ name }) => name));

/** The spreadsheet: a sheet to fill in, and one that says what each column takes. */
export async function xlsxTemplate(catalogues: CatalogueClient, language: 'en' | 'pt'): Promise<Buffer> {
  const bold = (value: string) => ({ value, fontWeight: 'bold' as const });
  const head: SheetData = [importColumns.map(({ name }) => bold(name))];
  const about: SheetData = [['column', 'meaning', 'required', 'code', 'name'].map(bold)];
  for (const { name, label, required, isDay, catalogue, values } of importColumns) {
    about.push([name, label?.[language] ?? '', required ? 'yes' : '', isDay ? 'YYYY-MM-DD' : '', ''].map((value) => ({ value })));
    const codes = catalogue
      ? (await catalogues.records(catalogue)).filter((record) => !record.retired).map((record) => [record.code, nameIn(record, language)])
      : (values ?? []).map((value) => [value, '']);
    for (const [code = '', text = ''] of codes) about.push([name, '', '', code, text].map((value) => ({ value })));
  }
  const widths = (count: number) => Array.from({ length: count }, () => ({ width: 22 }));
  return writeXlsxFile([
    { data: head, sheet: 'Travellers', columns: widths(importColumns.length) },
    { data: about, sheet: 'Codes', columns: widths(5) },
  ]).toBuffer();
}
