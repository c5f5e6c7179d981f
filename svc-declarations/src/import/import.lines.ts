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
  /** Texts for which there is no column. An earlier release stored none. */
  beyond?: string[];
  faults: Fault[];
  /** The key of the person. Only an instance of an earlier release reads it, which may register the row during an upgrade: it does not compute keys. */
  key?: string;
}

/** The encryption contexts: they bind encrypted values to their list and row. */
export const senderContext = (id: string): string => `import ${id}`;
export const lineContext = (id: string, row: number): string => `import-line ${id} ${row}`;

const plain = (text = ''): string => text.toUpperCase().replace(/[\s-]/g, '');

/** The digests that identify a person's journey. */
export interface PersonKeys {
  /** Covers the passport, the birth date and the day of arrival. */
  key: string;
  /** The digests that earlier releases stored, the latest first. They do not cover the birth date, and a baby may travel on a parent's passport. */
  formerKeys: string[];
  birthDate: string;
}

/** Returns the keys of a row, from the values in the form in which the declaration stores them; undefined if the row does not name all of them. */
export function personKeys(index: BlindIndex, cells: Readonly<Record<string, string>>): PersonKeys | undefined {
  const { travellerCode = '', birthDate, arrivalDate } = sanitise(ArrivalDeclarationBody, cells);
  const passport = foldIdentifier(travellerCode);
  if (!passport || !birthDate || !arrivalDate) return undefined;
  const former = [cells.travellerCode, cells.nationalityCode, cells.arrivalDate, cells.flightNumber].map((each) => plain(each)).join(' ');
  const digest = (purpose: string, text: string): string => index.digest(purpose, text) as string;
  return {
    key: digest('import-traveller', `${passport} ${birthDate} ${arrivalDate}`),
    formerKeys: [digest('import-journey', `${passport} ${arrivalDate}`), digest('import-person', former)],
    birthDate,
  };
}
