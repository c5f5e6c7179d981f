import { fieldMaker, type SectionSpec } from '@portal/web-kit/forms';
import { SampleBody } from 'svc-samples/contract';
import { t } from './texts.ts';

/** Label, type and limits of a field are the contract's. */
export const field = fieldMaker(SampleBody);

/** Every section of the form, in its order. */
export const sampleSections: readonly SectionSpec[] = [
  { id: 'details', title: t.details, fields: [field('applicantName'), field('contactNumber'), field('purpose'), field('fromDate'), field('untilDate')] },
];
