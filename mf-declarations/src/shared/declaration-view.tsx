import { type DocumentActionEntry, type DocumentEnvelope, fullName, type SerialReference } from '@portal/contract-kit';
import { Card, type Label, useText } from '@portal/web-kit';
import { DocumentForm, type FieldValues, type KindForm, type Model } from '@portal/web-kit/forms';
import {
  type ActionPanelProps,
  ActionsTable,
  DeferredPart,
  DocumentPage,
  PrintButton,
  RequirementChecks,
  RequirementTable,
  useDocumentPage,
} from '@portal/web-kit/staff';
import type { ReactNode } from 'react';
import { TravelsWith } from '../staff-group/travels-with.tsx';
import { Attention, type NotableAnswers } from './attention.tsx';
import { type DeclarationKind, mediaScope } from './declaration.api.ts';
import { Facts } from './facts.tsx';
import { FinderLink } from './finder-link.tsx';
import { KeyFacts, type Known } from './key-facts.tsx';
import { shared } from './texts.ts';

/** Fields of an arrival or departure that the pages use. */
interface Declaration {
  id: string;
  version: number;
  firstName?: string;
  lastName?: string;
  documentStatus?: string;
  serialReference: SerialReference;
  requirements?: readonly object[];
  groupId?: string;
  actions?: readonly DocumentActionEntry[];
}

interface DeclarationViewProps<Document extends Declaration, Values extends FieldValues>
  extends Pick<ActionPanelProps<Document>, 'choices' | 'values' | 'fileName' | 'children'> {
  kind: DeclarationKind;
  mode: string;
  envelope: DocumentEnvelope<Document>;
  reload(): Promise<unknown>;
  service: Label;
  /** The title of a mode that has a page of its own, such as an amendment. */
  title?: Label;
  form: KindForm<Values>;
  /** The mode in which the sections are rendered, and the document that they show. */
  shown?: { mode: string; model: object };
  /** Whether the officer confirms the requirements on this page. */
  confirms: boolean;
  /** Content above the facts. */
  above?: ReactNode;
  /** Actions with a page of their own, on which the officer ticks and corrects. The view links to these pages. */
  pages: readonly { name: string; page: string }[];
}

/** A read-only declaration, with the officer's actions. */
export function DeclarationView<Document extends Declaration, Values extends FieldValues>({
  kind,
  mode,
  envelope,
  reload,
  service,
  title,
  form,
  shown = { mode: 'view', model: envelope.model },
  confirms,
  above,
  pages,
  children,
  ...actions
}: DeclarationViewProps<Document, Values>) {
  const text = useText();
  const { model } = envelope;
  const pageOf = (name: string) => pages.find((page) => page.name === name);
  const elsewhere = mode === 'view' ? envelope.actions.filter(({ name }) => pageOf(name)) : [];
  const to = (mode: string) => (id: string) => `${kind.staffBase}/${mode}/${id}`;
  const { errors, summary, panel } = useDocumentPage({
    ...actions,
    envelope: { ...envelope, actions: envelope.actions.filter((action) => !elsewhere.includes(action)) },
    mode,
    kind: kind.path,
    base: kind.staffBase,
    service,
    form,
    editing: false,
    draft: `${kind.word}-view`,
    confirms: confirms ? { verification: () => form.form.getValues().requirements } : undefined,
    history: shared.history,
    thread: { scope: mediaScope },
    officers: `${kind.roleName}-declaration`,
    pages: elsewhere.map(({ name, label }) => ({ label, to: `${kind.staffBase}/${pageOf(name)?.page}/${model.id}` })),
    navigate: { view: to('view'), 'return-view': to('view'), edit: to('edit'), print: to('print') },
    reload,
    document: (
      <>
        {above}
        <Attention model={model as NotableAnswers} />
        <div className="portal-key-facts">
          <KeyFacts model={model as Known} />
        </div>
        <DeferredPart>
          {model.groupId && mode !== 'print' ? <TravelsWith kind={kind} id={model.id} groupId={model.groupId} /> : null}
          <DocumentForm sections={form.sections} mode={shown.mode} model={shown.model as Model} editable={false} />
          {(model.requirements ?? []).length > 0 && !confirms ? (
            <Card title={shared.requirements}>
              <RequirementTable name="requirements" mode="read" />
            </Card>
          ) : null}
          <Facts model={model} />
          {mode === 'print' ? <PrintButton /> : <ActionsTable entries={model.actions} />}
        </DeferredPart>
      </>
    ),
    children: (
      <>
        {children}
        {confirms ? <RequirementChecks name="requirements" legend={shared.requirements} /> : null}
      </>
    ),
  });
  return (
    <DocumentPage
      title={fullName(model) || service}
      caption={[model.serialReference.reference, title && text(title)].filter(Boolean).join(' · ')}
      status={model.documentStatus}
      backTo={mode === 'view' ? kind.staffBase : `${kind.staffBase}/view/${model.id}`}
      errors={errors}
      actions={<FinderLink kind={kind} />}
      summary={summary}
      panel={panel}
    />
  );
}
