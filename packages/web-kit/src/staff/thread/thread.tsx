import type { DocumentEnvelope, ListResult, OfferedAction, ThreadEntry, ThreadFile } from '@portal/contract-kit';
import { useEffect, useId, useState } from 'react';
import { useApi } from '../../api/api.ts';
import { asProblem } from '../../api/problem.ts';
import { Card } from '../../components/content.tsx';
import { documentKey, documentPath, showAnswer } from '../../document/use-document.ts';
import { useFormat } from '../../language/format.ts';
import { useKitText, useLanguage } from '../../language/i18n.ts';
import { FilePreview } from '../../media/file-preview.tsx';
import { formatSize, MEDIA_API } from '../../media/media-files.ts';
import { useQuery, useQueryClient } from '../../query.ts';
import { background } from '../../session/session-store.ts';
import { AnswerForm } from './answer-form.tsx';
import type { DocumentWithThread } from './document-with-thread.ts';
import { QuestionForm } from './question-form.tsx';

interface ThreadProps<Model extends DocumentWithThread> {
  /** The path of the kind, such as `/v1/professional`. */
  kind: string;
  envelope: DocumentEnvelope<Model>;
  /** The scope under which svc-media stores the files of this kind. */
  scope: string;
  /** Called when a question or an answer has been sent. */
  onSent?(): void;
}

const offered = (actions: readonly OfferedAction[], thread: OfferedAction['thread']) =>
  actions.find((action) => action.thread === thread && action.commentRequired);

/** The conversation between the office and the applicant, as both see it. It includes the form for the answer, or for a question with its templates. */
export function Thread<Model extends DocumentWithThread>({ kind, envelope, scope, onSent }: ThreadProps<Model>) {
  const { model, actions } = envelope;
  const text = useKitText();
  const api = useApi();
  const cache = useQueryClient();
  const [said, setSaid] = useState('');
  const [asked, setAsked] = useState(0);
  const question = offered(actions, 'question');
  const answer = offered(actions, 'answer');
  const { data, error } = useQuery({
    queryKey: ['thread', kind, model.id, model.version],
    queryFn: ({ signal }) => api.get<ListResult<ThreadEntry>>(`${documentPath(kind, model.id)}/thread`, { signal, headers: background }),
    staleTime: Number.POSITIVE_INFINITY,
    // A user who may not read the thread, such as the holder of a finder's key, gets no details in the history either, so the thread is not requested.
    enabled: Boolean(question ?? answer) || (model.actions ?? []).some(({ details }) => details),
  });
  const entries = data?.records ?? [];
  const isThere = entries.length > 0;
  // A link to the thread is followed before its entries are loaded, so the page scrolls when they arrive.
  useEffect(() => {
    if (isThere && location.hash === '#thread') document.getElementById('thread')?.scrollIntoView();
  }, [isThere]);
  const done = (words: string) => (next: DocumentEnvelope<Model>) => {
    showAnswer(cache, kind, next);
    onSent?.();
    setSaid(words);
    setAsked((count) => count + 1);
  };
  const forget = () => setSaid('');
  // The entries and the expected answer may have changed, so the document is loaded again. What was typed is kept if it is still needed.
  const changed = (message: string) => {
    setSaid(message);
    void cache.invalidateQueries({ queryKey: documentKey(kind, model.id) });
  };
  if ((error && asProblem(error).status < 500) || (!entries.length && !question && !answer && !said)) return null;
  return (
    <Card title={text('thread.title')} id="thread">
      {/* The line for the empty thread is there from the start: otherwise the content below would move away from a user who is about to press it. */}
      {entries.length === 0 ? <p className="govuk-body">{data ? text('thread.empty') : '\u00a0'}</p> : null}
      <ol className="portal-thread">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      <p className={said ? 'govuk-body portal-thread__said' : 'govuk-visually-hidden'} role="status">
        {said}
      </p>
      {answer ? <AnswerForm model={model} action={answer} scope={scope} onSend={forget} onDone={done(text('thread.sent'))} onChanged={changed} /> : null}
      {/* The key makes the form empty and closed after a question was sent. It stays open when somebody else changes the document. */}
      {question ? <QuestionForm key={asked} model={model} action={question} onSend={forget} onDone={done(text('thread.asked'))} onChanged={changed} /> : null}
    </Card>
  );
}

function Entry({ entry: { at, by, from, operation, text: words, requirement, files } }: { entry: ThreadEntry }) {
  const text = useKitText();
  const { dateTime } = useFormat();
  const id = useId();
  return (
    <li className={`portal-thread__entry portal-thread__entry--${from}`} aria-labelledby={id}>
      <p className="portal-thread__head" id={id}>
        <strong>{by}</strong> · {operation} · <time dateTime={`${at}Z`}>{dateTime(at)}</time>
      </p>
      {requirement ? <p className="portal-thread__about">{text('thread.about', { requirement })}</p> : null}
      {words ? <p className="portal-thread__words">{words}</p> : null}
      {files.length ? <Files files={files} /> : null}
    </li>
  );
}

function Files({ files }: { files: readonly ThreadFile[] }) {
  const text = useKitText();
  const { language } = useLanguage();
  const api = useApi(MEDIA_API);
  const [open, setOpen] = useState<ThreadFile>();
  return (
    <>
      <ul className="govuk-list portal-thread__files" aria-label={text('thread.files')}>
        {files.map((file) => (
          <li key={file.uid}>
            <button
              type="button"
              className="portal-link-button"
              aria-expanded={open?.uid === file.uid}
              aria-label={`${text('thread.preview', { name: file.name })} (${formatSize(file.size, language)})`}
              onClick={() => setOpen(open?.uid === file.uid ? undefined : file)}
            >
              {file.name} ({formatSize(file.size, language)})
            </button>
          </li>
        ))}
      </ul>
      {open ? <FilePreview api={api} uid={open.uid} name={open.name} onClose={() => setOpen(undefined)} /> : null}
    </>
  );
}
