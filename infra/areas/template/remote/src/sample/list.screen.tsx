import { recordOf } from '@portal/contract-kit';
import { RequireRole } from '@portal/web-kit';
import { DocumentList } from '@portal/web-kit/staff';
import { type SampleDocument, sampleStatuses, statusLabels } from 'svc-samples/contract';
import { sampleKind, samplePath, staffBase } from './sample.api.ts';
import { field } from './sections.tsx';
import { t } from './texts.ts';

const read = 'samples-sample-read';
const search = 'samples-sample-search';
const statuses = sampleStatuses.map((code) => recordOf(code, statusLabels[code]));

/** The officers' list of samples, newest first. */
export default function SampleListScreen() {
  return (
    <RequireRole anyOf={[read, search]}>
      <DocumentList<SampleDocument>
        title={t.list}
        api="/api/samples"
        search={`${sampleKind}/search`}
        columns={[
          { field: 'serialReference.reference', title: t.reference, link: ({ id }) => `${staffBase}/view/${id}` },
          { field: 'applicantName', title: field('applicantName').label },
          { field: 'fromDate', title: field('fromDate').label, type: 'date' },
          { field: 'documentStatus', title: t.status, type: 'status' },
        ]}
        filters={[
          { field: 'applicantName', label: field('applicantName').label, dataType: 'TEXT', operations: ['CONTAINS', 'EQ'], type: 'text' },
          { field: 'documentStatus', label: t.status, dataType: 'TEXT', operations: ['EQ', 'IN'], type: 'select', records: statuses },
        ]}
        readRoles={[read]}
        searchRoles={[search]}
        history={({ id }) => `${samplePath(id)}/history`}
        csvName="samples.csv"
      />
    </RequireRole>
  );
}
