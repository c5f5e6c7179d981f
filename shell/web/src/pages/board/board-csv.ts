/** Returns a cell that no spreadsheet interprets as a formula. */
function cell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns a table as CSV. It begins with a byte order mark, from which spreadsheets recognise the encoding. */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string => `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
