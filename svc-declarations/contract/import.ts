/** The list of travellers that an agent imports, as the calls return it. */
import type { Lane } from './lane.ts';

export interface ImportModel {
  id: string;
  /**
   * `REFUSED` when the mode is `all` and at least one row was not valid when all of them were checked. A row that is refused after that, because another list has
   * meanwhile registered the person with other answers, leaves the list `DONE`, with `refused` above 0.
   */
  status: 'PROCESSING' | 'DONE' | 'REFUSED';
  /** Number of rows in the list. */
  total: number;
  accepted: number;
  refused: number;
  fileName: string;
  /** `valid` registers the rows that are valid; `all` registers the rows only if every row is valid. */
  mode: 'valid' | 'all';
  createdAt: string;
  finishedAt?: string;
  /** Number of rows checked so far, in mode `all` before the first row is registered. */
  checked?: number;
  /** Whether the same file was sent before; this is then the earlier import. */
  repeated?: boolean;
}

/** An invalid cell of a list. */
export interface ImportFault {
  /** Name of the column in the first row of the file. */
  column: string;
  /** What the column means, in the caller's language. */
  label: string;
  value: string;
  /** What is wrong, and how to correct it. */
  message: string;
}

/** A row that was refused. */
export interface RefusedRow {
  /** Number of the row in the file. */
  row: number;
  faults: ImportFault[];
}

/** A person whom the import registered. */
export interface ImportedPerson {
  /** Number of the row in the file. */
  row: number;
  id: string;
  reference: string;
  name: string;
  lane: Lane;
  documentStatus: string;
}
