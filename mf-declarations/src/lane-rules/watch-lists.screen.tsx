import {
  asProblem,
  Button,
  Card,
  FailurePanel,
  fieldId,
  Link,
  LoadingPanel,
  RequireRole,
  SimpleTable,
  StaffPage,
  useFormat,
  useNavigate,
  useText,
} from '@portal/web-kit';
import { type FormEvent, useState } from 'react';
import type { WatchListSummary } from 'svc-declarations/contract';
import { AUTHOR, rulesScreen, useWatchLists, watchListsScreen } from './lane-rules.api.ts';
import { t } from './texts.ts';

/** Lists the watch lists, with a form that opens the page of a new one. */
export default function WatchListsScreen() {
  return (
    <RequireRole anyOf={[AUTHOR]}>
      <Lists />
    </RequireRole>
  );
}

function Lists() {
  const text = useText();
  const format = useFormat();
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const { data, error, refetch } = useWatchLists();
  const open = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim()) navigate(`${watchListsScreen}/${encodeURIComponent(code.trim())}`);
  };
  const id = fieldId('list');
  return (
    <StaffPage title={t.watchLists} back={rulesScreen}>
      <p className="govuk-body">{text(t.watchLead)}</p>
      {error ? (
        <FailurePanel problem={asProblem(error)} retry={() => void refetch()} />
      ) : data ? (
        <SimpleTable<WatchListSummary>
          caption={t.watchLists}
          captionHidden
          rows={data}
          rowKey={(list) => list.code}
          empty={t.noLists}
          columns={[
            {
              title: t.list,
              render: (list) => (
                <Link className="govuk-link" to={`${watchListsScreen}/${encodeURIComponent(list.code)}`}>
                  {list.code}
                </Link>
              ),
            },
            { title: t.persons, numeric: true, render: ({ entries }) => format.number(entries) },
          ]}
        />
      ) : (
        <LoadingPanel />
      )}
      <Card title={t.newList}>
        <form noValidate onSubmit={open}>
          <div className="govuk-form-group">
            <label className="govuk-label" htmlFor={id}>
              {text(t.code)}
            </label>
            <div className="govuk-hint" id={`${id}-hint`}>
              {text(t.newListHint)}
            </div>
            <input
              className="govuk-input govuk-input--width-20"
              id={id}
              type="text"
              autoComplete="off"
              maxLength={40}
              value={code}
              onChange={({ target }) => setCode(target.value.toUpperCase())}
              aria-describedby={`${id}-hint`}
            />
          </div>
          <Button type="submit" variant="secondary">
            {text(t.open)}
          </Button>
        </form>
      </Card>
    </StaffPage>
  );
}
