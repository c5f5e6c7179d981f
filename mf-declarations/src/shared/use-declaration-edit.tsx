import { type DocumentEnvelope, type OfferedAction, valueAt } from '@portal/contract-kit';
import { type ApiProblem, asProblem, isProblem, type Label, useText } from '@portal/web-kit';
import { type Draft, type FieldValues, type KindForm, shownFields, useDraft, useSubmission } from '@portal/web-kit/forms';
import { StaleDialog, useKeepList } from '@portal/web-kit/staff';
import { type ReactNode, useState } from 'react';
import type { EditMode } from 'svc-declarations/contract';
import type { QuestionSets } from './asked-rows.ts';
import type { DeclarationKind } from './declaration.api.ts';
import { type Requirement, useQuestionWords, useRequirementWords } from './question-sets.ts';

interface DeclarationEditOptions<Model extends { id: string; version: number; requirements?: Requirement[] }, Values extends FieldValues> {
  kind: DeclarationKind;
  mode: EditMode;
  envelope: DocumentEnvelope<Model>;
  sets: QuestionSets;
  form: KindForm<Values>;
  texts: { newTitle: Label; updateTitle: Label };
  /** Loads the newest version. The changes of the officer are kept. */
  reload(): Promise<unknown>;
}

export interface DeclarationEdit {
  title: Label;
  /** Target of the Back link. */
  backTo: string;
  draft: Draft;
  /** Sends the form and opens the next page. If somebody else has saved the declaration first, it opens the dialog. Throws the errors of the call. */
  send(action: OfferedAction, body: object): Promise<void>;
  /** The dialog that says who has saved the declaration first, while it is open. */
  stale: ReactNode;
}

/** Returns what the officers' forms share: the draft, the title, the page after a change, and the dialog in place of it. */
export function useDeclarationEdit<Model extends { id: string; version: number; requirements?: Requirement[] }, Values extends FieldValues>({
  kind,
  mode,
  envelope,
  sets,
  form: { form, initial, sections, contract },
  texts,
  reload,
}: DeclarationEditOptions<Model, Values>): DeclarationEdit {
  const keep = useKeepList();
  const text = useText();
  const [stale, setStale] = useState<ApiProblem>();
  const { id, version } = envelope.model;
  const isNew = mode === 'new';
  const scope = isNew ? `${kind.word}-new` : `${kind.word}-${mode}-${id}-${version}`;
  const draft = useDraft<Values>(scope, form, { initial });
  useQuestionWords(form, sets, draft.ready);
  useRequirementWords(form, envelope.model.requirements, draft.ready);
  const { send } = useSubmission<Model>(kind.path, scope, draft, contract);
  const typed = () =>
    shownFields(sections, form.getValues(), mode)
      .filter((field) => (valueAt(form.getValues(), field.name) ?? '') !== (valueAt(initial, field.name) ?? ''))
      .map((field) => `${text(field.label)}: ${String(valueAt(form.getValues(), field.name) ?? '')}`)
      .join('\n');
  return {
    title: isNew ? texts.newTitle : texts.updateTitle,
    backTo: keep(isNew ? kind.staffBase : `${kind.staffBase}/view/${id}`),
    draft,
    async send(action, body) {
      try {
        // After a registration, open the page with the code, because the traveller needs it next.
        await send(action, body, (id) => (isNew ? `${kind.publicBase}/qr/${id}` : keep(`${kind.staffBase}/view/${id}`)));
      } catch (error) {
        if (!isProblem(error) || !error.has('STALE_VERSION')) throw error;
        setStale(asProblem(error));
      }
    },
    stale: stale ? (
      <StaleDialog
        problem={stale}
        typed={typed()}
        onReload={async () => {
          await reload();
          setStale(undefined);
        }}
        onClose={() => setStale(undefined)}
      />
    ) : null,
  };
}
