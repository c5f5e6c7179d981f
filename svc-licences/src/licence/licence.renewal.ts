/** The renewal of a licence: when it is possible, and the application that it creates. */
import type { MadeDocument } from '@portal/service-kit';
import { changeableFields, documentFields, type LicenceDocument, type LicenceStatus } from '../../contract/index.ts';
import { staysAppliedFor } from './licence.fields.ts';
import { isIssued } from './licence.validity.ts';

/** An issued licence can be renewed once. */
export const isRenewable = (licence: LicenceDocument): boolean => isIssued(licence) && !licence.renewalId;

/** Fields that the holder does not change here: the photo stays, and the bank account is chosen later. */
const fixed: readonly string[] = [...documentFields, 'photoInstance', 'bankCode'];
const taken = changeableFields.application.filter((field) => !fixed.includes(field));

/** The application for the renewal: the licence's own fields with what its holder changes. The documents are provided again. */
export const renewalApplication: MadeDocument<LicenceStatus, LicenceDocument> = {
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
      requirements: Array.isArray(body.requirements) ? (input.requirements as LicenceDocument['requirements']) : [],
      previousReference: before.serialReference.reference,
      previousEndDate: before.endDate,
      renewalOf: before.id,
      applicantUser: before.applicantUser,
    };
  },
  errors: staysAppliedFor,
  link: ({ id, serialReference }) => ({ renewalId: id, renewalReference: serialReference.reference }),
  render: ['print-form'],
};

/** After a withdrawn or rejected renewal the licence can be renewed again: the reference to the renewal is removed. */
export const forgetsRenewal = ({ renewalOf, documentStatus }: LicenceDocument) =>
  renewalOf && ['WITHDRAWN', 'REJECTED'].includes(documentStatus) ? { id: renewalOf, fields: ['renewalId', 'renewalReference'] as const } : undefined;
