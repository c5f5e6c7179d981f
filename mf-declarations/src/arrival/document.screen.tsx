import { useCallback } from 'react';
import { type ArrivalReadMode, arrivalReadModes } from 'svc-declarations/contract';
import { arrivals } from '../shared/declaration.api.ts';
import { DeclarationDocument, type EditProps, type ViewProps } from '../shared/declaration-document.tsx';
import { type ArrivalEnvelope, useArrival } from './arrival.api.ts';
import { ArrivalEdit } from './edit.tsx';
import ArrivalListScreen from './list.screen.tsx';
import { t } from './texts.ts';
import { ArrivalView } from './view.tsx';

/** One element for all renders, so that React does not render the list again each time a case is opened. */
const list = <ArrivalListScreen />;

type Model = ArrivalEnvelope['model'];
const view = (props: ViewProps<Model, ArrivalReadMode>) => <ArrivalView {...props} />;

/** An arrival declaration as officers see it. */
export default function ArrivalDocumentScreen() {
  const wizard = useArrival().data?.model.arrivalWizard;
  const edit = useCallback((props: EditProps<Model>) => <ArrivalEdit {...props} wizard={wizard} />, [wizard]);
  return (
    <DeclarationDocument<Model, ArrivalReadMode>
      kind={arrivals}
      list={list}
      service={t.service}
      updateTitle={t.updateTitle}
      readModes={arrivalReadModes}
      edit={edit}
      view={view}
    />
  );
}
