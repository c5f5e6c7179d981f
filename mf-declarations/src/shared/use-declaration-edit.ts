import type { DocumentEnvelope, OfferedAction } from '@portal/contract-kit';
import { documentKey, type Label, useNavigate, useQueryClient } from '@portal/web-kit';
import { type Draft, type FieldValues, type KindForm, useDraft } from '@portal/web-kit/forms';
import type { QuestionSets } from './asked-rows.ts';
import type { DeclarationKind } from './declaration.api.ts';
import type { EditMode } from './declaration-document.tsx';
import { useQuestionWords } from './question-sets.ts';

interface DeclarationEditOptions<Model extends { id: string; version: number }, Values extends FieldValues> {
  of: DeclarationKind;
  mode: EditMode;
  envelope: DocumentEnvelope<Model>;
  sets: QuestionSets;
  form: KindForm<Values>;
  action: OfferedAction | undefined;
  texts: { newTitle: Label; amendTitle: Label; updateTitle: Label };
}

export interface DeclarationEdit<Model> {
  title: Label;
  /** Where Back leads. */
  backTo: string;
  /** Names the submission: the same body sent twice from this form is one submission. */
  scope: string;
  draft: Draft;
  onDone(envelope: DocumentEnvelope<Model>): void;
}

/** What the officers' forms of both kinds have in common: the draft, the title, and where a finished change leads. */
export function useDeclarationEdit<Model extends { id: string; version: number }, Values extends FieldValues>({
  of,
  mode,
  envelope,
  sets,
  form: { form, initial },
  action,
  texts,
}: DeclarationEditOptions<Model, Values>): DeclarationEdit<Model> {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { id, version } = envelope.model;
  const isNew = mode === 'new';
  const scope = isNew ? `${of.word}-new` : `${of.word}-${mode}-${id}-${version}`;
  const draft = useDraft<Values>(scope, form, { initial });
  useQuestionWords(form, sets, draft.ready);
  return {
    title: isNew ? texts.newTitle : action?.name === 'amendment' ? texts.amendTitle : texts.updateTitle,
    backTo: isNew ? of.staffBase : `${of.staffBase}/view/${id}`,
    scope,
    draft,
    onDone: (done) => {
      cache.setQueryData(documentKey(of.path, done.model.id), done);
      // A new declaration's code is what the traveller needs next.
      navigate(isNew ? `${of.publicBase}/qr/${done.model.id}` : `${of.staffBase}/view/${done.model.id}`, { replace: true });
    },
  };
}
