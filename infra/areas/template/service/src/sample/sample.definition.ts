import { L } from '@portal/contract-kit';
import {
  columnsOf,
  type DocumentDefinition,
  type DocumentKind,
  type DocumentKit,
  dateField,
  nameField,
  registeredSearch,
  serialColumns,
  sortable,
} from '@portal/service-kit';
import { SampleBody, type SampleDocument, type SampleStatus, statusLabels } from '../../contract/index.ts';
import type { SampleSettings } from '../settings.ts';
import { SampleRow } from './sample.row.ts';
import { samplePlace, sampleWorkflow } from './sample.workflow.ts';

/** The agency whose officers work with samples, as a code of the catalogue `agencies`. Officers of other agencies neither see samples nor act on them. */
export const agencyCode = 'CUSTOMS';

/** How samples are stored and searched, and when they are erased. */
export const sampleKind: DocumentKind = {
  kind: 'samples-sample',
  contract: SampleBody,
  row: SampleRow,
  search: { ...registeredSearch, applicantName: sortable(nameField('applicantName'), []), fromDate: sortable(dateField('fromDate'), []) },
  // For example { days: 365 * 5, statuses: ['APPROVED'], since: 'updatedAt' }.
  retention: [],
};

/** The definition of samples for the document kit. */
export const sampleDefinition = (_kit: DocumentKit, _settings: SampleSettings): DocumentDefinition<SampleBody, SampleDocument, SampleStatus, SampleRow> => ({
  ...samplePlace,
  ...sampleKind,
  contract: SampleBody,
  row: SampleRow,
  service: 'samples',
  title: L('Sample', 'Sample'),
  workflow: sampleWorkflow,
  documentCode: () => 'SAMPLE',
  project: (m) => ({ agencyCode, ...serialColumns(m.serialReference), ...columnsOf(m, 'applicantName', 'fromDate') }),
  listFields: ['serialReference', 'applicantName', 'fromDate', 'untilDate'],
  csv: [
    { title: L('Reference', 'Referência'), path: 'serialReference.reference' },
    { title: L('Name', 'Nome'), path: 'applicantName' },
    { title: L('First day', 'Primeiro dia'), path: 'fromDate' },
    { title: L('Status', 'Estado'), path: 'documentStatus' },
  ],
  // The restricted fields. Everyone who may open a sample sees all other fields.
  access: { contact: ['contactNumber'], files: [], office: [] },
  reachedBy: { phone: 'contactNumber' },
  statusLabels,
  nameOf: ({ applicantName }) => applicantName ?? '',
  publicScreen: '/eservice/samples/view',
  prints: {},
  staffScreen: '/samples/view',
  staffList: '/samples/list',
  commentField: 'comment',
  blank: async () => ({}),
});
