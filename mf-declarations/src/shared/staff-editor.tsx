import type { DocumentEnvelope, OfferedAction } from '@portal/contract-kit';
import { type Label, StaffPage, useSingleRun, useText } from '@portal/web-kit';
import { DocumentForm, DraftNotice, type FieldValues, FormProvider, type KindForm, pathsOf, SubmitButton } from '@portal/web-kit/forms';
import { Changes } from '@portal/web-kit/staff';
import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import { ReasonField, reasonMissing } from './reason-field.tsx';
import { Terms } from './terms.tsx';
import type { DeclarationEdit } from './use-declaration-edit.tsx';

interface StaffEditorProps<Document extends { serialReference?: { reference: string } }, Values extends FieldValues> {
  mode: string;
  envelope: DocumentEnvelope<Document>;
  action: OfferedAction;
  edit: DeclarationEdit;
  form: KindForm<Values>;
  /** Reason why the form cannot be sent yet. */
  blocked?: Label;
  /** Content beside the title. */
  actions?: ReactNode;
}

interface EditorEndProps<Values extends FieldValues> {
  mode: string;
  action: OfferedAction;
  form: KindForm<Values>;
}

/** What follows the fields of the officer's form: what has been changed so far, the reason for it, and the terms. */
export function EditorEnd<Values extends FieldValues>({ mode, action, form: { sections, initial } }: EditorEndProps<Values>) {
  return (
    <>
      {mode === 'new' ? null : <Changes sections={sections} mode={mode} initial={initial} />}
      <ReasonField action={action} />
      <Terms />
    </>
  );
}

/** The officer's form of a declaration: one page, one button, and a dialog when somebody else has saved the declaration first. */
export function StaffEditor<Document extends { serialReference?: { reference: string } }, Values extends FieldValues>({
  mode,
  envelope,
  action,
  edit: { title, backTo, draft, send, stale },
  form: kindForm,
  blocked,
  actions,
}: StaffEditorProps<Document, Values>) {
  const { form, sections, contract, body } = kindForm;
  const text = useText();
  const { busy, run } = useSingleRun();
  // The officer usually changes one answer of many. Fold the sections without errors.
  const [unfinished] = useState(() => contract.peek());
  const attention = useMemo(() => [...unfinished, ...contract.errors.flatMap(({ field }) => (field ? { field } : []))], [unfinished, contract.errors]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    return run(async () => {
      if (!contract.check([...pathsOf(sections), 'comment'], reasonMissing(action, form.getValues(), text))) return;
      await send(action, body()).catch(contract.fromProblem);
    });
  };

  return (
    <StaffPage title={title} caption={envelope.model.serialReference?.reference} back={backTo} errors={contract.errors} actions={actions}>
      <DraftNotice draft={draft} onStartAgain={contract.clear} />
      <FormProvider {...form}>
        <form noValidate onSubmit={submit}>
          <DocumentForm sections={sections} mode={mode} editable foldedBut={mode === 'new' ? undefined : attention} />
          <EditorEnd mode={mode} action={action} form={kindForm} />
          <SubmitButton label={action.label} busy={busy} blocked={blocked} />
        </form>
      </FormProvider>
      {stale}
    </StaffPage>
  );
}
