import type { ListResult } from '@portal/contract-kit';
import { useId, useRef, useState } from 'react';
import { useApi } from '../../api/api.ts';
import { asProblem } from '../../api/problem.ts';
import { submitOnce } from '../../api/retry.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/content.tsx';
import { problemErrors } from '../../components/page-error.ts';
import { documentPath } from '../../document/use-document.ts';
import { useFormat } from '../../language/format.ts';
import { useKitText, useLanguage } from '../../language/i18n.ts';
import { useQuery } from '../../query.ts';
import { background } from '../../session/session-store.ts';
import type { Colleague } from './mentions.ts';
import { NoteBox } from './note-box.tsx';

interface Note {
  id: string;
  text: string;
  createdAt: string;
  user: { name: string };
}

/** The id of the card with the notes. */
export const notesId = 'notes';

/** Returns the key of a case's notes in the area's query cache. */
export const notesKey = (kind: string, id: string): string[] => ['notes', kind, id];

/** Officers' notes on a case. They are for officers only: the applicant never sees them and they are not printed. @param kind the path of the kind */
export function Notes({ kind, id }: { kind: string; id: string }) {
  const text = useKitText();
  const { language } = useLanguage();
  const { dateTime } = useFormat();
  const api = useApi();
  const field = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [words, setWords] = useState('');
  const [fault, setFault] = useState('');
  const [said, setSaid] = useState('');
  const url = `${documentPath(kind, id)}/notes`;
  const { data, error, refetch } = useQuery({
    queryKey: notesKey(kind, id),
    queryFn: ({ signal }) => api.get<ListResult<Note>>(url, { signal, headers: background }),
    staleTime: 0,
  });
  const colleagues = useQuery({
    queryKey: ['colleagues', kind, id],
    queryFn: ({ signal }) => api.get<ListResult<Colleague>>(`${documentPath(kind, id)}/colleagues`, { signal }),
    enabled: words.includes('@'),
  });
  const records = data?.records ?? [];
  // The scope contains the number of notes, so that the same text again counts as another note.
  const scope = `${url} ${records.length}`;

  const add = async () => {
    setSaid('');
    if (!words.trim()) {
      setFault(text('notes.write'));
      box.current?.focus();
      return;
    }
    try {
      await submitOnce(api, { scope, method: 'POST', url, body: { text: words.trim() } });
      setWords('');
      setSaid(text('notes.added'));
      await refetch();
    } catch (problem) {
      setFault(problemErrors(asProblem(problem), language)[0]?.message ?? text('errors.heading'));
    }
    box.current?.focus();
  };
  if (error && asProblem(error).status < 500) return null;
  return (
    <div className="portal-no-print">
      <Card title={text('notes.title')} id={notesId}>
        <p className="govuk-hint">{text('notes.private')}</p>
        {data && records.length === 0 ? <p className="govuk-body">{text('notes.empty')}</p> : null}
        <ol className="portal-thread">
          {records.map((note) => (
            <li className="portal-thread__entry" key={note.id}>
              <p className="portal-thread__head">
                <strong>{note.user.name}</strong> · <time dateTime={`${note.createdAt}Z`}>{dateTime(note.createdAt)}</time>
              </p>
              <p className="portal-thread__words">{note.text}</p>
            </li>
          ))}
        </ol>
        <p className="govuk-visually-hidden" role="status">
          {said}
        </p>
        <NoteBox
          id={field}
          box={box}
          value={words}
          error={fault}
          colleagues={colleagues.data?.records ?? []}
          onChange={(next) => {
            setWords(next);
            setFault('');
          }}
        />
        <Button variant="secondary" onClick={add}>
          {text('notes.add')}
        </Button>
      </Card>
    </div>
  );
}
