import { departures } from '../shared/declaration.api.ts';
import { DeclarationFinder } from '../shared/declaration-finder.tsx';
import type { DepartureRow } from './departure.api.ts';
import { t } from './texts.ts';

export default function DepartureFinderScreen() {
  return (
    <DeclarationFinder<DepartureRow>
      kind={departures}
      title={t.finderTitle}
      showQr={t.showQr}
      columns={[{ title: t.departureDate, field: 'departureDate', type: 'date' }]}
    />
  );
}
