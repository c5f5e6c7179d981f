/** What the service that receives a list and the job that registers it share. */
import { foldIdentifier, type Language, sanitise } from '@portal/contract-kit';
import type { Actor, BlindIndex, Fault } from '@portal/service-kit';
import { ArrivalDeclarationBody } from '../../contract/index.ts';

export const IMPORT_TOPIC = 'declarations.import';

/** The agent who sent a list. Its declarations are registered in the agent's name. */
export interface Sender {
  actor: Actor;
  language: Language;
}

/** The encrypted content of a row. */
export interface LineContent {
  cells: Record<string, string>;
  faults: Fault[];
  /** Digest that identifies the person and the day of travel; missing if the row does not name both. */
  key?: string;
  /** The digest by which an earlier release identified the person and the journey. */
  formerKey?: string;
}

/** The encryption contexts: they bind encrypted values to their list and row. */
export const senderContext = (id: string): string => `import ${id}`;
export const lineContext = (id: string, row: number): string => `import-line ${id} ${row}`;

const plain = (text = ''): string => text.toUpperCase().replace(/[\s-]/g, '');

/** Returns the digests that identify a person's journey. They use the passport and the day in the form in which the declaration stores them. */
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
