import { L } from '@portal/contract-kit';
import type { DocumentDefinition, DocumentKind } from '@portal/service-kit';
import { SampleBody, type SampleStatus, statusLabels } from '../../contract/index.ts';
import { SampleRow } from './sample.row.ts';
import { type Sample, samplePlace, sampleWorkflow } from './sample.workflow.ts';

/** The agency whose officers work with samples: a code of the catalogue `agencies`. Officers of others neither see them nor act on them. */
export const agencyCode = 'CUSTOMS';

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
  ...samplePlace,
  ...sampleKind,
  contract: SampleBody,
  row: SampleRow,
  service: 'samples',
  title: L('Sample', 'Sample'),
  workflow: sampleWorkflow,
  documentCode: () => 'SAMPLE',
  project: ({ applicantName, fromDate }) => ({ agencyCode, applicantName: applicantName ?? null, fromDate: fromDate ?? null }),
  listFields: ['serialReference', 'applicantName', 'fromDate', 'untilDate'],
  csv: [
    { title: L('Reference', 'Referência'), path: 'serialReference.reference' },
    { title: L('Name', 'Nome'), path: 'applicantName' },
    { title: L('First day', 'Primeiro dia'), path: 'fromDate' },
    { title: L('Status', 'Estado'), path: 'documentStatus' },
  ],
  // Who sees what: all fields but these are facts, which whoever may open a sample sees.
  access: { contact: ['contactNumber'], files: [], office: [] },
  reachedBy: { phone: 'contactNumber' },
  statusLabels,
  nameOf: ({ applicantName }) => applicantName ?? '',
  publicScreen: '/eservice/samples/view',
  prints: {},
  staffScreen: '/samples/view',
  commentField: 'comment',
  blank: async () => ({}),
};
