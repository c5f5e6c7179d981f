import { RequireRole } from '@portal/web-kit';
import { DocumentList } from '@portal/web-kit/staff';
import { type SampleDocument, sampleStatuses, statusLabels } from 'svc-samples/contract';
import { field, samplePath } from './sample.api.ts';
import { t } from './texts.ts';

const read = 'samples-sample-read';
const search = 'samples-sample-search';
const statuses = sampleStatuses.map((code) => ({ code, name: statusLabels[code].en, names: statusLabels[code] }));

/** The officer's list, newest first. */
export default function ListScreen() {
  return (
    <RequireRole anyOf={[read, search]}>
      <DocumentList<SampleDocument>
        title={t.list}
        api="/api/samples"
        search="/v1/sample/search"
        columns={[
          { field: 'serialReference.reference', title: t.reference, link: ({ id }) => `/samples/view/${id}` },
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
