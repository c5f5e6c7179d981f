/** Reads the rows of a CSV file in UTF-8, separated by commas, semicolons or tabs. */
import { L, sentence } from '@portal/contract-kit';
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
      const { record, info } = each as { record: string[]; info: { lines: number } };
      yield { row: info.lines, cells: record.map((cell) => ({ text: cell })) };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new FileFault('BAD_REQUEST', sentence('The file is not CSV: {{reason}}', 'O ficheiro não é CSV: {{reason}}', { reason: error.message }));
  }
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
