/** Checks of required texts that are not fields of a contract, such as the reason for a step, or a name. */
import { type Bilingual, hasVisible, isWithin, sentence, textFault } from '@portal/contract-kit';
import type { Fault } from './problems.ts';

interface FreeText {
  label: Bilingual;
  /** The message for a missing text. */
  missing: Bilingual;
  /** Maximum number of characters. */
  most: number;
  /** Whether the text may have several lines. */
  lines?: boolean;
}

/** Returns the error in a required text, or undefined. A text without visible characters counts as missing. */
export function freeTextFault(text: string, field: string, { label, missing, most, lines }: FreeText): Fault | undefined {
  if (!isWithin(text, most)) return { code: 'MAX_LENGTH', field, message: sentence('At most {{most}} characters', 'No máximo {{most}} caracteres', { most }) };
  if (!hasVisible(text)) return { code: 'REQUIRED', field, message: missing };
  const message = textFault(text, label, lines);
  return message && { code: 'TEXT', field, message };
}
