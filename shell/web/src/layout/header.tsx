import { Button, LanguageSwitch, Link, useLocation, useSession, useText } from '@portal/web-kit';
import { useState } from 'react';
import { portalName } from '../page-settings.ts';
import { useRegistryIsStale } from './use-registry.ts';

/** An abstract gate with a path through it; not the emblem of a real government. */
function Emblem() {
  return (
    <svg className="shell-emblem" viewBox="0 0 40 40" aria-hidden="true" focusable="false">
      <path d="M8 32V18a12 12 0 0 1 24 0v14" fill="none" stroke="#fff" strokeWidth="3" />
      <path d="M14 32V19a6 6 0 0 1 12 0v13" fill="none" stroke="#ffd400" strokeWidth="3" />
      <path d="M5 33.5h30" stroke="#fff" strokeWidth="3" />
    </svg>
  );
}

function Account() {
  const text = useText();
  const { user, roles, loading, signOut } = useSession();
  const { pathname, search } = useLocation();
  const [failed, setFailed] = useState(false);
  const leave = async (everywhere: boolean) => {
    setFailed(false);
    // Users of a shared computer must see that they are still signed in.
    await signOut({ everywhere }).catch(() => setFailed(true));
  };
  if (loading) return <div className="shell-account" aria-hidden="true" />;
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
  return (
    <div className="shell-account">
      {roles.length > 0 ? (
        <Link className="shell-header__link" to="/staff">
          {text('header.staff')}
        </Link>
      ) : (
        <Link className="shell-header__link" to="/my">
          {text('header.my')}
        </Link>
      )}
      <details className="shell-account__menu">
        <summary className="shell-account__name">
          <span className="govuk-visually-hidden">{text('header.signedInAs', { name: '' })}</span>
          {user.name}
        </summary>
        <ul className="shell-account__items">
          {roles.length > 0 ? (
            <li>
              <Link className="shell-header__link" to="/my">
                {text('header.my')}
              </Link>
            </li>
          ) : null}
          <li>
            <Button variant="link" onClick={() => leave(true)}>
              {text('header.signOutEverywhere')}
            </Button>
          </li>
        </ul>
      </details>
      <Button variant="link" onClick={() => leave(false)}>
        {text('header.signOut')}
      </Button>
      {failed ? (
        <p className="shell-account__error" role="alert">
          {text('header.signOutFailed')}
        </p>
      ) : null}
    </div>
  );
}

export function Header() {
  const text = useText();
  return (
    <header>
      <div className="shell-strip">
        <div className="shell-width">
          <strong>{text('strip.official')}</strong> <span className="shell-strip__more">{text('strip.how')}</span>
        </div>
      </div>
      <div className="shell-header">
        <div className="shell-width shell-header__row">
          <Link className="shell-brand" to="/" aria-label={text('header.home', { portal: portalName() })}>
            <Emblem />
            <span>{portalName()}</span>
          </Link>
          <LanguageSwitch />
          <Account />
        </div>
      </div>
    </header>
  );
}

export function PhaseBanner() {
  const text = useText();
  return (
    <section className="shell-phase" aria-label={text('phase.label')}>
      <strong className="govuk-tag">{text('phase.tag')}</strong>
      <span>
        {text('phase.text')}{' '}
        <Link className="govuk-link" to="/contact">
          {text('phase.feedback')}
        </Link>
      </span>
    </section>
  );
}

/** Tells that the page continues with the last deployed state. The live region is always there, so that screen readers announce a change. */
export function StaleNotice() {
  const text = useText();
  const stale = useRegistryIsStale();
  return <div role="status">{stale ? <p className="govuk-inset-text shell-stale">{text('area.stale')}</p> : null}</div>;
}
