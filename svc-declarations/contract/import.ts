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
