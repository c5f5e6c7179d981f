import type { ListResult } from '@portal/contract-kit';
import {
  asProblem,
  Button,
  ButtonGroup,
  Card,
  ConfirmDialog,
  FailurePanel,
  fieldId,
  forgetIdempotencyKey,
  LoadingPanel,
  NotificationBanner,
  type PageError,
  problemErrors,
  RequireRole,
  SimpleTable,
  StaffPage,
  submitOnce,
  useApi,
  useFormat,
  useLanguage,
  useParams,
  useQueryClient,
  useText,
} from '@portal/web-kit';
import { type FormEvent, useRef, useState } from 'react';
import type { WatchListEntry } from 'svc-declarations/contract';
import { AUTHOR, useWatchList, watchListsPath, watchListsScreen } from './lane-rules.api.ts';
import { t } from './texts.ts';
import { readPeople } from './watch-file.ts';

/** Shows one watch list. Persons are added and removed by their identifying data, which is never shown again. */
export default function WatchListScreen() {
  const { code = '' } = useParams();
  return (
    <RequireRole anyOf={[AUTHOR]}>
      <List key={code} code={code} />
    </RequireRole>
  );
}

function List({ code }: { code: string }) {
  const text = useText();
  const format = useFormat();
  const api = useApi();
  const client = useQueryClient();
  const { language } = useLanguage();
  const [errors, setErrors] = useState<PageError[]>([]);
  const [told, setTold] = useState<{ words: string }>();
  const [asked, setAsked] = useState<WatchListEntry>();
  const { data, error, refetch } = useWatchList(code);
  const path = `${watchListsPath}/${encodeURIComponent(code)}`;
  /** The news of the last change is over when the next one begins. */
  const attempt = (errors: PageError[] = []) => {
    setTold(undefined);
    setErrors(errors);
  };
  const tell = (words: string) => {
    setTold({ words });
    void client.invalidateQueries({ queryKey: ['watch-lists'] });
  };
  const takeOff = async ({ id }: WatchListEntry) => {
    setAsked(undefined);
    // A person who is added again after this is added by another call, also if the answer to the first one was lost.
    forgetIdempotencyKey(path);
    attempt();
    try {
      await api.delete(`${path}/entries/${encodeURIComponent(id)}`);
      tell(text(t.removed('1')));
    } catch (failure) {
      setErrors(problemErrors(failure, language));
    }
  };
  return (
    <StaffPage title={code} caption={t.watchLists} back={watchListsScreen} errors={errors}>
      <p className="govuk-body">{text(t.watchLead)}</p>
      <PeopleForm path={path} onErrors={attempt} onDone={tell} />
      {told ? (
        <NotificationBanner tone="success" focus={told}>
          <p className="govuk-notification-banner__heading">{told.words}</p>
        </NotificationBanner>
      ) : null}
      {error ? (
        <FailurePanel problem={asProblem(error)} retry={() => void refetch()} />
      ) : data ? (
        <>
          <SimpleTable<WatchListEntry>
            caption={t.entries}
            rows={data.records}
            rowKey={({ id }) => id}
            empty={t.empty}
            columns={[
              { title: t.knownBy, render: ({ knownBy }) => knownBy.map((each) => text(t[each])).join(', ') },
              { title: t.note, render: ({ note }) => note ?? '–' },
              { title: t.addedBy, render: ({ addedBy }) => addedBy },
              { title: t.addedAt, render: ({ addedAt }) => format.dateTime(addedAt) },
              {
                title: t.takeOff,
                render: (entry, index) => (
                  <Button variant="link" onClick={() => setAsked(entry)}>
                    {text(t.takeOff)}
                    <span className="govuk-visually-hidden"> {entry.note ?? index + 1}</span>
                  </Button>
                ),
              },
            ]}
          />
          <ConfirmDialog
            open={asked !== undefined}
            onClose={() => setAsked(undefined)}
            onConfirm={() => asked && takeOff(asked)}
            title={t.takeOffAsk}
            confirmLabel={t.takeOff}
            variant="warning"
          >
            {asked?.note ? <p className="govuk-body">{asked.note}</p> : null}
            <p className="govuk-body">{text(t.takeOffHelp)}</p>
          </ConfirmDialog>
          {data.totalRecords > data.records.length ? <p className="govuk-hint">{text(t.some(format.number(data.records.length)))}</p> : null}
        </>
      ) : (
        <LoadingPanel />
      )}
    </StaffPage>
  );
}

/** Form that adds persons to the list or removes them. They are typed, pasted or read from a file. */
function PeopleForm({ path, onErrors, onDone }: { path: string; onErrors: (errors: PageError[]) => void; onDone: (words: string) => void }) {
  const text = useText();
  const format = useFormat();
  const api = useApi();
  const { language } = useLanguage();
  const [people, setPeople] = useState('');
  const [fault, setFault] = useState('');
  const file = useRef<HTMLInputElement>(null);
  const [id, fileId] = [fieldId('people'), fieldId('file')];

  const refuse = (lines: PageError[]) => {
    setFault(lines.map(({ message }) => message).join(' '));
    onErrors(lines.map((line) => ({ ...line, field: 'people' })));
  };
  const send = async (action: 'entries' | 'actions/remove') => {
    setFault('');
    onErrors([]);
    const chosen = file.current?.files?.[0];
    const read = readPeople(chosen ? await chosen.text() : people);
    if (read.length === 0) return refuse([{ code: 'REQUIRED', message: text(t.nobody) }]);
    try {
      const entries = read.map(({ line: _, ...person }) => person);
      const answer = await submitOnce<ListResult<unknown> & { model?: { removed: number } }>(api, { scope: path, url: `${path}/${action}`, body: { entries } });
      setPeople('');
      if (file.current) file.current.value = '';
      onDone(text(action === 'entries' ? t.added(format.number(entries.length)) : t.removed(format.number(answer.model?.removed ?? 0))));
    } catch (error) {
      // The service names the position of an entry. Replace it by the line number, which the author of the list knows.
      refuse(
        problemErrors(asProblem(error), language).map((each) => {
          const place = /^entries\[(\d+)\]/.exec(each.field ?? '')?.[1];
          const line = place === undefined ? undefined : read[Number(place)]?.line;
          return line === undefined ? each : { ...each, message: text(t.line(line, each.message)) };
        }),
      );
    }
  };
  const add = (event: FormEvent) => {
    event.preventDefault();
    return send('entries');
  };
  return (
    <Card title={t.addOrRemove}>
      <form noValidate onSubmit={add}>
        <div className={`govuk-form-group${fault ? ' govuk-form-group--error' : ''}`}>
          <label className="govuk-label" htmlFor={id}>
            {text(t.people)}
          </label>
          <div className="govuk-hint" id={`${id}-hint`}>
            {text(t.peopleHint)}
          </div>
          {fault ? (
            <p className="govuk-error-message" id={`${id}-error`}>
              {fault}
            </p>
          ) : null}
          <textarea
            className="govuk-textarea"
            id={id}
            rows={5}
            autoComplete="off"
            spellCheck={false}
            value={people}
            onChange={({ target }) => setPeople(target.value)}
            aria-describedby={`${id}-hint${fault ? ` ${id}-error` : ''}`}
            aria-invalid={fault ? true : undefined}
          />
        </div>
        <div className="govuk-form-group">
          <label className="govuk-label" htmlFor={fileId}>
            {text(t.file)}
          </label>
          <input ref={file} className="govuk-file-upload" id={fileId} type="file" accept=".csv,.txt,text/csv,text/plain" />
        </div>
        <ButtonGroup>
          <Button type="submit">{text(t.add)}</Button>
          <Button variant="secondary" onClick={() => send('actions/remove')}>
            {text(t.remove)}
          </Button>
        </ButtonGroup>
      </form>
    </Card>
  );
}
