/** CSV for spreadsheets: RFC 4180, UTF-8 with a byte-order mark, and no cell that a spreadsheet would execute as a formula. */

/** A character that starts a formula. */
const formulaStart = /^[=+\-@＝＋－＠]/;
/** A text that begins like a formula. */
const cellStart = /^[=+\-@\t\r＝＋－＠]/;
/** A run of characters that may stand before a formula. It is matched as a whole, so that the time grows only with the length of the text. */
const run = /[;,"'\s]+/g;
/**
 * Characters at which a spreadsheet may split a text. Where the list separator is a semicolon, quotation marks after a comma mean nothing, so a semicolon or a
 * line break inside a quoted text starts a cell.
 */
const separator = /[;,\t\r\n]/;

/** Returns a text with an apostrophe in front of everything that a spreadsheet would take for a formula. `csvTextOf` reverses this. */
function withoutFormulas(text: string): string {
  const parted = text.replace(run, (each, at: number) => (separator.test(each) && formulaStart.test(text.charAt(at + each.length)) ? `${each}'` : each));
  return cellStart.test(text) ? `'${parted}` : parted;
}

/** Returns the text of a cell without the apostrophes that `csvCell` adds. */
export function csvTextOf(cell: string): string {
  const parted = cell.replace(run, (each, at: number) =>
    each.endsWith("'") && separator.test(each) && formulaStart.test(cell.charAt(at + each.length)) ? each.slice(0, -1) : each,
  );
  return parted.startsWith("'") && cellStart.test(parted.slice(1)) ? parted.slice(1) : parted;
}

/** Returns one cell. A text gets an apostrophe in front if it begins like a formula, and inside if a part of it does where a spreadsheet may split the text. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const plain = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const text = typeof value === 'number' ? plain : withoutFormulas(plain);
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Returns the columns of an export: with `viewColumns` only those, in their order.
 * @param fieldOf returns the field of a column @param plain makes the column of a field that has none
 */
export function chosenColumns<Column>(
  columns: readonly Column[],
  viewColumns: readonly string[] | undefined,
  fieldOf: (column: Column) => string,
  plain: (field: string) => Column,
): readonly Column[] {
  if (!viewColumns?.length) return columns;
  return viewColumns.flatMap((field) => {
    const known = columns.filter((column) => fieldOf(column) === field || fieldOf(column).startsWith(`${field}.`));
    return known.length ? known : [plain(field)];
  });
}

export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`;
export const csvStart = '\ufeff';
