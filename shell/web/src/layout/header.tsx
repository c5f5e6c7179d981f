import { Button, earlyInputAttributes, LanguageSwitch, Link, lazyPart, useEarlyInput, useLocation, useSession, useText } from '@portal/web-kit';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { country, portalName } from '../page-settings.ts';
import { screenAddress } from '../pages/help/screen-address.ts';
import { StaffKeysButton } from './staff-keys.tsx';
import { useRegistryIsStale } from './use-registry.ts';

/** Lazy loaded, because only officers need it. */
const StaffSearch = lazyPart(() => import('./staff-search.tsx'), { failure: 'nothing', placeholder: <span className="shell-search" /> });

/** The country's colours side by side, from the country pack. They are drawn as SVG, because the security policy of the page forbids inline styles. */
function Band() {
  const { colours = [] } = country();
  return (
    <svg className="shell-band" viewBox={`0 0 ${Math.max(colours.length, 1)} 1`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
      {colours.map((colour, index) => (
        <path key={colour} fill={colour} d={`M${index} 0h1v1h-1z`} />
      ))}
    </svg>
  );
}

/** Link to the part of the manual that explains this screen. */
function HelpLink() {
  const text = useText();
  const { pathname } = useLocation();
  return (
    <Link className="shell-header__link" to={`/staff/help?${new URLSearchParams({ for: screenAddress(pathname) })}`}>
      {text('staff.help')}
    </Link>
  );
}

/** The account in the header. @param working an officer is signed in on a staff page; the manual is then one click away */
function Account({ working }: { working: boolean }) {
  const text = useText();
  const { user, roles, loading, signOut } = useSession();
  const { pathname, search } = useLocation();
  const [failed, setFailed] = useState(false);
  const leave = async (everywhere: boolean) => {
    setFailed(false);
    // Show a failed sign-out: users of a shared computer must see that they are still signed in.
    await signOut({ everywhere }).catch(() => setFailed(true));
  };
  if (loading) {
    // Reserve the place of the link that most visitors will have.
    return (
      <div className="shell-account shell-account--unknown" aria-hidden="true">
        <span className="shell-header__link">{text('header.signIn')}</span>
      </div>
    );
  }
  if (!user) {
    const returnTo = pathname === '/sign-in' ? '' : `?returnTo=${encodeURIComponent(`${pathname}${search}`)}`;
    return (
      <div className="shell-account">
        <Link className="shell-header__link" to={`/sign-in${returnTo}`}>
          {text('header.signIn')}
        </Link>
      </div>
    );
  }
  const work = roles.length > 0 ? { to: '/staff', words: text('header.staff') } : { to: '/my', words: text('header.my') };
  return (
    <div className="shell-account">
      {working ? (
        <span className="shell-account__wide">
          <HelpLink />
        </span>
      ) : null}
      <Link className="shell-header__link shell-account__wide" to={work.to}>
        {work.words}
      </Link>
      <AccountMenu name={user.name}>
        {working ? (
          <li className="shell-account__narrow">
            <HelpLink />
          </li>
        ) : null}
        <li className="shell-account__narrow">
          <Link className="shell-header__link" to={work.to}>
            {work.words}
          </Link>
        </li>
        {roles.length > 0 ? (
          <li>
            <Link className="shell-header__link" to="/my">
              {text('header.my')}
            </Link>
          </li>
        ) : null}
        <li className="shell-account__narrow">
          <Button variant="link" onClick={() => leave(false)}>
            {text('header.signOut')}
          </Button>
        </li>
        <li>
          <Link className="shell-header__link" to="/my/sessions">
            {text('header.sessions')}
          </Link>
        </li>
        <li>
          <Button variant="link" onClick={() => leave(true)}>
            {text('header.signOutEverywhere')}
          </Button>
        </li>
      </AccountMenu>
      <span className="shell-account__wide">
        <Button variant="link" onClick={() => leave(false)}>
          {text('header.signOut')}
        </Button>
      </span>
      {failed ? (
        <p className="shell-account__error" role="alert">
          {text('header.signOutFailed')}
        </p>
      ) : null}
    </div>
  );
}

/** Menu with the name of the signed-in user and the links of the account. On a phone an icon replaces the name. The menu closes when it loses the focus. */
function AccountMenu({ name, children }: { name: string; children: ReactNode }) {
  const text = useText();
  const menu = useRef<HTMLDetailsElement>(null);
  const { pathname } = useLocation();
  const close = () => menu.current?.removeAttribute('open');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link of the menu was followed
  useEffect(close, [pathname]);
  return (
    <details
      ref={menu}
      className="shell-account__menu"
      onBlur={({ relatedTarget }) => {
        if (!menu.current?.contains(relatedTarget)) close();
      }}
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !menu.current?.open) return;
        close();
        menu.current.querySelector('summary')?.focus();
      }}
    >
      <summary className="shell-account__name" title={name}>
        <svg className="shell-account__picture" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <circle cx="12" cy="8" r="4.5" />
          <path d="M3 22c0-5 4-8 9-8s9 3 9 8z" />
        </svg>
        <span className="govuk-visually-hidden">{text('header.signedInAs', { name: '' })}</span>
        <span className="shell-account__who">{name}</span>
      </summary>
      <ul className="shell-account__items">
        <li className="shell-account__narrow" aria-hidden="true">
          <strong>{name}</strong>
        </li>
        {children}
      </ul>
    </details>
  );
}

/**
 * Header in one row: the name of the portal, the language switch, and the account.
 * @param staff makes the header lower and leaves out the country's colours, because officers need the space for their work
 * @param working an officer is signed in who can work with keyboard shortcuts
 * @param searching an officer is signed in who may read documents
 */
export function Header({ staff, working, searching }: { staff: boolean; working: boolean; searching: boolean }) {
  const text = useText();
  const { name, emblem } = country();
  const header = useRef<HTMLElement>(null);
  useEarlyInput(header);
  return (
    <header ref={header} {...earlyInputAttributes}>
      <div className={`shell-header${staff ? ' shell-header--staff' : ''}`}>
        <div className="shell-width shell-header__row">
          <Link className="shell-brand" to="/">
            {emblem ? <img className="shell-emblem" src={emblem} alt="" width="36" height="36" /> : null}
            <span className="shell-brand__names">
              <span>{portalName()}</span>
              {name ? <span className="shell-brand__country">{text(name)}</span> : null}
            </span>
            <span className="govuk-visually-hidden"> {text('header.home')}</span>
          </Link>
          {searching ? <StaffSearch /> : null}
          {working ? <StaffKeysButton /> : null}
          <LanguageSwitch staff={staff} />
          <Account working={working} />
        </div>
      </div>
      {staff ? null : <Band />}
    </header>
  );
}

/** Says that the page continues with the last deployed state. The live region is always in the page, so that screen readers announce a change. */
export function StaleNotice() {
  const text = useText();
  const stale = useRegistryIsStale();
  return <div role="status">{stale ? <p className="govuk-inset-text shell-stale">{text('area.stale')}</p> : null}</div>;
}
