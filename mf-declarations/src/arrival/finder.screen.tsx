import { LaneChip } from '@portal/web-kit';
import { arrivals } from '../shared/declaration.api.ts';
import { DeclarationFinder } from '../shared/declaration-finder.tsx';
import { DepartFrom } from '../shared/take-over.tsx';
import type { ArrivalRow } from './arrival.api.ts';
import { t } from './texts.ts';

export default function ArrivalFinderScreen() {
  return (
    <DeclarationFinder<ArrivalRow>
      kind={arrivals}
      title={t.finderTitle}
      showQr={t.showQr}
      more={(row) => <DepartFrom id={row.id} reference={row.serialReference?.reference} />}
      columns={[
        { title: t.arrivalDate, field: 'arrivalDate', type: 'date' },
        { title: t.lane, render: (row) => (row.lane ? <LaneChip lane={row.lane} /> : null) },
      ]}
    />
  );
}
