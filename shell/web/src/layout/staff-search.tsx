import { addTexts, openedDocuments, useNavigate, useText } from '@portal/web-kit';
import { Fragment, useId, useRef, useState } from 'react';
import { searchTexts } from '../pages/search.texts.ts';
import { type FoundDocument, foundCount, grouped, isSearchable } from '../pages/searching.ts';
import { useSearch } from '../pages/use-search.ts';

addTexts('shell', searchTexts);

interface Option {
  url: string;
  title: string;
  more: string;
}

const toOption = ({ url, reference, title, subtitle, statusName, documentStatus }: FoundDocument): Option => ({
  url,
  title,
  more: [reference, subtitle, statusName ?? documentStatus].filter(Boolean).join(' · '),
});

const typingMs = 150;
/** Largest number of results below the field. The page of results shows all. */
const mostShown = 12;

/** Search field for everything that the officer may read. */
export default function StaffSearch() {
  const text = useText();
  const navigate = useNavigate();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const { answers, pending } = useSearch(open ? typed : '', typingMs);
  const searchable = isSearchable(typed);
  const all = answers.flatMap(({ found }) => found);
  const groups = searchable
    ? grouped(all.slice(0, mostShown)).map(({ key, of, title, found }) => ({
        key,
        label: of && found.length > 1 ? text(`search.${of}`, { title }) : '',
        options: found.map(toOption),
      }))
    : [{ key: 'last', label: text('search.last'), options: openedDocuments().map(({ url, reference }) => ({ url, title: reference, more: '' })) }];
  const options = groups.flatMap((group) => group.options);
  const failed = searchable ? answers.filter((answer) => answer.failed) : [];
  const shown = open && (options.length > 0 || searchable);

  const close = () => {
    setOpen(false);
    setAt(-1);
  };
  const leave = (to: string, state?: object) => {
    close();
    setTyped('');
    input.current?.blur();
    navigate(to, state ? { state } : {});
  };
  // Pass the text in the navigation state and not in the address, which is logged and stored: the text may be a passport number.
  const showAll = () => {
    if (isSearchable(typed)) leave('/staff/search', { text: typed.trim() });
  };
  const onKey = (event: React.KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const by = event.key === 'ArrowDown' ? 1 : -1;
      setAt((now) => (options.length === 0 ? -1 : (now + by + options.length + (now < 0 && by < 0 ? 1 : 0)) % options.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const option = shown ? options[at] : undefined;
      if (option) leave(option.url);
      else showAll();
    } else if (event.key === 'Escape') {
      if (shown) close();
      else setTyped('');
    }
  };
  const status = !searchable ? '' : pending ? text('search.searching') : text(...foundCount(answers));

  let place = -1;
  return (
    <search className="shell-search">
      <input
        ref={input}
        id="staff-search"
        className="shell-search__input"
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-label={text('search.label')}
        placeholder={text('search.label')}
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown && at >= 0 ? `${id}-${at}` : undefined}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setOpen(true);
          setAt(-1);
        }}
        onFocus={() => setOpen(true)}
        onBlur={close}
        onKeyDown={onKey}
      />
      <div className="shell-search__panel" hidden={!shown}>
        <div id={`${id}-list`} role="listbox" aria-label={text('search.results')}>
          {groups.map(({ key, label, options: some }) => {
            const lines = some.map((option) => {
              place += 1;
              const index = place;
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys of the list
                <div
                  key={option.url}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === at}
                  className="shell-search__option"
                  // Keep the focus in the field until the click is done.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => leave(option.url)}
                >
                  <strong>{option.title}</strong>
                  {option.more ? <span className="shell-search__more">{option.more}</span> : null}
                </div>
              );
            });
            return label ? (
              <div key={key} role="group" aria-label={label}>
                <div className="shell-search__group" aria-hidden="true">
                  {label}
                </div>
                {lines}
              </div>
            ) : (
              <Fragment key={key}>{lines}</Fragment>
            );
          })}
        </div>
        {failed.map(({ area }) => (
          <p key={area.name} className="shell-search__failed">
            {text('search.failed', { area: text(area.title) })}
          </p>
        ))}
        {(searchable ? answers.filter(({ incomplete }) => incomplete) : []).map(({ area }) => (
          <p key={area.name} className="shell-search__failed">
            {text('search.incomplete', { area: text(area.title) })}
          </p>
        ))}
        {searchable ? (
          <p className="shell-search__status" aria-hidden="true">
            {status}
            {all.length > 0 ? (
              <button type="button" tabIndex={-1} className="portal-link-button" onMouseDown={(event) => event.preventDefault()} onClick={showAll}>
                {text('search.all')}
              </button>
            ) : null}
          </p>
        ) : null}
      </div>
      <div role="status" className="govuk-visually-hidden">
        {open ? [status, ...failed.map(({ area }) => text('search.failed', { area: text(area.title) }))].filter(Boolean).join(' ') : ''}
      </div>
    </search>
  );
}
