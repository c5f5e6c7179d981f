import { type DepartureReadMode, departureReadModes } from 'svc-declarations/contract';
import { departures } from '../shared/declaration.api.ts';
import { DeclarationDocument, type EditProps, type ViewProps } from '../shared/declaration-document.tsx';
import type { DepartureEnvelope } from './departure.api.ts';
import { DepartureEdit } from './edit.tsx';
import DepartureListScreen from './list.screen.tsx';
import { t } from './texts.ts';
import { DepartureView } from './view.tsx';

/** One element for all renders, so that React does not render the list again each time a case is opened. */
const list = <DepartureListScreen />;

type Model = DepartureEnvelope['model'];
const askingModes: readonly DepartureReadMode[] = ['verification'];
const edit = (props: EditProps<Model>) => <DepartureEdit {...props} />;
const view = (props: ViewProps<Model, DepartureReadMode>) => <DepartureView {...props} />;

/** A departure declaration as officers see it. */
export default function DepartureDocumentScreen() {
  return (
    <DeclarationDocument<Model, DepartureReadMode>
      kind={departures}
      list={list}
      service={t.title}
      updateTitle={t.updateTitle}
      readModes={departureReadModes}
      askingModes={askingModes}
      edit={edit}
      view={view}
    />
  );
}
