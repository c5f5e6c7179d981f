/** The changes that actions make to a licence. */
import type { ActionRule } from '@portal/service-kit';
import { changeableFields, documentFields, type LicenceDocument, type LicenceStatus } from '../../contract/index.ts';
import { take } from './licence.copy.ts';
import { unconfirmed, withAnswers, withScans } from './licence.lists.ts';

type Change = NonNullable<ActionRule<LicenceStatus, LicenceDocument>['change']>;

/** Applies the applicant's changes. After registration the type of application is fixed, and an officer must confirm every requirement again. */
export const changeApplication: Change = (licence, input) => {
  if (!licence.serialReference) return take(changeableFields.application, licence, input);
  const open = changeableFields.application.filter((f) => f !== 'requirements' && !(documentFields as readonly string[]).includes(f));
  return { ...take(open, licence, input), requirements: unconfirmed(withAnswers(licence.requirements, input.requirements, 'applicant')) };
};

const filesIn = ({ medias = [] }: Pick<LicenceDocument, 'medias'>): string => JSON.stringify(medias.map(({ uid }) => uid));

/** Applies the applicant's answer to a query, which may add or replace scans. An officer must then confirm every requirement again. */
export const reply: Change = (licence, input) => {
  const replied = take(changeableFields.scans, licence, { ...input, medias: withScans(licence.medias, input.medias, true) });
  return filesIn(replied) === filesIn(licence) ? replied : { ...replied, requirements: unconfirmed(licence.requirements ?? []) };
};

/** Applies the officer's choice of the bank account, confirmed requirements and new scans. */
export const verify: Change = (licence, input) => ({
  ...take(['bankCode'], licence, input),
  requirements: withAnswers(licence.requirements, input.requirements, 'officer'),
  medias: withScans(licence.medias, input.medias, true),
});

/** A recommendation changes only the status. */
export const recommend: Change = (licence) => licence;

export const adjust: Change = (licence, input) => take(changeableFields.adjustment, licence, input);
export const modify: Change = (licence, input) => take(changeableFields.modification, licence, input);

export const markAboutToExpire: Change = (licence) => ({ ...licence, aboutToExpire: true });
export const clearAboutToExpire: Change = (licence) => ({ ...licence, aboutToExpire: undefined });
