import { Button, ButtonGroup, InsetText, LaneChip, type PageError, StatusTag, useApi, useQueryClient, useText } from '@portal/web-kit';
import { DocumentForm, FormProvider } from '@portal/web-kit/forms';
import { ActionPanel, ActionsTable, DocumentPage, HistoryDialog } from '@portal/web-kit/staff';
import { useState } from 'react';
import { decisionNames, decisions } from 'svc-declarations/contract';
import { actionFor, declarationKey } from '../shared/declaration.api.ts';
import { Facts } from '../shared/facts.tsx';
import { PrintButton } from '../shared/print-button.tsx';
import { shared } from '../shared/texts.ts';
import { type ArrivalEnvelope, arrivalPath } from './arrival.api.ts';
import { t } from './texts.ts';
import { useArrivalForm } from './use-arrival-form.ts';

const base = '/other/traveller/declaration';
const choices = decisions.map((code) => ({ code, name: decisionNames[code].en, names: decisionNames[code] }));

const labels = {
  arrival: t.recordArrival,
  decision: t.decide,
  edit: shared.edit,
  view: shared.view,
  'return-view': shared.returnToView,
  print: shared.print,
  'print-form': shared.printForm,
};

interface ArrivalViewProps {
  mode: 'view' | 'arrival' | 'print';
  envelope: ArrivalEnvelope;
  reload(): void;
}

/** A declaration to read, with what the officer may do: record the arrival, decide. */
export function ArrivalView({ mode, envelope, reload }: ArrivalViewProps) {
  const text = useText();
  const api = useApi();
  const cache = useQueryClient();
  const { form, sections } = useArrivalForm(envelope.model, mode);
  const [errors, setErrors] = useState<PageError[]>([]);
  const [history, setHistory] = useState(false);
  const { model, actions } = envelope;
  const inspected = model.lane === 'RED' && actionFor(actions, 'decision', mode);
  return (
    <DocumentPage
      title={[model.firstName, model.lastName].filter(Boolean).join(' ') || t.service}
      caption={model.serialReference.reference}
      status={model.documentStatus}
      backTo={base}
      errors={errors}
      summary={
        <>
          <div className="portal-lane-line">
            <LaneChip lane={model.lane} large />
          </div>
          <Facts model={model} more={model.decision ? [{ label: t.decision, value: <StatusTag status={model.decision} /> }] : []} />
          <FormProvider {...form}>
            <DocumentForm sections={sections} mode="view" model={{ ...model }} editable={false} />
          </FormProvider>
          {mode === 'print' ? <PrintButton /> : <ActionsTable entries={model.actions} />}
        </>
      }
      panel={
        <>
          <ActionPanel
            api={api}
            envelope={envelope}
            mode={mode}
            choices={{ decision: choices }}
            values={() => ({})}
            navigate={{
              view: (id) => `${base}/view/${id}`,
              'return-view': (id) => `${base}/view/${id}`,
              edit: (id) => `${base}/edit/${id}`,
              print: (id) => `${base}/print/${id}`,
            }}
            fileName={() => `${model.serialReference.reference}.pdf`}
            onDone={(done: ArrivalEnvelope) => {
              cache.setQueryData(declarationKey('traveller', model.id), done);
              setErrors([]);
            }}
            onErrors={setErrors}
            onReload={reload}
            labels={labels}
          >
            {inspected ? <InsetText>{text(t.inspection)}</InsetText> : null}
          </ActionPanel>
          <ButtonGroup>
            <Button variant="secondary" onClick={() => setHistory(true)}>
              {text(shared.history)}
            </Button>
          </ButtonGroup>
          <HistoryDialog
            api="/api/declarations"
            url={`${arrivalPath(model.id)}/history`}
            title={model.serialReference.reference}
            open={history}
            onClose={() => setHistory(false)}
          />
        </>
      }
    />
  );
}
