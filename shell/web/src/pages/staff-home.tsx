import { EmptyState, Link, LoadingPanel, openedDocuments, RequireRole, StaffPage, useFormat, useSession, useText } from '@portal/web-kit';
import type { Area, MenuEntry } from '../area.ts';
import { type Condition, queueAddress, queueNames, type StaffArea, useCaseLists, useQueues, useStaffMenu, useStaffPlaces } from '../layout/staff-menu.ts';
import { useRegistry } from '../layout/use-registry.ts';
import { OpenedList } from './opened-list.tsx';
import { WaitingCases } from './staff-cases.tsx';

/** Condition for cases that have come today and are waiting. */
const today: readonly Condition[] = [{ fieldName: 'stepSince', operation: 'GTE', values: ['TODAY'] }];

/** A list with its queues. Each number links to its queue. */
function Screen({ area, entry }: { area: Area; entry: MenuEntry }) {
  const text = useText();
  const format = useFormat();
  const counts = useQueues(area, entry);
  const waiting = counts.TEAM;
  const { TEAM: came = 0 } = useQueues(area, entry, today);
  return (
    <li className="shell-work__item">
      <Link className="govuk-link shell-work__title" to={entry.path}>
        {text(entry.title)}
      </Link>
      {entry.queues ? (
        <>
          <span className="shell-work__count">{waiting === undefined ? '' : text('staff.waiting', { count: waiting })}</span>
          <span className="shell-work__queues">
            {queueNames.map((queue) => {
              const count = counts[queue];
              if (count === undefined || queue === 'TEAM') return null;
              return (
                <Link key={queue} className={`govuk-link${queue === 'OVERDUE' && count > 0 ? ' shell-work__late' : ''}`} to={queueAddress(entry, queue)}>
                  {text(`staff.queue.${queue}`)} {format.number(count)}
                </Link>
              );
            })}
            {came > 0 ? (
              <Link className="govuk-link" to={queueAddress(entry, 'TEAM', today)}>
                {text('staff.today')} {format.number(came)}
              </Link>
            ) : null}
          </span>
        </>
      ) : null}
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
  const lists = useCaseLists(menu);
  if (menu.length === 0) {
    return (
      <EmptyState title="staff.nothing">
        <p className="govuk-body">{text('staff.nothingMore')}</p>
        <PageLink to="/my" words="header.my" />
      </EmptyState>
    );
  }
  return (
    <div className={`shell-work${lists.length > 0 ? ' shell-work--cases' : ''}`}>
      {lists.length > 0 ? (
        <div className="shell-work__column">
          <WaitingCases lists={lists} />
        </div>
      ) : null}
      <div className="shell-work__column shell-work__column--areas">
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
        <LastOpened />
      </div>
    </div>
  );
}

/** Lists the documents that the officer opened last on this device. */
function LastOpened() {
  const text = useText();
  const last = openedDocuments();
  if (last.length === 0) return null;
  return (
    <section className="shell-work__area" aria-labelledby="work-last">
      <h2 className="govuk-heading-m" id="work-last">
        {text('staff.last')}
      </h2>
      <OpenedList documents={last} />
    </section>
  );
}

/** Start page of an officer: the screens that the officer may open, and the cases that wait there, the late ones first. */
export default function StaffHome() {
  const registry = useRegistry();
  const menu = useStaffMenu();
  const places = useStaffPlaces();
  const { loading } = useSession();
  if (loading || !registry) return <LoadingPanel />;
  return (
    <RequireRole anyOf={[]}>
      <StaffPage title="staff.title">
        {places.map((place) => (
          <PageLink key={place.to} {...place} />
        ))}
        {menu.length === 0 && places.length > 0 ? null : <Work menu={menu} />}
      </StaffPage>
    </RequireRole>
  );
}
