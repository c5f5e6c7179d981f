/** The licence as the service returns it: the application, and the fields that the server adds. */
import type { RecordedReceipt, ServerFields } from '@portal/contract-kit';
import type { ProfessionalLicence } from './licence.ts';
import type { LicenceFee } from './parts.ts';

export interface LicenceDocument extends ProfessionalLicence, ServerFields {
  fees?: LicenceFee[];
  /** Sum of the fees, in minor units of `currencyCode`. */
  totalFee: number;
  currencyCode?: string;
  /** The number of the licence, assigned when the licence is issued. */
  storageReference?: { year: number; number: number; date: string; reference: string };
  /** Whether no bank account has to be chosen, because there is nothing to pay. Set by the server. */
  bankDisabled?: boolean;
  /** Whether the licence ends soon. The nightly run sets it, and the applicant is then asked to renew. */
  aboutToExpire?: boolean;
  /** Reference and id of the licence that renews this one. */
  renewalReference?: string;
  renewalId?: string;
  /** Id of the licence that this one renews, and the day on which that licence ends. */
  renewalOf?: string;
  previousEndDate?: string;
  /** The receipts for its payments. */
  receipts?: RecordedReceipt[];
}
