import { recordOf } from '@portal/contract-kit';
import { eq, NotFound, oneOf, RequireRole, StatusTag, useFormat, useParams, useText } from '@portal/web-kit';
import { DocumentList, nameLetters, referenceDigits, wordLetters } from '@portal/web-kit/staff';
import { type LicenceStatus, licenceBinder, licenceStatuses, recommendationLabels, recommendations, statusLabels } from 'svc-licences/contract';
import { desks } from './desks.ts';
import { type LicenceListRow, licencePath, staffBase } from './licence.api.ts';
import { t } from './texts.ts';

const statuses = licenceStatuses.map((code) => recordOf(code, statusLabels[code]));
const recommended = recommendations.map((code) => recordOf(code, recommendationLabels[code]));
const read = 'professional-license-read';
const search = 'professional-license-search';

/** Content of a cell: the main value and, on the same line, further values in a lighter colour. */
function Line({ of: [first, ...more] }: { of: (string | undefined)[] }) {
  const rest = more.filter(Boolean);
  return (
    <>
      {first}
      {rest.length > 0 ? <span className="portal-muted"> · {rest.join(' · ')}</span> : null}
    </>
  );
}

/**
 * The officer's list and finder. A desk decides which statuses it shows.
 * @param of name of the desk, if the address does not name it
 */
export default function LicenceListScreen({ of, loadDocumentScreen }: { of?: string; loadDocumentScreen?(): Promise<unknown> }) {
  const { desk: inAddress } = useParams();
  const name = of ?? inAddress;
  const format = useFormat();
  const text = useText();
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
          { field: 'serialReference.reference', title: t.reference, width: 24, link: (row) => `${staffBase}/view/${row.id}` },
          {
            field: 'documentStatus',
            title: t.status,
            width: 26,
            render: (row) => <StatusTag status={row.documentStatus} label={statusLabels[row.documentStatus as LicenceStatus]} />,
          },
          {
            field: 'holderName',
            title: t.holder,
            sortBy: 'holderName',
            width: 24,
            render: (row) => <Line of={[row.holderName, row.genderName, format.date(row.birthDate)]} />,
          },
          { field: 'documentName', title: t.document, width: 22.5, render: (row) => <Line of={[row.documentName, row.agencyName]} /> },
          { field: 'holderCode', title: t.identity, head: t.identityHead, width: 14, render: (row) => <Line of={[row.holderCode, row.indentityName]} /> },
          {
            field: 'storageReference.reference',
            title: t.licence,
            width: 12,
            render: (row) =>
              row.storageReference ? (
                <Line of={[row.storageReference.reference, `${format.date(row.beginDate)} ${text(t.until)} ${format.date(row.endDate)}`]} />
              ) : null,
          },
          {
            field: 'totalFee',
            title: t.totalFee,
            type: 'number',
            width: 12,
            optional: true,
            render: (row) => format.money(row.totalFee, row.currencyCode ?? 'USD'),
          },
          { field: 'documentCreatedAt', title: t.created, type: 'dateTime', width: 15.5, sortBy: 'createdAt' },
        ]}
        filters={[
          {
            field: 'serialReference.reference',
            label: t.reference,
            dataType: 'TEXT',
            operations: ['EQ', 'BEGINS'],
            leastDigits: referenceDigits,
            type: 'text',
          },
          { field: 'documentStatus', label: t.status, dataType: 'TEXT', operations: ['EQ', 'IN', 'NEQ', 'ANY'], type: 'select', records: statuses },
          { field: 'name', label: t.holderName, dataType: 'TEXT', operations: ['CONTAINS'], type: 'text', leastLetters: wordLetters },
          { field: 'holderName', label: t.wholeName, dataType: 'TEXT', operations: ['BEGINS', 'EQ'], type: 'text', leastLetters: nameLetters },
          { field: 'holderCode', label: t.holderCode, dataType: 'TEXT', operations: ['EQ'], type: 'text' },
          { field: 'indentityCode', label: t.identityType, dataType: 'TEXT', operations: ['EQ', 'NEQ'], type: 'select', catalogue: 'identity-types' },
          { field: 'birthDate', label: t.birthDate, dataType: 'DATE', operations: ['EQ', 'GTE', 'LTE', 'NEQ'], type: 'date' },
          {
            field: 'documentCode',
            label: t.document,
            dataType: 'TEXT',
            operations: ['EQ', 'NEQ'],
            type: 'select',
            catalogue: 'documents',
            criteria: [eq('binder', licenceBinder)],
          },
          {
            field: 'storageReference.reference',
            label: t.licenceNumber,
            dataType: 'TEXT',
            operations: ['EQ', 'BEGINS'],
            leastDigits: referenceDigits,
            type: 'text',
          },
          { field: 'endDate', label: t.end, dataType: 'DATE', operations: ['EQ', 'GTE', 'LTE', 'NEQ'], type: 'date', orders: true },
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
        bulk={{ assessment: {}, recommendation: { choices: recommended }, approval: {}, query: {}, rejection: {}, suspension: {}, activation: {} }}
        csvName="professional-licences.csv"
        loadDocumentScreen={loadDocumentScreen}
      />
    </RequireRole>
  );
}
