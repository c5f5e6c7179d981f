/** The document as the service answers it: the application, and what the server adds. */
import type { DocumentActionEntry, RecordedReceipt, SerialReference } from '@portal/contract-kit';
import type { ProfessionalLicence } from './licence.ts';
import type { LicenceFee } from './parts.ts';

export interface LicenceDocument extends ProfessionalLicence {
  id: string;
  version: number;
  documentStatus: string;
  /** Without a reference while it is a draft. */
  serialReference: SerialReference;
  applicantUser: { name: string };
  documentCreatedAt: string;
  actions: DocumentActionEntry[];
  fees?: LicenceFee[];
  /** Sum of the fees, in minor units of `currencyCode`. */
  totalFee: number;
  currencyCode?: string;
  /** The number of the licence, given once at its issuance. */
  storageReference?: { year: number; number: number; date: string; reference: string };
  /** Set by the server where there is nothing to pay and nobody has to choose an account. */
  bankDisabled?: boolean;
  /** Set by the nightly run before a licence ends: it can be renewed now. */
  aboutToExpire?: boolean;
  /** The licence that renews this one. */
  renewalReference?: string;
  renewalId?: string;
  /** The licence that this one renews, and the day it ends. */
  renewalOf?: string;
  previousEndDate?: string;
  /** Receipts that paid for it. */
  receipts?: RecordedReceipt[];
}
