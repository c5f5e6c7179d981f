import { Button, Link, PublicPage, useFormat, useSession, useText } from '@portal/web-kit';
import type { MenuEntry, Tile } from '../area.ts';
import { useRegistry } from '../layout/use-registry.ts';
import { WaitingNoticeLoader } from '../offline/waiting-notice-loader.tsx';
import { country, publicNumbers } from '../page-settings.ts';
import { refreshRegistry } from '../registry.ts';

/** Line drawings of 24 x 24 units, by the names that the areas' menus use. */
const icons: Record<string, string> = {
  arriving: 'M3 21h18M3.5 7.5 5 12l14.2 3.6c1 .2 1.9-.3 2-1.2.1-.8-.5-1.5-1.4-1.8L14.5 11 9.6 3.6 7.4 3l1.5 6.4-3-.8-1.3-2z',
  leaving: 'M3 21h18M2.8 12.6 5 15.6l14.6-5.2c1-.4 1.5-1.3 1.1-2.2-.4-.8-1.3-1-2.2-.7l-4.6 1.6L7 5.5 4.8 6.2l4.3 4.6-3.2 1.1-2-1.3z',
  vehicle: 'M4 16.5V13l2-5.5c.3-.9 1-1.5 2-1.5h8c1 0 1.7.6 2 1.5l2 5.5v3.5zM4 13h16M7 16.5V19M17 16.5V19',
  licence: 'M4 5h16v14H4zM9 13.5a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM6 16.5c.5-1.3 1.6-2 3-2s2.5.7 3 2M15 10h3M15 13.5h3',
};

type Entry = MenuEntry & { tile: Tile };

function TileLink({ path, tile: { size, icon, name, about, needs } }: Entry) {
  const text = useText();
  return (
    <li className={`shell-tile shell-tile--${size}`}>
      {icons[icon] ? (
        <svg className="shell-tile__icon" viewBox="0 0 24 24" width="40" height="40" aria-hidden="true" focusable="false">
          <path d={icons[icon]} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      ) : null}
      <div>
        <h2 className="shell-tile__name">
          <Link className="govuk-link" to={path}>
            {text(name)}
          </Link>
        </h2>
        <p className="shell-tile__about">{text(about)}</p>
        {needs ? <p className="shell-tile__needs">{text(needs)}</p> : null}
      </div>
    </li>
  );
}

function Lines({ entries }: { entries: MenuEntry[] }) {
  const text = useText();
  return (
    <ul className="shell-services__list">
      {entries.map((entry) => (
        <li key={entry.path}>
          <Link className="govuk-link" to={entry.path}>
            {text(entry.title)}
          </Link>
          {entry.description ? <p className="shell-services__about">{text(entry.description)}</p> : null}
        </li>
      ))}
    </ul>
  );
}

/** Shows how many declarations were registered in the last days and how much of the work was on time, if the portal publishes it. */
function Numbers() {
  const text = useText();
  const format = useFormat();
  const numbers = publicNumbers();
  if (!numbers) return null;
  const { from, to, registered, onTime } = numbers;
  const shown = [
    ...(registered === null ? [] : [{ words: 'home.numbers.registered', value: format.number(registered) }]),
    ...(onTime === null ? [] : [{ words: 'home.numbers.onTime', value: `${onTime} %` }]),
  ];
  return (
    <section className="shell-numbers" aria-labelledby="numbers">
      <h2 className="govuk-heading-s" id="numbers">
        {text('home.numbers.title')}
      </h2>
      <dl>
        {shown.map(({ words, value }) => (
          <div key={words}>
            <dt>{text(words)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>{text('home.numbers.span', { from: format.date(from), to: format.date(to) })}</p>
    </section>
  );
}

/** Home page with the services for visitors: the most used ones as tiles, everything that finds a document behind one link, and the others in a list. */
export function HomePage() {
  const text = useText();
  const registry = useRegistry();
  const { user, roles, loading } = useSession();
  const entries = (registry?.areas ?? []).flatMap(({ menu }) => menu.filter(({ audience }) => audience === 'public'));
  const tiles = entries.filter((entry): entry is Entry => entry.tile !== undefined);
  const finds = entries.filter(({ finds }) => finds);
  const others = entries.filter(({ tile, finds }) => !tile && !finds);
  const { picture } = country();
  return (
    <>
      {picture ? <img className="shell-scene" src={picture} alt="" width="720" height="160" /> : null}
      <PublicPage title="home.title" wide>
        {entries.length > 0 ? (
          <>
            {(['large', 'small'] as const).map((size) => (
              <ul key={size} className={`shell-tiles shell-tiles--${size}`}>
                {tiles
                  .filter(({ tile }) => tile.size === size)
                  .map((entry) => (
                    <TileLink key={entry.path} {...entry} />
                  ))}
              </ul>
            ))}
            <WaitingNoticeLoader />
            {finds.length > 0 ? (
              <details className="shell-finds">
                <summary>{text('home.find')}</summary>
                <Lines entries={finds} />
              </details>
            ) : null}
            {others.length > 0 ? (
              <section aria-labelledby="more-services">
                <h2 className="govuk-heading-s" id="more-services">
                  {text('home.more')}
                </h2>
                <Lines entries={others} />
              </section>
            ) : null}
          </>
        ) : (
          <div className="govuk-inset-text">
            <p className="govuk-body">
              <strong>{text('home.noServices')}</strong>
            </p>
            <p className="govuk-body">{text('home.noServicesMore')}</p>
            <Button variant="secondary" onClick={() => refreshRegistry().catch(() => undefined)}>
              {text('area.retry')}
            </Button>
          </div>
        )}
        <div className="shell-asides">
          <section>
            <h2 className="govuk-heading-s">{text('home.check')}</h2>
            <p className="govuk-body">{text('home.checkMore')}</p>
          </section>
          <section>
            <h2 className="govuk-heading-s">{text('home.my')}</h2>
            <p className="govuk-body">
              {text('home.myMore')}{' '}
              <Link className="govuk-link" to={user ? '/my' : '/sign-in?returnTo=%2Fmy'}>
                {text('header.my')}
              </Link>
            </p>
          </section>
          <section>
            <h2 className="govuk-heading-s">{text('home.staff')}</h2>
            <p className="govuk-body">
              {text('home.staffMore')}{' '}
              <Link className="govuk-link" to={user && roles.length > 0 ? '/staff' : '/sign-in?returnTo=%2Fstaff'}>
                {user || loading ? text('header.staff') : text('header.signIn')}
              </Link>
            </p>
          </section>
        </div>
        <Numbers />
      </PublicPage>
    </>
  );
}
