import { recordOf } from '@portal/contract-kit';
import { departureStatuses, departureStatusLabels as statusNames } from 'svc-declarations/contract';
import { departures } from '../shared/declaration.api.ts';
import { DeclarationList, entryPointColumn, nameColumn } from '../shared/declaration-list.tsx';
import { shared } from '../shared/texts.ts';
import type { DepartureRow } from './departure.api.ts';
import { t } from './texts.ts';

const statuses = departureStatuses.map((code) => recordOf(code, statusNames[code]));

export default function DepartureListScreen({ loadDocumentScreen }: { loadDocumentScreen?(): Promise<unknown> }) {
  return (
    <DeclarationList<DepartureRow>
      kind={departures}
      title={t.listTitle}
      newTitle={t.newTitle}
      columns={[
        { field: 'serialReference.date', title: shared.date, type: 'date' },
        nameColumn,
        { field: 'flightNumber', title: t.flight, head: shared.flightHead, width: 9, sortBy: 'flightNumber' },
        { field: 'departureDate', title: t.departureDate, head: t.dayHead, type: 'date', width: 13, sortBy: 'departureDate' },
        entryPointColumn(t.entryPoint),
        { field: 'documentStatus', title: shared.status, type: 'status', width: 16 },
        { field: 'documentCreatedAt', title: shared.created, type: 'dateTime', sortBy: 'createdAt' },
      ]}
      statuses={statuses}
      date={{ field: 'departureDate', label: t.departureDate }}
      flight={t.flight}
      entryPoint={t.entryPoint}
      // Only the approval can be done on many declarations at once. For a verification the officer must look at the answers and papers of each one.
      bulk={{ approval: {} }}
      loadDocumentScreen={loadDocumentScreen}
    />
  );
}
