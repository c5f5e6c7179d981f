/** Returns the cells of a line of a Markdown table. @param {string} line */
const cells = (line) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

/**
 * Returns the rows of all tables whose last column is "Test", each with its headings, its first cell and the named tests.
 * @param {string} text
 * @returns {{ line: number, part: string, section: string, item: string, tests: string[] }[]}
 */
export function specRows(text) {
  const rows = [];
  let [part, section] = ['', ''];
  /** @type {string[] | undefined} */
  let columns;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.startsWith('# ')) part = line.slice(2);
    if (/^#{2,3} /.test(line)) section = line.replace(/^#+ /, '');
    if (!line.trim().startsWith('|')) columns = undefined;
    else if (!columns) columns = cells(line);
    else if (!/^\|[\s:|-]+\|?$/.test(line.trim()) && columns.at(-1) === 'Test') {
      const row = cells(line);
      const tests = (row[columns.length - 1] ?? '').split(/;\s+(?=`)/).filter(Boolean);
      rows.push({ line: index + 1, part, section, item: row[0], tests: tests.map((test) => test.replaceAll('`', '')) });
    }
  }
  return rows;
}
