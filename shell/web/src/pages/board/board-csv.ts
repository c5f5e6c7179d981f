/** A run of characters that may stand before a formula where a spreadsheet splits a text: at a separator or a line break. */
const run = /[;,"'\s]+/g;
const separator = /[;,\t\r\n]/;

/** Returns a text that no spreadsheet interprets as a formula, even if it splits the text, as it does where the list separator is a semicolon. */
function withoutFormulas(text: string): string {
  const parted = text.replace(run, (each, at: number) => (separator.test(each) && /^[=+\-@＝＋－＠]/.test(text.charAt(at + each.length)) ? `${each}'` : each));
  return /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${parted}` : parted;
}

function cell(value: string | number): string {
  const text = typeof value === 'string' ? withoutFormulas(value) : String(value);
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns a table as CSV. It begins with a byte order mark, from which spreadsheets recognise the encoding. */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string => `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
