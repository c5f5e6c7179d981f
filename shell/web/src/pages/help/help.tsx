import {
  addTexts,
  Button,
  InsetText,
  Link,
  LoadingPanel,
  Navigate,
  RequireRole,
  StaffPage,
  useKitText,
  useLocation,
  useNavigate,
  useSearchParams,
  useSession,
  useText,
} from '@portal/web-kit';
import type { FormEvent } from 'react';
import { texts } from './help.texts.ts';
import { type Chapter, partOfScreen, searchManual } from './manual.ts';
import { Part } from './part.tsx';
import { useManual } from './use-manual.ts';
import './help.scss';

addTexts('shell', texts);

const base = '/staff/help';

/** Names the chapters that are incomplete because a part of the portal does not answer. */
function Incomplete({ chapters }: { chapters: readonly Chapter[] }) {
  const text = useText();
  const missing = chapters.filter(({ incomplete }) => incomplete);
  if (missing.length === 0) return null;
  return <InsetText>{text('help.incomplete', { chapters: missing.map(({ title }) => text(title)).join(', ') })}</InsetText>;
}

function Search({ asked }: { asked: string }) {
  const text = useText();
  const navigate = useNavigate();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const q = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    navigate(q ? `${base}?${new URLSearchParams({ q })}` : base);
  };
  return (
    <search>
      <form className="shell-help__search" onSubmit={submit} key={asked}>
        <label className="govuk-label" htmlFor="help-search">
          {text('help.search')}
        </label>
        <input className="govuk-input" id="help-search" name="q" type="search" autoComplete="off" defaultValue={asked} />
        <Button type="submit">{text('help.find')}</Button>
      </form>
    </search>
  );
}

function Found({ chapters, asked }: { chapters: readonly Chapter[]; asked: string }) {
  const text = useText();
  const kit = useKitText();
  const found = searchManual(chapters, asked, { text, kit });
  return (
    <>
      <p className="govuk-body" role="status">
        {text('help.found', { count: found.length })}
      </p>
      <ul className="govuk-list">
        {found.map(({ chapter, shown }) => (
          <li key={shown.id}>
            <Link className="govuk-link" to={`${base}/${shown.id}`}>
              {text(shown.title)}
            </Link>{' '}
            <span className="portal-muted">{text(chapter.title)}</span>
          </li>
        ))}
      </ul>
      <p className="govuk-body">
        <Link className="govuk-link" to={base}>
          {text('help.contents')}
        </Link>
      </p>
    </>
  );
}

/** The table of contents. */
function Contents({ chapters }: { chapters: readonly Chapter[] }) {
  const text = useText();
  return (
    <nav aria-label={text('help.contents')} className="shell-help__contents">
      {chapters
        .filter(({ parts }) => parts.length > 0)
        .map(({ name, title, parts }) => (
          <section key={name} aria-labelledby={`help-${name}`}>
            <h2 className="govuk-heading-m" id={`help-${name}`}>
              {text(title)}
            </h2>
            <ul className="govuk-list">
              {parts.map((shown) => (
                <li key={shown.id}>
                  <Link className="govuk-link" to={`${base}/${shown.id}`}>
                    {text(shown.title)}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </nav>
  );
}

/** The whole manual on one page, for printing. */
function Whole({ chapters }: { chapters: readonly Chapter[] }) {
  const text = useText();
  return (
    <>
      <PrintButton />
      {chapters
        .filter(({ parts }) => parts.length > 0)
        .map((chapter) => (
          <section key={chapter.name}>
            <h2 className="govuk-heading-l">{text(chapter.title)}</h2>
            {chapter.parts.map((shown) => (
              <section key={shown.id} className="shell-help__part">
                <h3 className="govuk-heading-m">{text(shown.title)}</h3>
                <Part chapter={chapter} shown={shown} level={4} />
              </section>
            ))}
          </section>
        ))}
    </>
  );
}

function PrintButton() {
  const text = useText();
  return (
    <p className="shell-help__print">
      <Button variant="secondary" onClick={() => print()}>
        {text('help.print')}
      </Button>
    </p>
  );
}

/** The part that the address names, with links to the previous and the next part. */
function OnePart({ chapters, id }: { chapters: readonly Chapter[]; id: string }) {
  const text = useText();
  const all = chapters.flatMap((chapter) => chapter.parts.map((shown) => ({ chapter, shown })));
  const at = all.findIndex(({ shown }) => shown.id === id);
  const found = all[at];
  if (!found) return <InsetText>{text('help.noPart')}</InsetText>;
  const [before, after] = [all[at - 1], all[at + 1]];
  return (
    <>
      <Part chapter={found.chapter} shown={found.shown} level={2} />
      <nav className="shell-help__neighbours" aria-label={text('help.neighbours')}>
        {before ? (
          <Link className="govuk-link" to={`${base}/${before.shown.id}`} rel="prev">
            {text('help.before', { title: text(before.shown.title) })}
          </Link>
        ) : null}
        {after ? (
          <Link className="govuk-link" to={`${base}/${after.shown.id}`} rel="next">
            {text('help.after', { title: text(after.shown.title) })}
          </Link>
        ) : null}
      </nav>
      <PrintButton />
    </>
  );
}

function Manual() {
  const text = useText();
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const { chapters, loading } = useManual();
  const id = pathname.slice(base.length + 1);
  const screen = query.get('for') ?? '';
  const asked = query.get('q')?.trim() ?? '';
  const title = id && id !== 'all' ? chapters.flatMap(({ parts }) => parts).find((shown) => shown.id === id)?.title : undefined;
  if (loading) return <LoadingPanel />;
  const about = screen && !id ? partOfScreen(chapters, screen) : undefined;
  if (about) return <Navigate to={`${base}/${about.id}`} replace />;
  return (
    <StaffPage title={title ?? 'help.title'} focusKey={`${pathname} ${asked}`}>
      {id ? (
        <p className="govuk-body">
          <Link className="govuk-link" to={base}>
            {text('help.contents')}
          </Link>
        </p>
      ) : (
        <p className="govuk-body">
          {text('help.lead')}{' '}
          <Link className="govuk-link" to={`${base}/all`}>
            {text('help.all')}
          </Link>
        </p>
      )}
      <Incomplete chapters={chapters} />
      {id === '' ? <Search asked={asked} /> : null}
      {id === 'all' ? (
        <Whole chapters={chapters} />
      ) : id ? (
        <OnePart chapters={chapters} id={id} />
      ) : asked ? (
        <Found chapters={chapters} asked={asked} />
      ) : (
        <Contents chapters={chapters} />
      )}
    </StaffPage>
  );
}

/** The manual, limited to the roles of the reader. */
export default function HelpPage() {
  const { roles } = useSession();
  return (
    <RequireRole anyOf={roles.length > 0 ? [] : ['nobody']}>
      <Manual />
    </RequireRole>
  );
}
