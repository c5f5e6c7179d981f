/** The folded form in which names and numbers are compared, and the columns that hold it. */
import { foldIdentifier, foldName, latinDigits } from '@portal/contract-kit';

/** How the values of a field are compared: names without accents and case, numbers also without spaces and dashes, telephone numbers by their last digits. */
export type Folding = 'name' | 'number' | 'phone';

/** Number of last digits that are compared, because a telephone number may be written with or without its country code. */
const phoneDigits = 8;

/** Length of a column for folded forms. */
export const foldedLength = 200;

/** Returns the folded form of a value. The same form is used when the value is stored and when it is searched for. */
export function folded(text: string, folding: Folding): string {
  if (folding === 'phone') return latinDigits(text).replace(/\D/g, '').slice(-phoneDigits);
  const form = folding === 'name' ? foldName(text) : foldIdentifier(text);
  // Some letters fold to several, so the form can be too long. It is cut by code points, so that no character is split.
  return form.length <= foldedLength ? form : [...form].slice(0, foldedLength).join('').trimEnd();
}

/** Returns the name of the column that holds the folded form of another column. */
export const foldedColumn = (column: string): string => `${column}Folded`;
