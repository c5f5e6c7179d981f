/** Parses the text that is pasted or uploaded for a watch list. */
import type { WatchedPerson } from 'svc-declarations/contract';

/** A person, with the number of the line that names them, from 1. */
export interface WatchLine extends WatchedPerson {
  line: number;
}

const day = /^\d{4}-\d{2}-\d{2}$/;
const heading = /^"?(passport|passaporte)"?\s*[,;\t]/i;

/** Splits a line of CSV into its cells. A cell that contains the separator is enclosed in quotation marks. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let [cell, quoted] = ['', false];
  for (let i = 0; i < line.length; i++) {
    const letter = line[i] as string;
    if (quoted && letter === '"' && line[i + 1] === '"') cell += line[++i];
    else if (letter === '"' && (quoted || cell.trim() === '')) quoted = !quoted;
    else if (letter === separator && !quoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell.trim()];
}

/** Returns the first separator outside of quotation marks, in the first line that has one. */
function separatorOf(lines: readonly string[]): string {
  for (const line of lines) {
    const found = /[;\t,]/.exec(line.replace(/"(?:[^"]|"")*"/g, ''));
    if (found) return found[0];
  }
  return ',';
}

/**
 * Parses persons, one on each line: passport; name; birth date; note. Empty lines and a heading on the first line are skipped. The separator is a semicolon, a
 * tab or a comma: the one that comes first.
 */
export function readPeople(text: string): WatchLine[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const separator = separatorOf(lines);
  return lines.flatMap((line, i): WatchLine[] => {
    if (line.trim() === '' || (i === 0 && heading.test(line))) return [];
    const [passport = '', name = '', birthDate = '', note = ''] = cellsOf(line, separator);
    const given = { passport, name, birthDate: dayOf(birthDate), note };
    return [{ line: i + 1, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')) }];
  });
}

/** Converts `27/03/1980` and `27.3.1980` to `1980-03-27`. Any other text stays unchanged and is checked by the service. */
function dayOf(text: string): string {
  const [, d = '', m = '', y = ''] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text) ?? [];
  return day.test(text) || !y ? text : `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
}
