/** The columns that hold the form in which names and numbers are compared. */
import { foldIdentifier, foldName } from '@portal/contract-kit';

/** How the values of a field are compared: names without accents and case, numbers also without spaces and dashes, telephone numbers by their last digits. */
export type Folding = 'name' | 'number' | 'phone';

/** A number is written with or without the code of its country. */
const phoneDigits = 8;

/** Length of a column for folded forms. */
export const foldedLength = 200;

/** The folded form of a value, as it is stored and as it is asked for. */
export function folded(text: string, folding: Folding): string {
  if (folding === 'phone') return text.replace(/\D/g, '').slice(-phoneDigits);
  const form = folding === 'name' ? foldName(text) : foldIdentifier(text);
  // Some letters fold to several; by code point, so that none is cut in two.
  return form.length <= foldedLength ? form : [...form].slice(0, foldedLength).join('').trimEnd();
}

/** Name of the column beside another one that holds its folded form. */
export const foldedColumn = (column: string): string => `${column}Folded`;
