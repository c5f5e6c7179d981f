import {
  Button,
  ButtonGroup,
  ButtonLink,
  Card,
  formatDate,
  InsetText,
  LaneChip,
  type PageError,
  StatusTag,
  useApi,
  useQueryClient,
  useText,
} from '@portal/web-kit';
import { DocumentForm, FormProvider } from '@portal/web-kit/forms';
import { ActionPanel, ActionsTable, DocumentPage, HistoryDialog, RequirementTable } from '@portal/web-kit/staff';
import { useState } from 'react';
import { decisionNames, decisions } from 'svc-declarations/contract';
import { actionFor, declarationKey } from '../shared/declaration.api.ts';
import { Facts } from '../shared/facts.tsx';
import { FinderLink } from '../shared/finder-link.tsx';
import { PrintButton } from '../shared/print-button.tsx';
import { confirmations } from '../shared/requirement-ticks.tsx';
import { shared } from '../shared/texts.ts';
import { type ArrivalEnvelope, arrivalPath } from './arrival.api.ts';
import { t } from './texts.ts';
import { useArrivalForm } from './use-arrival-form.ts';

const base = '/other/traveller/declaration';
const choices = decisions.map((code) => ({ code, name: decisionNames[code].en, names: decisionNames[code] }));
/** Actions that have a page of their own, where requirements are confirmed: from the view a link leads there. */
const atTheBorder = ['arrival', 'decision'];

interface ArrivalViewProps {
  mode: 'view' | 'arrival' | 'print';
  envelope: ArrivalEnvelope;
  reload(): void;
}

/** A declaration to read, with what the officer may do. In mode `arrival` requirements are confirmed, the arrival is recorded, and it is decided. */
export function ArrivalView({ mode, envelope, reload }: ArrivalViewProps) {
  const text = useText();
  const api = useApi();
  const cache = useQueryClient();
  const { form, sections } = useArrivalForm(envelope.model, mode, 'officer');
  const [errors, setErrors] = useState<PageError[]>([]);
  const [history, setHistory] = useState(false);
  const { model, actions } = envelope;
  const arriving = mode === 'arrival';
  const elsewhere = mode === 'view' ? actions.filter(({ name }) => atTheBorder.includes(name)) : [];
  const here = { ...envelope, actions: actions.filter((action) => !elsewhere.includes(action)) };
  const confirms = arriving && atTheBorder.some((name) => actionFor(actions, name, mode));
  const inspected = arriving && model.lane === 'RED' && actionFor(actions, 'decision', mode);
  const early = arriving && actionFor(actions, 'arrival', mode) && (model.arrivalDate ?? '') > new Date().toISOString().slice(0, 10);
  const name = [model.firstName, model.lastName].filter(Boolean).join(' ') || t.service;
  return (
    <FormProvider {...form}>
      <DocumentPage
        title={arriving ? t.arrivalTitle : name}
        caption={model.serialReference.reference}
        status={model.documentStatus}
        backTo={mode === 'view' ? base : `${base}/view/${model.id}`}
        errors={errors}
        actions={<FinderLink kind="traveller" />}
        summary={
          <>
            <div className="portal-lane-line">
              <LaneChip lane={model.lane} large />
            </div>
            <Facts model={model} more={model.decision ? [{ label: t.decision, value: <StatusTag status={model.decision} /> }] : []} />
            <DocumentForm sections={sections} mode="view" model={{ ...model }} editable={false} />
            {(model.requirements ?? []).length > 0 ? (
              <Card title={t.requirements}>
                <RequirementTable name="requirements" mode={confirms ? 'confirm' : 'read'} />
              </Card>
            ) : null}
            {mode === 'print' ? <PrintButton /> : <ActionsTable entries={model.actions} />}
          </>
        }
        panel={
          <>
            <ActionPanel
              api={api}
              envelope={here}
              mode={mode}
              choices={{ decision: choices }}
              values={({ name }) => (atTheBorder.includes(name) ? { requirements: confirmations(form.getValues('requirements')) } : {})}
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
            >
              {early ? <InsetText>{text(t.early({ en: formatDate(model.arrivalDate, 'en'), pt: formatDate(model.arrivalDate, 'pt') }))}</InsetText> : null}
              {inspected ? <InsetText>{text(t.inspection)}</InsetText> : null}
              {elsewhere.length > 0 ? (
                <ButtonGroup>
                  {elsewhere.map(({ name, label }) => (
                    <ButtonLink key={name} to={`${base}/arrival/${model.id}`}>
                      {label}
                    </ButtonLink>
                  ))}
                </ButtonGroup>
              ) : null}
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
    </FormProvider>
  );
}
