import { departures } from '../shared/declaration.api.ts';
import { DeclarationDocument } from '../shared/declaration-document.tsx';
import type { DepartureEnvelope } from './departure.api.ts';
import { DepartureEdit } from './edit.tsx';
import DepartureListScreen from './list.screen.tsx';
import { t } from './texts.ts';
import { DepartureView, departureReadModes } from './view.tsx';

/** The same element, so that the list is not drawn again with each case. */
const list = <DepartureListScreen />;

/** A departure declaration as officers see it. */
export default function DepartureDocumentScreen() {
  return (
    <DeclarationDocument<DepartureEnvelope['model'], (typeof departureReadModes)[number]>
      of={departures}
      list={list}
      service={t.title}
      updateTitle={t.updateTitle}
      readModes={departureReadModes}
      askingModes={['verification']}
      edit={(props) => <DepartureEdit {...props} />}
      view={(props) => <DepartureView {...props} />}
    />
  );
}
