import type { DocumentEnvelope, OfferedAction, ThreadFile } from '@portal/contract-kit';
import { type FormEvent, useId, useState } from 'react';
import { useController, useForm, useWatch } from 'react-hook-form';
import { useApi } from '../../api/api.ts';
import { performAction } from '../../api/documents.ts';
import { asProblem } from '../../api/problem.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { problemErrors } from '../../components/page-error.ts';
import { TextBox } from '../../components/text-box.tsx';
import { useSingleRun } from '../../components/use-single-run.ts';
import { useDraft } from '../../draft/use-draft.ts';
import { FormProvider } from '../../forms/form-provider.tsx';
import { useKitText, useLanguage } from '../../language/i18n.ts';
import { FileUpload } from '../../media/file-upload.tsx';
import { formatSize } from '../../media/media-files.ts';
import { afterUploads } from '../../media/pending-uploads.ts';
import type { DocumentWithThread } from './document-with-thread.ts';

interface Answered {
  words: string;
  files: ThreadFile[];
}

/** The form in which the applicant answers, with files. What is typed is kept as a draft. */
export function AnswerForm<Model extends DocumentWithThread>({
  model,
  action,
  scope,
  onSend,
  onDone,
  onChanged,
}: {
  model: Model;
  action: OfferedAction;
  /** The scope under which svc-media stores the files of this kind. */
  scope: string;
  /** Called when the answer is about to be sent. */
  onSend(): void;
  onDone(answer: DocumentEnvelope<Model>): void;
  /** Called when somebody else has changed the document since it was loaded; the message says so. */
  onChanged(message: string): void;
}) {
  const text = useKitText();
  const { language } = useLanguage();
  const api = useApi();
  const id = useId();
  const form = useForm<Answered>({ defaultValues: { words: '', files: [] } });
  const draft = useDraft(`answer-${model.id}-${model.version}`, form, { aside: true });
  const { field } = useController({ control: form.control, name: 'words' });
  const files = useWatch({ control: form.control, name: 'files' });
  const { busy, run } = useSingleRun();
  const [fault, setFault] = useState('');
  const [said, setSaid] = useState('');

  const send = async () => {
    onSend();
    const { words, files } = form.getValues();
    if (!words.trim()) {
      setFault(text('thread.writeAnswer'));
      form.setFocus('words');
      return;
    }
    try {
      const body = { version: model.version, comment: words.trim(), files: files.map(({ uid }) => ({ uid })) };
      const answer = await performAction<Model>(api, action, body);
      draft.clear();
      onDone(answer);
    } catch (error) {
      const problem = asProblem(error);
      const message = problemErrors(problem, language)[0]?.message ?? text('errors.heading');
      if (problem.status === 409) return onChanged(message);
      setFault(message);
      form.setFocus('words');
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    afterUploads(form, () => run(send));
  };
  const put = (next: ThreadFile[]) => form.setValue('files', next, { shouldDirty: true });
  const remove = ({ uid, name }: ThreadFile) => {
    put(files.filter((file) => file.uid !== uid));
    setSaid(text('thread.removed', { name }));
    form.setFocus('words');
  };
  return (
    <form noValidate method="dialog" className="portal-thread__answer portal-no-print" onSubmit={submit}>
      <TextBox
        id={`${id}-words`}
        ref={field.ref}
        rows={4}
        label={text('thread.answer')}
        hint={text('thread.answerHint')}
        error={fault}
        value={field.value}
        onChange={(event) => {
          field.onChange(event);
          setFault('');
        }}
      />
      {/* The file belongs to the answer, not to the form of the document around it. */}
      <FormProvider {...form}>
        <FileUpload
          scope={scope}
          label={text('thread.add')}
          onUploaded={({ uid, name, size }) => {
            put([...form.getValues('files'), { uid, name, size }]);
            setSaid(text('thread.added', { name }));
          }}
        />
      </FormProvider>
      <ul className="govuk-list portal-thread__files">
        {files.map((file) => (
          <li key={file.uid}>
            {file.name} ({formatSize(file.size, language)}){' '}
            <IconButton icon="close" label={text('thread.remove', { name: file.name })} onClick={() => remove(file)} />
          </li>
        ))}
      </ul>
      <p className="govuk-visually-hidden" role="status">
        {said}
      </p>
      <Button type="submit" busy={busy}>
        {text('thread.send')}
      </Button>
    </form>
  );
}
