/** Texts that somebody must give and that are no fields of a contract: the reason for a step, a name. */
import { type Bilingual, hasVisible, isWithin, sentence, textFault } from '@portal/contract-kit';
import type { Fault } from '@portal/service-kit';

interface FreeText {
  label: Bilingual;
  /** What is said where the text is missing. */
  missing: Bilingual;
  /** Most characters. */
  most: number;
  /** Whether the text may have several lines. */
  lines?: boolean;
}

/** What is wrong with a text that must be given, or undefined. A text in which nothing can be seen counts as missing. */
export function freeTextFault(text: string, field: string, { label, missing, most, lines }: FreeText): Fault | undefined {
  if (!isWithin(text, most)) return { code: 'MAX_LENGTH', field, message: sentence('At most {{most}} characters', 'No máximo {{most}} caracteres', { most }) };
  if (!hasVisible(text)) return { code: 'REQUIRED', field, message: missing };
  const message = textFault(text, label, lines);
  return message && { code: 'TEXT', field, message };
}
