import { arrivals } from '../shared/declaration.api.ts';
import { DeclarationDocument } from '../shared/declaration-document.tsx';
import { type ArrivalEnvelope, useArrival } from './arrival.api.ts';
import { ArrivalEdit } from './edit.tsx';
import ArrivalListScreen from './list.screen.tsx';
import { t } from './texts.ts';
import { ArrivalView, arrivalReadModes } from './view.tsx';

/** The same element, so that the list is not drawn again with each case. */
const list = <ArrivalListScreen />;

/** An arrival declaration as officers see it. */
export default function ArrivalDocumentScreen() {
  const blank = useArrival();
  return (
    <DeclarationDocument<ArrivalEnvelope['model'], (typeof arrivalReadModes)[number]>
      of={arrivals}
      list={list}
      service={t.service}
      updateTitle={t.updateTitle}
      readModes={arrivalReadModes}
      edit={(props) => <ArrivalEdit {...props} wizard={blank.data?.model.arrivalWizard} />}
      view={(props) => <ArrivalView {...props} />}
    />
  );
}
