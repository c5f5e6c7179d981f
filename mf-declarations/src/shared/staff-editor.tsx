import { type DocumentEnvelope, type OfferedAction, valueAt } from '@portal/contract-kit';
import { type ApiProblem, asProblem, isProblem, type Label, StaffPage, useSingleRun, useText } from '@portal/web-kit';
import { DocumentForm, DraftNotice, type FieldValues, FormProvider, type KindForm, pathsOf, SubmitButton, shownFields } from '@portal/web-kit/forms';
import { Changes, StaleDialog } from '@portal/web-kit/staff';
import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import { ReasonField, reasonMissing } from './reason-field.tsx';
import { Terms } from './terms.tsx';
import type { DeclarationEdit } from './use-declaration-edit.ts';

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
  /** Loads the newest version. The changes of the officer are kept. */
  reload(): Promise<unknown>;
}

/** The officer's form of a declaration: one page, one button, and a dialog when somebody else has saved the declaration first. */
export function StaffEditor<Document extends { serialReference?: { reference: string } }, Values extends FieldValues>({
  mode,
  envelope,
  action,
  edit: { title, backTo, draft, send },
  form: { form, initial, sections, contract, body },
  blocked,
  actions,
  reload,
}: StaffEditorProps<Document, Values>) {
  const text = useText();
  const { busy, run } = useSingleRun();
  const [stale, setStale] = useState<ApiProblem>();
  // The officer usually changes one answer of many. Fold the sections without errors.
  const [unfinished] = useState(() => contract.peek());
  const attention = useMemo(() => [...unfinished, ...contract.errors.flatMap(({ field }) => (field ? { field } : []))], [unfinished, contract.errors]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    return run(async () => {
      if (!contract.check([...pathsOf(sections), 'comment'], reasonMissing(action, form.getValues(), text))) return;
      try {
        await send(action, body());
      } catch (error) {
        if (isProblem(error) && error.has('STALE_VERSION')) setStale(asProblem(error));
        else contract.fromProblem(error);
      }
    });
  };

  const typed = () =>
    shownFields(sections, form.getValues(), mode)
      .filter((field) => (valueAt(form.getValues(), field.name) ?? '') !== (valueAt(initial, field.name) ?? ''))
      .map((field) => `${text(field.label)}: ${String(valueAt(form.getValues(), field.name) ?? '')}`)
      .join('\n');

  return (
    <StaffPage title={title} caption={envelope.model.serialReference?.reference} back={backTo} errors={contract.errors} actions={actions}>
      <DraftNotice draft={draft} onStartAgain={contract.clear} />
      <FormProvider {...form}>
        <form noValidate onSubmit={submit}>
          <DocumentForm sections={sections} mode={mode} editable foldedBut={mode === 'new' ? undefined : attention} />
          {mode === 'new' ? null : <Changes sections={sections} mode={mode} initial={initial} />}
          <ReasonField action={action} />
          <Terms />
          <SubmitButton label={action.label} busy={busy} blocked={blocked} />
        </form>
      </FormProvider>
      {stale ? (
        <StaleDialog
          problem={stale}
          typed={typed()}
          onReload={async () => {
            await reload();
            setStale(undefined);
          }}
          onClose={() => setStale(undefined)}
        />
      ) : null}
    </StaffPage>
  );
}
