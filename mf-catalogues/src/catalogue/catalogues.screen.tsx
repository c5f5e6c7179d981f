import { foldName } from '@portal/contract-kit';
import { asProblem, ButtonLink, FailurePanel, Link, LoadingPanel, RequireRole, SimpleTable, StaffPage, useFormat, useText } from '@portal/web-kit';
import { useId, useState } from 'react';
import { ADMIN, adminBase, catalogueScreen, useCatalogues } from '../shared/catalogue-admin.api.ts';
import { t } from '../shared/texts.ts';

/** Lists all catalogues, each with its number of records and the number of changes that wait for approval by a second person. */
export default function CataloguesScreen() {
  return (
    <RequireRole anyOf={[ADMIN]}>
      <Catalogues />
    </RequireRole>
  );
}

function Catalogues() {
  const text = useText();
  const format = useFormat();
  const id = useId();
  const [wanted, setWanted] = useState('');
  const { data, error, refetch } = useCatalogues();
  const all = data?.records ?? [];
  const waiting = all.reduce((sum, each) => sum + each.waiting, 0);
  const part = foldName(wanted);
  const shown = all
    .map((each) => ({ ...each, words: text(each.title) }))
    .filter(({ name, words }) => foldName(`${words} ${name}`).includes(part))
    .sort((a, b) => a.words.localeCompare(b.words));
  return (
    <StaffPage
      title={t.title}
      actions={
        <>
          <ButtonLink variant="secondary" to={`${adminBase}/proposals`}>
            {text(t.proposalsWaiting(waiting))}
          </ButtonLink>
          <ButtonLink variant="secondary" to={`${adminBase}/preview`}>
            {text(t.previewForm)}
          </ButtonLink>
        </>
      }
    >
      <p className="govuk-body">{text(t.lead)}</p>
      <div className="govuk-form-group">
        <label className="govuk-label" htmlFor={id}>
          {text(t.find)}
        </label>
        <input
          className="govuk-input govuk-input--width-20"
          id={id}
          type="search"
          autoComplete="off"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      </div>
      {error ? <FailurePanel problem={asProblem(error)} retry={() => void refetch()} /> : null}
      {data ? (
        <SimpleTable
          caption={t.table}
          captionHidden
          rows={shown}
          rowKey={({ name }) => name}
          empty={t.none}
          columns={[
            {
              title: t.catalogue,
              render: ({ name, words }) => (
                <>
                  <Link className="govuk-link" to={catalogueScreen(name)}>
                    {words}
                  </Link>{' '}
                  <span className="portal-muted">{name}</span>
                </>
              ),
            },
            { title: t.records, numeric: true, render: ({ records }) => format.number(records) },
            { title: t.active, numeric: true, render: ({ active }) => format.number(active) },
            { title: t.approval, render: ({ approval }) => (approval ? text(t.needed) : '') },
            {
              title: t.waiting,
              numeric: true,
              render: ({ name, words, waiting: count }) =>
                count ? (
                  <Link
                    className="govuk-link"
                    to={`${adminBase}/proposals?catalogue=${name}`}
                    aria-label={`${format.number(count)} ${text(t.waiting)}: ${words}`}
                  >
                    {format.number(count)}
                  </Link>
                ) : (
                  ''
                ),
            },
          ]}
        />
      ) : error ? null : (
        <LoadingPanel />
      )}
    </StaffPage>
  );
}
