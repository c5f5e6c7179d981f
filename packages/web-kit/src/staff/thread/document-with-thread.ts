import type { DocumentActionEntry } from '@portal/contract-kit';

/** Any document with a thread between office and applicant. */
export interface DocumentWithThread {
  id: string;
  version: number;
  actions?: readonly DocumentActionEntry[];
  requirements?: readonly { id?: string; description?: string }[];
}
