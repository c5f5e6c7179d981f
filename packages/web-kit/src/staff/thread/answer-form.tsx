import type { ThreadFile } from '@portal/contract-kit';
import { type FormEvent, useId, useState } from 'react';
import { useController, useForm, useWatch } from 'react-hook-form';
import { Button, IconButton } from '../../components/button.tsx';
import { TextBox } from '../../components/text-box.tsx';
import { useSingleRun } from '../../components/use-single-run.ts';
import { useDraft } from '../../draft/use-draft.ts';
import { FormProvider } from '../../forms/form-provider.tsx';
import { useKitText, useLanguage } from '../../language/i18n.ts';
import { FileUpload } from '../../media/file-upload.tsx';
import { formatSize } from '../../media/media-files.ts';
import { afterUploads } from '../../media/pending-uploads.ts';
import type { DocumentWithThread } from './document-with-thread.ts';
import { type ThreadFormProps, useThreadSend } from './use-thread-send.ts';

interface Answered {
  words: string;
  files: ThreadFile[];
}

interface AnswerFormProps<Model extends DocumentWithThread> extends ThreadFormProps<Model> {
  /** The scope under which svc-media stores the files of this kind. */
  scope: string;
}

/** The form in which the applicant answers, with files. What is typed is kept as a draft. */
export function AnswerForm<Model extends DocumentWithThread>({ scope, ...props }: AnswerFormProps<Model>) {
  const { model } = props;
  const text = useKitText();
  const { language } = useLanguage();
  const id = useId();
  const form = useForm<Answered>({ defaultValues: { words: '', files: [] } });
  const draft = useDraft(`answer-${model.id}-${model.version}`, form, { aside: true });
  const { field } = useController({ control: form.control, name: 'words' });
  const files = useWatch({ control: form.control, name: 'files' });
  const { busy, run } = useSingleRun();
  const [said, setSaid] = useState('');

  const focus = () => form.setFocus('words');
  const { send, fault, clearFault } = useThreadSend(props, {
    read: () => {
      const { words, files } = form.getValues();
      return { words, more: { files: files.map(({ uid }) => ({ uid })) } };
    },
    empty: text('thread.writeAnswer'),
    focus,
    draft,
    onRefused: focus,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    afterUploads(form, () => run(send));
  };
  const put = (next: ThreadFile[]) => form.setValue('files', next, { shouldDirty: true });
  const remove = ({ uid, name }: ThreadFile) => {
    put(files.filter((file) => file.uid !== uid));
    setSaid(text('thread.removed', { name }));
    focus();
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
          clearFault();
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
