import { L } from '@portal/contract-kit';
import { RequireRole } from '@portal/web-kit';
import { DocumentList } from '@portal/web-kit/staff';
import { departureStatuses, departureStatusNames as statusNames } from 'svc-declarations/contract';
import { shared } from '../shared/texts.ts';
import type { DepartureRow } from './departure.api.ts';
import { t } from './texts.ts';

const base = '/other/departure/declaration';
const roles = ['departure-declaration-read', 'departure-declaration-search'];
const statuses = departureStatuses.map((code) => ({ code, name: statusNames[code].en, names: statusNames[code] }));

/** The officer's list of departures, newest first. */
export default function DepartureListScreen() {
  return (
    <RequireRole anyOf={roles}>
      <DocumentList<DepartureRow>
        title={t.listTitle}
        api="/api/declarations"
        search="/v1/departure/declaration/search"
        columns={[
          { field: 'serialReference.reference', title: shared.reference, link: (row) => `${base}/view/${row.id}` },
          { field: 'serialReference.date', title: shared.date, type: 'date' },
          { field: 'lastName', title: shared.name, render: (row) => [row.firstName, row.lastName].filter(Boolean).join(' ') },
          { field: 'flightNumber', title: t.flight },
          { field: 'departureDate', title: t.departureDate, type: 'date' },
          { field: 'flightDetails.code', title: t.entryPoint, render: (row) => <abbr title={row.flightDetails?.description}>{row.flightDetails?.code}</abbr> },
          { field: 'documentStatus', title: shared.status, type: 'status' },
          { field: 'documentCreatedAt', title: shared.created, type: 'dateTime' },
        ]}
        filters={[
          { field: 'serialReference.reference', label: shared.reference, dataType: 'TEXT', operations: ['EQ', 'CONTAINS'], type: 'text' },
          { field: 'documentStatus', label: shared.status, dataType: 'TEXT', operations: ['EQ', 'IN', 'NEQ', 'ANY'], type: 'select', records: statuses },
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
          { field: 'departureDate', label: t.departureDate, dataType: 'DATE', operations: ['EQ', 'NEQ'], type: 'date' },
          { field: 'entryPointCode', label: t.entryPoint, dataType: 'TEXT', operations: ['EQ', 'NEQ'], type: 'select', catalogue: 'entry-points' },
        ]}
        readRoles={['departure-declaration-read']}
        searchRoles={['departure-declaration-search']}
        history={(row) => `/v1/departure/declaration/${row.id}/history`}
        links={[
          { to: `${base}/new`, label: t.newTitle, roles: ['departure-declaration-create'] },
          { to: `${base}/update`, label: shared.changeByReference, roles: ['departure-declaration-amendment'] },
          { to: '/other/traveller/scan', label: shared.scan, roles: ['departure-declaration-read'] },
        ]}
        csvName="departure-declarations.csv"
      />
    </RequireRole>
  );
}
