import { type DocumentEnvelope, type OfferedAction, valueAt } from '@portal/contract-kit';
import { type ApiProblem, asProblem, isProblem, type Label, StaffPage, submitOnce, useApi, useText } from '@portal/web-kit';
import {
  type ContractErrors,
  DocumentForm,
  type Draft,
  DraftNotice,
  type FieldValues,
  FormProvider,
  type Model,
  pathsOf,
  type SectionSpec,
  shownFields,
  type UseFormReturn,
} from '@portal/web-kit/forms';
import { StaleDialog } from '@portal/web-kit/staff';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { ReasonField, reasonMissing } from './reason-field.tsx';
import { SubmitButton } from './submit-button.tsx';
import { Terms } from './terms.tsx';

interface StaffEditorProps<Values extends FieldValues, Document extends object> {
  title: Label;
  caption?: string;
  /** Where Back and a finished change lead. */
  backTo: string;
  form: UseFormReturn<Values>;
  contract: ContractErrors;
  sections: readonly SectionSpec[];
  mode: string;
  action: OfferedAction;
  /** Names the submission, so that a repeat of it is the same one. */
  scope: string;
  label: Label;
  draft: Draft;
  /** The document as it was loaded, to tell what was typed since. */
  initial: Model;
  toBody(): object;
  blocked?: Label;
  /** Beside the title. */
  actions?: ReactNode;
  onDone(envelope: DocumentEnvelope<Document>): void;
  /** Loads the newest version. */
  reload(): Promise<Model | undefined>;
}

/** The officer's form of a declaration: one page, one button, and a way out when somebody else was faster. */
export function StaffEditor<Values extends FieldValues, Document extends object>({
  title,
  caption,
  backTo,
  form,
  contract,
  sections,
  mode,
  action,
  scope,
  label,
  draft,
  initial,
  toBody,
  blocked,
  actions,
  onDone,
  reload,
}: StaffEditorProps<Values, Document>) {
  const api = useApi();
  const text = useText();
  const [sending, setSending] = useState(false);
  const [stale, setStale] = useState<ApiProblem>();
  const busy = useRef(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy.current || !contract.check([...pathsOf(sections), 'comment'], reasonMissing(action, form.getValues(), text))) return;
    busy.current = true;
    setSending(true);
    try {
      const envelope = await submitOnce<DocumentEnvelope<Document>>(api, { scope, method: action.method, url: action.url, body: toBody() });
      draft.clear();
      onDone(envelope);
    } catch (error) {
      if (isProblem(error) && error.has('STALE_VERSION')) setStale(asProblem(error));
      else contract.fromProblem(error);
    } finally {
      busy.current = false;
      setSending(false);
    }
  };

  const typed = () =>
    shownFields(sections, form.getValues(), mode)
      .filter((field) => (valueAt(form.getValues(), field.name) ?? '') !== (valueAt(initial, field.name) ?? ''))
      .map((field) => `${text(field.label)}: ${String(valueAt(form.getValues(), field.name) ?? '')}`)
      .join('\n');

  // What the officer changed stays; everything else becomes what is stored now.
  const takeNew = async () => {
    const newest = await reload();
    if (newest) form.reset(newest as Values, { keepDirtyValues: true });
    setStale(undefined);
  };

  return (
    <StaffPage title={title} caption={caption} back={backTo} errors={contract.errors} actions={actions}>
      <DraftNotice draft={draft} onStartAgain={contract.clear} />
      <FormProvider {...form}>
        <form noValidate onSubmit={submit}>
          <DocumentForm sections={sections} mode={mode} editable />
          <ReasonField action={action} />
          <Terms />
          <SubmitButton label={label} busy={sending} blocked={blocked} />
        </form>
      </FormProvider>
      {stale ? <StaleDialog problem={stale} typed={typed()} onReload={takeNew} onClose={() => setStale(undefined)} /> : null}
    </StaffPage>
  );
}
