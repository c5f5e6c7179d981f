import { L } from '@portal/contract-kit';
import type { DocumentDefinition, DocumentKind } from '@portal/service-kit';
import { SampleBody, type SampleStatus } from '../../contract/index.ts';
import { SampleRow } from './sample.row.ts';
import { type Sample, sampleWorkflow } from './sample.workflow.ts';

/** How samples are kept and searched. */
export const sampleKind: DocumentKind = {
  kind: 'samples-sample',
  contract: SampleBody,
  row: SampleRow,
  search: {
    applicantName: { column: 'applicantName', type: 'TEXT' },
    fromDate: { column: 'fromDate', type: 'DATE' },
    documentStatus: { column: 'documentStatus', type: 'TEXT' },
    'serialReference.reference': { column: 'reference', type: 'TEXT' },
  },
  // Say here when the law no longer needs them: { days: 365 * 5, statuses: ['APPROVED'], since: 'updatedAt' }
  retention: [],
};

/** What the document kit has to know of samples. */
export const sampleDefinition: DocumentDefinition<SampleBody, Sample, SampleStatus, SampleRow> = {
  ...sampleKind,
  contract: SampleBody,
  row: SampleRow,
  service: 'samples',
  path: '/v1/sample',
  rolePrefix: 'samples-sample',
  title: L('Sample', 'Sample'),
  workflow: sampleWorkflow,
  documentCode: () => 'SAMPLE',
  project: ({ applicantName, fromDate }) => ({ applicantName: applicantName ?? null, fromDate: fromDate ?? null }),
  listFields: ['serialReference', 'applicantName', 'fromDate', 'untilDate'],
  csv: [
    { title: 'Reference', path: 'serialReference.reference' },
    { title: 'Name', path: 'applicantName' },
    { title: 'First day', path: 'fromDate' },
    { title: 'Status', path: 'documentStatus' },
  ],
  prints: {},
  staffScreen: '/samples/view',
  commentField: 'comment',
  blank: async () => ({}),
};
