import type { DocumentEnvelope, OfferedAction, ThreadFile } from '@portal/contract-kit';
import { useId, useRef, useState } from 'react';
import { useApi } from '../../api/api.ts';
import { performAction } from '../../api/documents.ts';
import { asProblem } from '../../api/problem.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { problemErrors } from '../../components/page-error.ts';
import { TextBox } from '../../components/text-box.tsx';
import { useKitText, useLanguage } from '../../language/i18n.ts';
import { FileUpload } from '../../media/file-upload.tsx';
import { formatSize } from '../../media/media-files.ts';
import type { Threaded } from './threaded.ts';

/** The applicant answers in place, with files. */
export function AnswerForm<Model extends Threaded>({
  model,
  action,
  scope,
  onDone,
}: {
  model: Model;
  action: OfferedAction;
  /** Where svc-media keeps the files of this kind. */
  scope: string;
  onDone(answer: DocumentEnvelope<Model>): void;
}) {
  const text = useKitText();
  const { language } = useLanguage();
  const api = useApi();
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [words, setWords] = useState('');
  const [files, setFiles] = useState<ThreadFile[]>([]);
  const [fault, setFault] = useState('');
  const [said, setSaid] = useState('');

  const send = async () => {
    if (!words.trim()) {
      setFault(text('thread.writeAnswer'));
      box.current?.focus();
      return;
    }
    try {
      const body = { version: model.version, comment: words.trim(), files: files.map(({ uid }) => ({ uid })) };
      onDone(await performAction<Model>(api, action, body));
    } catch (error) {
      setFault(problemErrors(asProblem(error), language)[0]?.message ?? text('errors.heading'));
      box.current?.focus();
    }
  };
  const remove = ({ uid, name }: ThreadFile) => {
    setFiles(files.filter((file) => file.uid !== uid));
    setSaid(text('thread.removed', { name }));
    box.current?.focus();
  };
  return (
    <div className="portal-thread__answer portal-no-print">
      <TextBox
        id={`${id}-words`}
        ref={box}
        rows={4}
        label={text('thread.answer')}
        hint={text('thread.answerHint')}
        error={fault}
        value={words}
        onChange={({ target }) => {
          setWords(target.value);
          setFault('');
        }}
      />
      <FileUpload
        scope={scope}
        label={text('thread.add')}
        onUploaded={({ uid, name, size }) => {
          setFiles((known) => [...known, { uid, name, size }]);
          setSaid(text('thread.added', { name }));
        }}
      />
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
      <Button onClick={send}>{text('thread.send')}</Button>
    </div>
  );
}
