/** CSV for spreadsheets: RFC 4180, UTF-8 with a byte-order mark, and no cell that a spreadsheet would execute as a formula. */

/** Returns one cell. A text that begins like a formula gets an apostrophe in front. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  let text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (typeof value === 'string' && /^[=+\-@\t\r\n＝＋－＠]/.test(text)) text = `'${text}`;
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`;
export const csvStart = '\ufeff';
