import { fieldMaker, type SectionSpec } from '@portal/web-kit/forms';
import { SampleBody } from 'svc-samples/contract';
import { t } from './texts.ts';

/** Makes fields with the label, type and limits that the contract gives them. */
export const field = fieldMaker(SampleBody);

/** All sections of the form, in the order in which they are shown. */
export const sampleSections: readonly SectionSpec[] = [
  { id: 'details', title: t.details, fields: [field('applicantName'), field('contactNumber'), field('purpose'), field('fromDate'), field('untilDate')] },
];
