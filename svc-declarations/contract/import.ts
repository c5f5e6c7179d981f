/** The list of an agent, as its calls return it. */
import type { Lane } from './lane.ts';

export interface ImportModel {
  id: string;
  /** `REFUSED` where all or none were to be registered and a row was not right. */
  status: 'PROCESSING' | 'DONE' | 'REFUSED';
  /** Rows of the list. */
  total: number;
  accepted: number;
  refused: number;
  fileName: string;
  /** Whether the rows that are right are registered, or none unless all are. */
  mode: 'valid' | 'all';
  createdAt: string;
  finishedAt?: string;
  /** Rows that were looked at, while all or none are to be registered: none is registered before all are right. */
  checked?: number;
  /** The same file was sent before: this is that import. */
  repeated?: boolean;
}

/** A cell of a list that is not right. */
export interface ImportFault {
  /** Name of the column in the first row of the file. */
  column: string;
  /** What the column means, in the caller's language. */
  label: string;
  value: string;
  /** What is wrong, and what to do. */
  message: string;
}

/** A row of a list that was refused. */
export interface RefusedRow {
  /** Number of the row in the file. */
  row: number;
  faults: ImportFault[];
}

/** A person of a list who is registered. */
export interface ImportedPerson {
  /** Number of the row in the file. */
  row: number;
  id: string;
  reference: string;
  name: string;
  lane: Lane;
  documentStatus: string;
}
