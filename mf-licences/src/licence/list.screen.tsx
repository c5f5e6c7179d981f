import { eq, formatDate, NotFound, oneOf, RequireRole, StatusTag, useLanguage, useParams } from '@portal/web-kit';
import { DocumentList } from '@portal/web-kit/staff';
import { type LicenceStatus, licenceStatuses, statusLabels } from 'svc-licences/contract';
import { desks } from './desks.ts';
import { type LicenceListRow, licencePath, staffBase } from './licence.api.ts';
import { t } from './texts.ts';

const statuses = licenceStatuses.map((code) => ({ code, name: statusLabels[code].en, names: statusLabels[code] }));
const read = 'professional-license-read';
const search = 'professional-license-search';

/** The officer's list and finder; a desk's route says which statuses it shows. */
export default function LicenceListScreen() {
  const { desk: name } = useParams();
  const { language } = useLanguage();
  const desk = name === undefined ? undefined : desks.find((each) => each.name === name);
  if (name !== undefined && !desk) return <NotFound />;
  return (
    <RequireRole anyOf={[read, search]}>
      <DocumentList<LicenceListRow>
        key={name ?? 'all'}
        title={desk?.title ?? t.listTitle}
        api="/api/licences"
        search="/v1/professional/search"
        columns={[
          { field: 'serialReference.reference', title: t.reference, link: (row) => `${staffBase}/view/${row.id}` },
          { field: 'serialReference.date', title: t.date, render: (row) => formatDate(row.serialReference?.date, language) },
          { field: 'documentName', title: t.document },
          { field: 'holderName', title: t.holderName },
          { field: 'indentityName', title: t.identity },
          { field: 'holderCode', title: t.code },
          { field: 'birthDate', title: t.birthDate, type: 'date' },
          { field: 'beginDate', title: t.begin, type: 'date' },
          { field: 'endDate', title: t.end, type: 'date' },
          {
            field: 'documentStatus',
            title: t.status,
            render: (row) => <StatusTag status={row.documentStatus} label={statusLabels[row.documentStatus as LicenceStatus]} />,
          },
          { field: 'documentCreatedAt', title: t.created, type: 'dateTime' },
        ]}
        filters={[
          { field: 'serialReference.reference', label: t.reference, dataType: 'TEXT', operations: ['EQ', 'CONTAINS'], type: 'text' },
          { field: 'documentStatus', label: t.status, dataType: 'TEXT', operations: ['EQ', 'IN', 'NEQ', 'ANY'], type: 'select', records: statuses },
          { field: 'holderName', label: t.holderName, dataType: 'TEXT', operations: ['CONTAINS', 'EQ'], type: 'text' },
          { field: 'holderCode', label: t.holderCode, dataType: 'TEXT', operations: ['EQ', 'CONTAINS'], type: 'text' },
          { field: 'indentityCode', label: t.identityType, dataType: 'TEXT', operations: ['EQ', 'NEQ'], type: 'select', catalogue: 'identity-types' },
          { field: 'birthDate', label: t.birthDate, dataType: 'DATE', operations: ['EQ', 'NEQ'], type: 'date' },
          { field: 'documentCode', label: t.document, dataType: 'TEXT', operations: ['EQ', 'NEQ'], type: 'select', catalogue: 'documents/extension' },
          { field: 'storageReference.reference', label: t.licenceNumber, dataType: 'TEXT', operations: ['EQ', 'CONTAINS'], type: 'text' },
          { field: 'endDate', label: t.end, dataType: 'DATE', operations: ['EQ', 'NEQ'], type: 'date' },
        ]}
        preset={desk ? [desk.aboutToExpire ? eq('aboutToExpire', 1, 'INTEGER') : oneOf('documentStatus', [...desk.statuses])] : []}
        readRoles={[read]}
        searchRoles={[search]}
        history={(row) => `${licencePath(row.id)}/history`}
        links={[
          { to: `${staffBase}/new`, label: t.newTitle, roles: ['professional-license-store', 'professional-license-submit'] },
          ...(desk ? [{ to: staffBase, label: t.all, roles: [read, search] }] : []),
          ...desks.filter((each) => each !== desk).map((each) => ({ to: `${staffBase}/waiting/${each.name}`, label: each.title, roles: [...each.roles] })),
        ]}
        csvName="professional-licences.csv"
      />
    </RequireRole>
  );
}
