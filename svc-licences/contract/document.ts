/** The document as the service returns it: the application, and the fields that the server adds. */
import type { RecordedReceipt, ServerFields } from '@portal/contract-kit';
import type { ProfessionalLicence } from './licence.ts';
import type { LicenceFee } from './parts.ts';

export interface LicenceDocument extends ProfessionalLicence, ServerFields {
  fees?: LicenceFee[];
  /** Sum of the fees, in minor units of `currencyCode`. */
  totalFee: number;
  currencyCode?: string;
  /** The number of the licence, assigned once at its issuance. */
  storageReference?: { year: number; number: number; date: string; reference: string };
  /** Set by the server where there is nothing to pay and no account to choose. */
  bankDisabled?: boolean;
  /** Set by the nightly run shortly before a licence ends: it can be renewed now. */
  aboutToExpire?: boolean;
  /** The licence that renews this one. */
  renewalReference?: string;
  renewalId?: string;
  /** The licence that this one renews, and the day on which that one ends. */
  renewalOf?: string;
  previousEndDate?: string;
  /** The receipts for its payments. */
  receipts?: RecordedReceipt[];
}
