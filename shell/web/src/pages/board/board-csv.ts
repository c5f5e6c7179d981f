/** A cell that no spreadsheet takes for a formula. */
function cell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table as CSV. It begins with a mark, by which spreadsheets know the encoding. */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string => `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
