/** Reads the rows of a CSV file in UTF-8, separated by commas, semicolons or tabs. */
import { type Bilingual, L, sentence } from '@portal/contract-kit';
import { CsvError, parse } from 'csv-parse';
import { FileFault, type FileRow } from './file-rows.ts';

/** Reads the rows of a CSV file. @throws FileFault while iterated */
export async function* csvRows(bytes: Buffer): AsyncIterable<FileRow> {
  const text = decoded(bytes);
  const head = text.slice(0, text.search(/[\r\n]/) >>> 0);
  const delimiter = [';', '\t', ','].find((each) => head.includes(each)) ?? ',';
  const parser = parse(text, { bom: true, delimiter, relax_column_count: true, skip_empty_lines: true, info: true, max_record_size: 262_144 });
  try {
    for await (const each of parser) {
      const { record, info } = each as { record: string[]; info: Counted };
      yield { row: rowsIn(info), cells: record.map((cell) => ({ text: cell })) };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new FileFault('BAD_REQUEST', brokenRow(error.code, rowsIn(error as unknown as Counted) + 1));
  }
}

/** What the parser has read so far. A row whose cells hold line breaks is one record. */
interface Counted {
  records: number;
  empty_lines: number;
}

const rowsIn = ({ records, empty_lines: empty }: Counted): number => records + empty;

/** Says why a row is not CSV. @param code of the parser */
function brokenRow(code: string, row: number): Bilingual {
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return sentence('The file is not CSV: a quotation mark in row {{row}} is not closed', 'O ficheiro não é CSV: há aspas por fechar na linha {{row}}', {
      row,
    });
  if (code === 'CSV_MAX_RECORD_SIZE')
    return sentence(
      'The file is not CSV: row {{row}} is too long. Perhaps a quotation mark is not closed',
      'O ficheiro não é CSV: a linha {{row}} é demasiado longa. Talvez haja aspas por fechar',
      { row },
    );
  return sentence(
    'The file is not CSV: a quotation mark in row {{row}} stands within a cell. Put the whole cell in quotation marks, and double those within it',
    'O ficheiro não é CSV: há aspas dentro de uma célula na linha {{row}}. Ponha a célula inteira entre aspas e duplique as que estão dentro dela',
    { row },
  );
}

/** Decodes the bytes as UTF-8. @throws FileFault where they are not text in UTF-8 */
function decoded(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // The bytes are not UTF-8. The fault is thrown below.
  }
  throw new FileFault(
    'FILE_TYPE',
    L(
      'The file is not text in UTF-8. Save it as "CSV UTF-8", or send it as XLSX',
      'O ficheiro não é texto em UTF-8. Guarde-o como "CSV UTF-8", ou envie-o como XLSX',
    ),
    415,
  );
}
