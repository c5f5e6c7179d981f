import { EmptyState, Link, LoadingPanel, RequireRole, StaffPage, useSession, useText } from '@portal/web-kit';
import type { Area, MenuEntry } from '../area.ts';
import { type StaffArea, useErasureKinds, useIsOperator, useStaffMenu, useWaiting } from '../layout/staff-menu.ts';
import { useRegistry } from '../layout/use-registry.ts';

function Screen({ area, entry }: { area: Area; entry: MenuEntry }) {
  const text = useText();
  const waiting = useWaiting(area, entry);
  return (
    <li className="shell-work__item">
      <Link className="govuk-link" to={entry.path}>
        {text(entry.title)}
      </Link>
      {entry.waiting ? <span className="shell-work__count">{waiting === undefined ? '' : text('staff.waiting', { count: waiting })}</span> : null}
    </li>
  );
}

function PageLink({ to, words }: { to: string; words: string }) {
  const text = useText();
  return (
    <p className="govuk-body">
      <Link className="govuk-link" to={to}>
        {text(words)}
      </Link>
    </p>
  );
}

function Work({ menu }: { menu: StaffArea[] }) {
  const text = useText();
  if (menu.length === 0) {
    return (
      <EmptyState title="staff.nothing">
        <p className="govuk-body">{text('staff.nothingMore')}</p>
        <PageLink to="/my" words="header.my" />
      </EmptyState>
    );
  }
  return (
    <div className="shell-work">
      {menu.map(({ area, entries }) => (
        <section key={area.name} className="shell-work__area" aria-labelledby={`work-${area.name}`}>
          <h2 className="govuk-heading-m" id={`work-${area.name}`}>
            {text(area.title)}
          </h2>
          <ul className="shell-work__list">
            {entries.map((entry) => (
              <Screen key={entry.path} area={area} entry={entry} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** An officer's start page: the screens that the officer may open and how many documents wait there. */
export default function StaffHome() {
  const text = useText();
  const registry = useRegistry();
  const menu = useStaffMenu();
  const operator = useIsOperator();
  const answersErasure = useErasureKinds().length > 0;
  const { loading } = useSession();
  if (loading || !registry) return <LoadingPanel />;
  return (
    <RequireRole anyOf={[]}>
      <StaffPage title="staff.title">
        <p className="govuk-body">{text('staff.lead')}</p>
        {answersErasure ? <PageLink to="/staff/erasure" words="staff.erasure" /> : null}
        {operator ? <PageLink to="/staff/areas" words="staff.areas" /> : null}
        {menu.length === 0 && (operator || answersErasure) ? null : <Work menu={menu} />}
      </StaffPage>
    </RequireRole>
  );
}
