import { eq, Link, NotFound, oneOf, RequireRole, StatusTag, useFormat, useParams, useSession, useText } from '@portal/web-kit';
import { DocumentList } from '@portal/web-kit/staff';
import { type LicenceStatus, licenceStatuses, statusLabels } from 'svc-licences/contract';
import { desks } from './desks.ts';
import { type LicenceListRow, licencePath, staffBase } from './licence.api.ts';
import { t } from './texts.ts';

const statuses = licenceStatuses.map((code) => ({ code, name: statusLabels[code].en, names: statusLabels[code] }));
const read = 'professional-license-read';
const search = 'professional-license-search';

/** The link to the document, and its date. A draft has no reference yet. */
function ReferenceCell({ row, opens }: { row: LicenceListRow; opens: boolean }) {
  const format = useFormat();
  const text = useText();
  const reference = row.serialReference?.reference ?? '';
  return (
    <>
      {opens ? (
        <Link className="govuk-link" to={`${staffBase}/view/${row.id}`}>
          {reference || text(t.view)}
        </Link>
      ) : (
        reference
      )}
      <br />
      <span className="portal-muted">{format.dateTime(row.documentCreatedAt)}</span>
    </>
  );
}

/** Two values in one cell, one line each, so that the columns fit the screen. */
function Lines({ of: [first, second] }: { of: [string | undefined, string | undefined] }) {
  return (
    <>
      {first}
      {second ? (
        <>
          <br />
          <span className="portal-muted">{second}</span>
        </>
      ) : null}
    </>
  );
}

/** The officer's list and finder; a desk's route says which statuses it shows. */
export default function LicenceListScreen() {
  const { desk: name } = useParams();
  const format = useFormat();
  const text = useText();
  const { hasAnyRole } = useSession();
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
          { field: 'serialReference.reference', title: t.reference, render: (row) => <ReferenceCell row={row} opens={hasAnyRole([read])} /> },
          {
            field: 'documentStatus',
            title: t.status,
            render: (row) => <StatusTag status={row.documentStatus} label={statusLabels[row.documentStatus as LicenceStatus]} />,
          },
          { field: 'documentName', title: t.document, render: (row) => <Lines of={[row.documentName, row.agencyName]} /> },
          {
            field: 'holderName',
            title: t.holder,
            render: (row) => <Lines of={[row.holderName, [row.genderName, format.date(row.birthDate)].filter(Boolean).join(', ')]} />,
          },
          { field: 'holderCode', title: t.identity, render: (row) => <Lines of={[row.holderCode, row.indentityName]} /> },
          {
            field: 'storageReference.reference',
            title: t.licence,
            render: (row) =>
              row.storageReference ? (
                <Lines of={[row.storageReference.reference, `${format.date(row.beginDate)} ${text(t.until)} ${format.date(row.endDate)}`]} />
              ) : null,
          },
          { field: 'totalFee', title: t.totalFee, type: 'number', render: (row) => format.money(row.totalFee, row.currencyCode ?? 'USD') },
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
