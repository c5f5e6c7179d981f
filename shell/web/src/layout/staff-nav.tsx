import { Link, NavLink, useFormat, useText } from '@portal/web-kit';
import type { Area, MenuEntry } from '../area.ts';
import { aboutPages, BothLanguages } from './footer.tsx';
import { type StaffArea, useBoardAreas, useQueues, useStaffPlaces } from './staff-menu.ts';

function Entry({ area, entry }: { area: Area; entry: MenuEntry }) {
  const text = useText();
  const format = useFormat();
  const { TEAM: waiting } = useQueues(area, entry);
  return (
    <li>
      <NavLink className="shell-nav__link" to={entry.path} end>
        <span>{text(entry.title)}</span>
        {waiting !== undefined ? (
          <span className="shell-count">
            <span aria-hidden="true">{format.number(waiting)}</span>
            <span className="govuk-visually-hidden">{text('staff.waiting', { count: waiting })}</span>
          </span>
        ) : null}
      </NavLink>
    </li>
  );
}

/** The officer's areas: beside every staff screen or, on a narrow screen, collapsed above it. */
export function StaffNav({ menu, wide }: { menu: StaffArea[]; wide: boolean }) {
  const text = useText();
  const places = useStaffPlaces();
  const hasBoard = useBoardAreas().length > 0;
  const list = (
    <>
      <ul className="shell-nav__list">
        <li>
          <NavLink className="shell-nav__link" to="/staff" end>
            {text('staff.overview')}
          </NavLink>
        </li>
        {hasBoard ? (
          <li>
            <NavLink className="shell-nav__link" to="/staff/board">
              {text('staff.board')}
            </NavLink>
          </li>
        ) : null}
        {places.map(({ to, words }) => (
          <li key={to}>
            <NavLink className="shell-nav__link" to={to} end>
              {text(words)}
            </NavLink>
          </li>
        ))}
      </ul>
      {menu.map(({ area, entries }) => (
        <div key={area.name}>
          <h2 className="shell-nav__title" id={`nav-${area.name}`}>
            {text(area.title)}
          </h2>
          <ul className="shell-nav__list" aria-labelledby={`nav-${area.name}`}>
            {entries.map((entry) => (
              <Entry key={entry.path} area={area} entry={entry} />
            ))}
          </ul>
        </div>
      ))}
      <ul className="shell-nav__list shell-nav__about">
        {aboutPages.map((page) => (
          <li key={page}>
            <Link className="shell-nav__link" to={`/${page}`}>
              {text(`footer.${page}`)}
            </Link>
          </li>
        ))}
        <li className="shell-nav__both">
          <BothLanguages />
        </li>
      </ul>
    </>
  );
  return (
    <nav className="shell-nav" aria-label={text('staff.nav')}>
      {wide ? (
        list
      ) : (
        <details className="shell-nav__fold">
          <summary>{text('staff.open')}</summary>
          {list}
        </details>
      )}
    </nav>
  );
}
