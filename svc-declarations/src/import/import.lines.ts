/** What the intake of a list and the job that registers it have in common. */
import { foldIdentifier, type Language, sanitise } from '@portal/contract-kit';
import type { Actor, BlindIndex, Fault } from '@portal/service-kit';
import { ArrivalDeclarationBody } from '../../contract/index.ts';

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
  /** Tells the person and the day of travel; missing while the row does not name them. */
  key?: string;
  /** The key by which an earlier release knew the person and the journey. */
  formerKey?: string;
}

/** What the encrypted values belong to. */
export const senderContext = (id: string): string => `import ${id}`;
export const lineContext = (id: string, row: number): string => `import-line ${id} ${row}`;

const plain = (text = ''): string => text.toUpperCase().replace(/[\s-]/g, '');

/** The digests that tell a person and a day of travel: the passport and the day, in the form in which the declaration is stored. */
export function personKeys(index: BlindIndex, cells: Readonly<Record<string, string>>): Pick<LineContent, 'key' | 'formerKey'> {
  const { travellerCode = '', arrivalDate } = sanitise(ArrivalDeclarationBody, cells);
  const passport = foldIdentifier(travellerCode);
  if (!passport || !arrivalDate) return {};
  const former = [cells.travellerCode, cells.nationalityCode, cells.arrivalDate, cells.flightNumber].map((each) => plain(each)).join(' ');
  return {
    key: index.digest('import-journey', `${passport} ${arrivalDate}`) ?? undefined,
    formerKey: index.digest('import-person', former) ?? undefined,
  };
}
