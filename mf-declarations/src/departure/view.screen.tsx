import { Button, ButtonGroup, ButtonLink, Card, type PageError, useApi, useQueryClient, useText } from '@portal/web-kit';
import { DocumentForm, FormProvider } from '@portal/web-kit/forms';
import { ActionPanel, ActionsTable, DocumentPage, HistoryDialog, RequirementTable } from '@portal/web-kit/staff';
import { useState } from 'react';
import { actionFor, declarationKey } from '../shared/declaration.api.ts';
import { Facts } from '../shared/facts.tsx';
import { PrintButton } from '../shared/print-button.tsx';
import { shared } from '../shared/texts.ts';
import { type DepartureEnvelope, departurePath } from './departure.api.ts';
import { t } from './texts.ts';
import { useDepartureForm } from './use-departure-form.ts';

const base = '/other/departure/declaration';

interface DepartureViewProps {
  mode: 'view' | 'verification' | 'print';
  envelope: DepartureEnvelope;
  reload(): void;
}

const labels = {
  verification: t.verify,
  amendment: t.amend,
  approval: t.approve,
  edit: shared.edit,
  view: shared.view,
  'return-view': shared.returnToView,
  print: shared.print,
  'print-declaration': t.printDeclaration,
};

/** Actions that have a page of their own: from the view a link leads there, so that nothing is verified without the ticks. */
const elsewhere = ['verification', 'amendment'] as const;

/** A declaration to read, with what the officer may do. In verification the requirements are confirmed. */
export function DepartureView({ mode, envelope, reload }: DepartureViewProps) {
  const text = useText();
  const api = useApi();
  const cache = useQueryClient();
  const { form, sections } = useDepartureForm(envelope.model, mode);
  const [errors, setErrors] = useState<PageError[]>([]);
  const [history, setHistory] = useState(false);
  const { model, actions } = envelope;
  const verifying = mode === 'verification';
  const pages = mode === 'view' ? elsewhere.filter((name) => actionFor(actions, name, name)) : [];
  const here = { ...envelope, actions: mode === 'view' ? actions.filter(({ name }) => !(elsewhere as readonly string[]).includes(name)) : actions };
  return (
    <FormProvider {...form}>
      <DocumentPage
        title={verifying ? t.verifyTitle : [model.firstName, model.lastName].filter(Boolean).join(' ') || t.title}
        caption={model.serialReference.reference}
        status={model.documentStatus}
        backTo={mode === 'view' ? base : `${base}/view/${model.id}`}
        errors={errors}
        summary={
          <>
            <Facts model={model} />
            <DocumentForm sections={sections} mode={mode} model={{ ...model }} editable={false} />
            {verifying && (model.requirements ?? []).length > 0 ? (
              <Card title={t.requirements}>
                <RequirementTable name="requirements" mode="confirm" />
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
              values={() =>
                verifying ? { requirements: (form.getValues('requirements') ?? []).map(({ id, confirmed }) => ({ id, confirmed: confirmed === true })) } : {}
              }
              navigate={{
                view: (id) => `${base}/view/${id}`,
                'return-view': (id) => `${base}/view/${id}`,
                edit: (id) => `${base}/edit/${id}`,
                print: (id) => `${base}/print/${id}`,
              }}
              fileName={() => `${model.travellerCode}.pdf`}
              onDone={(done: DepartureEnvelope) => {
                cache.setQueryData(declarationKey('departure', model.id), done);
                setErrors([]);
              }}
              onErrors={setErrors}
              onReload={reload}
              labels={labels}
            >
              {pages.length > 0 ? (
                <ButtonGroup>
                  {pages.map((name) => (
                    <ButtonLink key={name} to={`${base}/${name}/${model.id}`} variant={name === 'verification' ? 'primary' : 'secondary'}>
                      {text(name === 'verification' ? t.verify : t.amend)}
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
              url={`${departurePath(model.id)}/history`}
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
