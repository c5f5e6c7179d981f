/** The renewal of a licence: when it is possible, the application that it creates, and what it needs of the licence that it renews. */
import { sentence } from '@portal/contract-kit';
import { conflict, type SecondDocument } from '@portal/service-kit';
import { changeableFields, documentFields, type LicenceDocument, type LicenceStatus } from '../../contract/index.ts';
import { fixedFieldErrors } from './licence.application.ts';
import type { LicenceRow } from './licence.row.ts';
import { isIssued } from './licence.validity.ts';

/** Whether a licence can be renewed: it is issued, and there is no renewal yet. */
export const isRenewable = (licence: LicenceDocument): boolean => isIssued(licence) && !licence.renewalId;

/** Fields that the renewal does not take from the licence with the holder's changes. The photo stays; the bank account is chosen anew. */
const fixed: readonly string[] = [...documentFields, 'photoInstance', 'bankCode'];
const taken = changeableFields.application.filter((field) => !fixed.includes(field));

/** The application for a renewal: fields of the licence, with the holder's changes. The applicant must provide the required documents again. */
export const renewalApplication: SecondDocument<LicenceStatus, LicenceDocument> = {
  status: 'SUBMITTED',
  async fields(before, input, { body, blank, catalogues }) {
    const renewalType = await catalogues.find('document-types', 'REN');
    return {
      ...blank,
      ...Object.fromEntries(taken.map((field) => [field, input[field]])),
      agencyCode: before.agencyCode,
      documentCode: before.documentCode,
      subDocumentCode: before.subDocumentCode,
      documentType: renewalType && renewalType.retired !== true ? renewalType.code : before.documentType,
      photoInstance: before.photoInstance,
      bankCode: body.bankCode === undefined ? undefined : (input.bankCode as string | undefined),
      requirements: Array.isArray(body.requirements) ? (input.requirements as LicenceDocument['requirements']) : [],
      previousReference: before.serialReference.reference,
      previousEndDate: before.endDate,
      renewalOf: before.id,
      applicantUser: before.applicantUser,
    };
  },
  // Clients may send the application as it is in the licence, or as the renewal has it: with its own type and previous reference.
  errors: (before, input, renewal) => fixedFieldErrors(before, input).filter(({ field }) => input[field] !== renewal[field as keyof LicenceDocument]),
  // If the renewal is withdrawn or rejected, the nightly run marks the licence again.
  link: ({ id, serialReference }) => ({ renewalId: id, renewalReference: serialReference.reference, aboutToExpire: undefined }),
  render: ['print-form'],
};

/** Returns what to remove from the renewed licence when its renewal is withdrawn or rejected, so that it can be renewed again: the reference to the renewal. */
export const renewalLinkToRemove = ({ renewalOf, documentStatus }: LicenceDocument) =>
  renewalOf && ['WITHDRAWN', 'REJECTED'].includes(documentStatus) ? { id: renewalOf, fields: ['renewalId', 'renewalReference'] as const } : undefined;

/**
 * Refuses to issue a renewal while the licence that it renews is suspended, because the holder would have a valid licence again.
 * @throws 409
 */
export function refuseWhileSuspended(renewed: LicenceRow | null): void {
  if (renewed?.documentStatus !== ('SUSPENDED' satisfies LicenceStatus)) return;
  throw conflict(
    'ACTION_NOT_ALLOWED',
    sentence(
      'The licence that this one renews ({{reference}}) is suspended: activate that licence first',
      'A licença que esta renova ({{reference}}) está suspensa: reative primeiro essa licença',
      { reference: renewed.reference ?? '' },
    ),
  );
}
