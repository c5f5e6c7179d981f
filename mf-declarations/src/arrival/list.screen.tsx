import { L } from '@portal/contract-kit';
import { LaneChip, RequireRole } from '@portal/web-kit';
import { DocumentList } from '@portal/web-kit/staff';
import { arrivalStatuses, laneNames, arrivalStatusNames as statusNames } from 'svc-declarations/contract';
import { shared } from '../shared/texts.ts';
import type { ArrivalRow } from './arrival.api.ts';
import { t } from './texts.ts';

const base = '/other/traveller/declaration';
const roles = ['traveller-declaration-read', 'traveller-declaration-search'];
const statuses = arrivalStatuses.map((code) => ({ code, name: statusNames[code].en, names: statusNames[code] }));
const lanes = (['RED', 'GREEN'] as const).map((code) => ({ code, name: laneNames[code].en, names: laneNames[code] }));

/** The officer's list and finder of arrivals, newest first. */
export default function ArrivalListScreen() {
  return (
    <RequireRole anyOf={roles}>
      <DocumentList<ArrivalRow>
        title={t.listTitle}
        api="/api/declarations"
        search="/v1/traveller/declaration/search"
        columns={[
          { field: 'serialReference.reference', title: shared.reference, link: (row) => `${base}/view/${row.id}` },
          { field: 'lastName', title: shared.name, render: (row) => [row.firstName, row.lastName].filter(Boolean).join(' ') },
          { field: 'lane', title: t.lane, render: (row) => (row.lane ? <LaneChip lane={row.lane} /> : null) },
          { field: 'documentStatus', title: shared.status, type: 'status' },
          { field: 'arrivalDate', title: t.arrivalDate, type: 'date' },
          { field: 'flightNumber', title: t.flight },
          { field: 'flightDetails.code', title: t.entryPoint, render: (row) => <abbr title={row.flightDetails?.description}>{row.flightDetails?.code}</abbr> },
          { field: 'documentCreatedAt', title: shared.created, type: 'dateTime' },
        ]}
        filters={[
          { field: 'serialReference.reference', label: shared.reference, dataType: 'TEXT', operations: ['EQ', 'CONTAINS'], type: 'text' },
          { field: 'documentStatus', label: shared.status, dataType: 'TEXT', operations: ['EQ', 'IN', 'NEQ', 'ANY'], type: 'select', records: statuses },
          { field: 'lane', label: t.lane, dataType: 'TEXT', operations: ['EQ', 'ANY'], type: 'select', records: lanes },
          { field: 'lastName', label: L('Family or last name', 'Apelido'), dataType: 'TEXT', operations: ['CONTAINS', 'EQ'], type: 'text' },
          { field: 'travellerCode', label: L('Passport number', 'Número do passaporte'), dataType: 'TEXT', operations: ['EQ', 'CONTAINS'], type: 'text' },
          {
            field: 'nationalityCode',
            label: L('Nationality', 'Nacionalidade'),
            dataType: 'TEXT',
            operations: ['EQ', 'NEQ'],
            type: 'select',
            catalogue: 'countries',
          },
          { field: 'flightNumber', label: t.flight, dataType: 'TEXT', operations: ['EQ', 'CONTAINS'], type: 'text' },
          { field: 'arrivalDate', label: t.arrivalDate, dataType: 'DATE', operations: ['EQ', 'NEQ'], type: 'date' },
          { field: 'entryPointCode', label: t.entryPoint, dataType: 'TEXT', operations: ['EQ', 'NEQ'], type: 'select', catalogue: 'entry-points' },
        ]}
        readRoles={['traveller-declaration-read']}
        searchRoles={['traveller-declaration-search']}
        history={(row) => `/v1/traveller/declaration/${row.id}/history`}
        links={[
          { to: `${base}/new`, label: t.newTitle, roles: ['traveller-declaration-create'] },
          { to: `${base}/update`, label: shared.changeByReference, roles: ['traveller-declaration-amendment'] },
          { to: '/other/traveller/scan', label: shared.scan, roles: ['traveller-declaration-read'] },
        ]}
        csvName="arrival-declarations.csv"
      />
    </RequireRole>
  );
}
