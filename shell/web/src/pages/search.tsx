import {
  addTexts,
  Button,
  formatDateTime,
  Link,
  lazyPart,
  openedDocuments,
  RequireRole,
  StaffPage,
  useLanguage,
  useLocation,
  useNavigate,
  useText,
} from '@portal/web-kit';
import { type FormEvent, useEffect, useState } from 'react';
import { OpenedList } from './opened-list.tsx';
import { searchTexts } from './search.texts.ts';
import { type FoundGroup, foundCount, grouped, isSearchable } from './searching.ts';
import { useSearch } from './use-search.ts';

addTexts('shell', searchTexts);

const PassportSearch = lazyPart(() =>
  import(/* webpackChunkName: "form-screens" */ '@portal/web-kit/forms').then((forms) => ({ default: forms.PassportSearch })),
);

/** Shows everything that a search finds, grouped by person and vehicle. */
export default function SearchPage() {
  return (
    <RequireRole anyOf={[]}>
      <Results />
    </RequireRole>
  );
}

function Results() {
  const text = useText();
  const navigate = useNavigate();
  const asked = String((useLocation().state as { text?: string } | null)?.text ?? '');
  const [typed, setTyped] = useState({ asked, text: asked });
  const value = typed.asked === asked ? typed.text : asked;
  const { answers, pending } = useSearch(asked, 0);
  const all = answers.flatMap(({ found }) => found);
  const last = openedDocuments();
  // Leave this part out of the prerendered HTML, because its script is loaded later.
  const [drawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(true), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSearchable(value)) navigate('/staff/search', { state: { text: value.trim() }, replace: asked === '' });
  };
  return (
    <StaffPage title="search.title" focusKey={asked}>
      <form className="shell-search-page" onSubmit={submit}>
        <label className="govuk-label" htmlFor="search-text">
          {text('search.label')}
        </label>
        <div className="govuk-hint" id="search-hint">
          {text('search.hint')}
        </div>
        <div className="shell-search-page__line">
          <input
            className="govuk-input"
            id="search-text"
            aria-describedby="search-hint"
            autoComplete="off"
            value={value}
            onChange={({ target }) => setTyped({ asked, text: target.value })}
          />
          <Button type="submit">{text('search.button')}</Button>
        </div>
      </form>
      {drawn ? <PassportSearch onNumber={(number) => navigate('/staff/search', { state: { text: number } })} /> : null}
      <p className="govuk-body" role="status">
        {asked === '' ? '' : pending ? text('search.searching') : text(...foundCount(answers))}
      </p>
      {answers
        .filter(({ failed }) => failed)
        .map(({ area }) => (
          <p key={area.name} className="govuk-inset-text" role="alert">
            {text('search.failed', { area: text(area.title) })}
          </p>
        ))}
      {answers
        .filter(({ incomplete }) => incomplete)
        .map(({ area }) => (
          <p key={area.name} className="govuk-inset-text">
            {text('search.incomplete', { area: text(area.title) })}
          </p>
        ))}
      {grouped(all).map((group) => (
        <Group key={group.key} group={group} />
      ))}
      {asked === '' && last.length > 0 ? (
        <section aria-labelledby="search-last">
          <h2 className="govuk-heading-s" id="search-last">
            {text('search.last')}
          </h2>
          <OpenedList documents={last} />
        </section>
      ) : null}
    </StaffPage>
  );
}

function Group({ group: { of, title, found } }: { group: FoundGroup }) {
  const text = useText();
  const { language } = useLanguage();
  return (
    <section className="shell-search-page__group">
      <h2 className="govuk-heading-s">{of && found.length > 1 ? text(`search.${of}`, { title }) : title}</h2>
      <ul className="govuk-list">
        {found.map(({ url, reference, subtitle, statusName, documentStatus, date }) => (
          <li key={url}>
            <Link className="govuk-link" to={url}>
              {reference}
            </Link>{' '}
            <span className="portal-muted">
              {[subtitle, statusName ?? documentStatus, date ? formatDateTime(date, language) : ''].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
