import type { DocumentEnvelope, OfferedAction } from '@portal/contract-kit';
import type { Label } from '@portal/web-kit';
import { type Draft, type FieldValues, type KindForm, useDraft, useSubmission } from '@portal/web-kit/forms';
import { useKeepList } from '@portal/web-kit/staff';
import type { QuestionSets } from './asked-rows.ts';
import type { DeclarationKind } from './declaration.api.ts';
import type { EditMode } from './declaration-document.tsx';
import { type Requirement, useQuestionWords, useRequirementWords } from './question-sets.ts';

interface DeclarationEditOptions<Model extends { id: string; version: number; requirements?: Requirement[] }, Values extends FieldValues> {
  of: DeclarationKind;
  mode: EditMode;
  envelope: DocumentEnvelope<Model>;
  sets: QuestionSets;
  form: KindForm<Values>;
  texts: { newTitle: Label; updateTitle: Label };
}

export interface DeclarationEdit {
  title: Label;
  /** Target of the Back link. */
  backTo: string;
  draft: Draft;
  /** Sends the form and opens the next page. */
  send(action: OfferedAction, body: object): Promise<void>;
}

/** Returns what the officers' forms share: the draft, the title, and the page after a change. */
export function useDeclarationEdit<Model extends { id: string; version: number; requirements?: Requirement[] }, Values extends FieldValues>({
  of,
  mode,
  envelope,
  sets,
  form: { form, initial, contract },
  texts,
}: DeclarationEditOptions<Model, Values>): DeclarationEdit {
  const keep = useKeepList();
  const { id, version } = envelope.model;
  const isNew = mode === 'new';
  const scope = isNew ? `${of.word}-new` : `${of.word}-${mode}-${id}-${version}`;
  const draft = useDraft<Values>(scope, form, { initial });
  useQuestionWords(form, sets, draft.ready);
  useRequirementWords(form, envelope.model.requirements, draft.ready);
  const { send } = useSubmission<Model>(of.path, scope, draft, contract);
  return {
    title: isNew ? texts.newTitle : texts.updateTitle,
    backTo: keep(isNew ? of.staffBase : `${of.staffBase}/view/${id}`),
    draft,
    // After a registration, open the page with the code, because the traveller needs it next.
    send: (action, body) => send(action, body, (id) => (isNew ? `${of.publicBase}/qr/${id}` : keep(`${of.staffBase}/view/${id}`))),
  };
}
