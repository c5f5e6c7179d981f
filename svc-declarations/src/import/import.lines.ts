import { type Language } from '@portal/contract-kit';
/** What the intake of a list and the job that registers it have in common. */
import type { Actor, BlindIndex, Fault } from '@portal/service-kit';

export const IMPORT_TOPIC = 'declarations.import';

/** Who sent a list: its declarations are registered in their name. */
export interface Sender {
  actor: Actor;
  language: Language;
}

/** What is stored of a row, encrypted. */
export interface LineContent {
  cells: Record<string, string>;
  faults: Fault[];
  /** Tells the person and the journey; missing while the row does not name them. */
  key?: string;
}

/** What the encrypted values belong to. */
export const senderContext = (id: string): string => `import ${id}`;
export const lineContext = (id: string, row: number): string => `import-line ${id} ${row}`;

const plain = (text = ''): string => text.toUpperCase().replace(/[\s-]/g, '');

/** A digest of the passport, its country, the day and the flight. */
export function personKey(index: BlindIndex, cells: Readonly<Record<string, string>>): string | undefined {
  const { travellerCode, nationalityCode, arrivalDate, flightNumber } = cells;
  if (!travellerCode || !arrivalDate) return undefined;
  return index.digest('import-person', [travellerCode, nationalityCode, arrivalDate, flightNumber].map((each) => plain(each)).join(' ')) ?? undefined;
}
