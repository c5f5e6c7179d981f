import { L, recordOf } from '@portal/contract-kit';
import { LaneChip } from '@portal/web-kit';
import { arrivalStatuses, decisionNames, decisions, laneNames, arrivalStatusLabels as statusNames } from 'svc-declarations/contract';
import { arrivals } from '../shared/declaration.api.ts';
import { DeclarationList, entryPointColumn, nameColumn } from '../shared/declaration-list.tsx';
import { shared } from '../shared/texts.ts';
import type { ArrivalRow } from './arrival.api.ts';
import { t } from './texts.ts';

const statuses = arrivalStatuses.map((code) => recordOf(code, statusNames[code]));
const lanes = (['RED', 'GREEN'] as const).map((code) => recordOf(code, laneNames[code]));
const overridden = [recordOf('YES', shared.yes), recordOf('NO', shared.no)];
const forStaff = {
  laneRule: L('Lane rule (CODE/version/rule)', 'Regra de canal (CÓDIGO/versão/regra)'),
  laneOverridden: L('Lane changed by an officer', 'Canal mudado por um funcionário'),
};
/** Short names: under the heading "Lane" the colour is enough. */
const shortLanes = { RED: L('Red', 'Vermelho'), GREEN: L('Green', 'Verde') };
const decided = decisions.map((code) => recordOf(code, decisionNames[code]));

export default function ArrivalListScreen({ loadDocumentScreen }: { loadDocumentScreen?(): Promise<unknown> }) {
  return (
    <DeclarationList<ArrivalRow>
      kind={arrivals}
      title={t.listTitle}
      newTitle={t.newTitle}
      columns={[
        nameColumn,
        { field: 'lane', title: t.lane, width: 14.5, render: (row) => (row.lane ? <LaneChip lane={row.lane} short={shortLanes[row.lane]} /> : null) },
        { field: 'documentStatus', title: shared.status, type: 'status', width: 18.5 },
        { field: 'arrivalDate', title: t.arrivalDate, head: t.dayHead, type: 'date', width: 13, sortBy: 'arrivalDate' },
        { field: 'flightNumber', title: t.flight, head: shared.flightHead, width: 10.5, sortBy: 'flightNumber' },
        entryPointColumn(t.entryPoint),
        { field: 'documentCreatedAt', title: shared.created, type: 'dateTime', width: 15.5, sortBy: 'createdAt' },
      ]}
      statuses={statuses}
      filters={[
        { field: 'lane', label: t.lane, dataType: 'TEXT', operations: ['EQ', 'ANY'], type: 'select', records: lanes },
        { field: 'laneRule', label: forStaff.laneRule, dataType: 'TEXT', operations: ['EQ'], type: 'text' },
        { field: 'laneOverridden', label: forStaff.laneOverridden, dataType: 'TEXT', operations: ['EQ'], type: 'select', records: overridden },
      ]}
      date={{ field: 'arrivalDate', label: t.arrivalDate }}
      flight={t.flight}
      entryPoint={t.entryPoint}
      bulk={{ arrival: {}, decision: { choices: decided } }}
      loadDocumentScreen={loadDocumentScreen}
    />
  );
}
