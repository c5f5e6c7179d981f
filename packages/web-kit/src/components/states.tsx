import { Component, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import type { ApiProblem } from '../api/problem.ts';
import { areAnswersKept, useHasDraft, useKeeping } from '../draft/keeping.ts';
import { useKitText, useLanguage } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import { useSession } from '../session/session.tsx';
import { Button } from './button.tsx';
import { problemErrors } from './page-error.ts';
import { useHeadingFocus, usePageTitle } from './page-title.ts';
import { Text } from './text.tsx';

/** Grey lines as high as the content will be, so that the layout does not move when the content arrives. */
export function Skeleton({ lines = 4, height }: { lines?: number; height?: number }) {
  const text = useKitText();
  return (
    <div className="portal-skeleton" role="status" style={height ? { minHeight: height } : undefined}>
      <span className="govuk-visually-hidden">{text('page.loading')}</span>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className="portal-skeleton__line" aria-hidden="true" />
      ))}
    </div>
  );
}

/** A blank that keeps the height of the line until the words appear. */
const NO_WORDS_YET = '\u00a0';

/** A panel for a page that is loading. It is as high as a page, so that the layout does not move when the page arrives. */
export function LoadingPanel({ label }: { label?: Label }) {
  const text = useKitText();
  // The text appears only after a moment, because a short flash of text would disturb the user.
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 400);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="portal-loading" role="status" aria-busy="true">
      <p className="govuk-body">{slow ? label ? <Text label={label} /> : text('page.loading') : NO_WORDS_YET}</p>
      {Array.from({ length: 5 }, (_, index) => (
        <span key={index} className="portal-skeleton__line" aria-hidden="true" />
      ))}
    </div>
  );
}

/** A panel for an empty list or result; the children say what to do about it. */
export function EmptyState({ title, children }: { title?: Label; children?: ReactNode }) {
  const text = useKitText();
  return (
    <div className="portal-empty">
      <p className="portal-empty__title">{title ? <Text label={title} /> : text('page.empty')}</p>
      {children}
    </div>
  );
}

function StatePage({ title, children }: { title: string; children: ReactNode }) {
  const heading = useHeadingFocus(title);
  usePageTitle(title);
  return (
    <div className="portal-state">
      <h1 className="govuk-heading-l" tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {children}
    </div>
  );
}

/** A page that says that the user lacks permission. @param reason the server's own words, if it gave any */
export function NoPermission({ reason }: { reason?: string }) {
  const text = useKitText();
  const { user } = useSession();
  // For a user without an account the cause is not a missing role: a link has expired, or it shows less than the page needs.
  return (
    <StatePage title={text(user ? 'page.noPermission' : 'page.failure')}>
      <p className="govuk-body">{reason || text('page.noPermissionText')}</p>
    </StatePage>
  );
}

export function NotFound() {
  const text = useKitText();
  return (
    <StatePage title={text('page.notFound')}>
      <p className="govuk-body">{text('page.notFoundText')}</p>
      <p className="govuk-body">
        <a className="govuk-link" href="/">
          {text('page.home')}
        </a>
      </p>
    </StatePage>
  );
}

/** A page that asks the user to sign in. @param text the reason; by default, that the page is for officers */
export function SignInNeeded({ text: reason }: { text?: string }) {
  const text = useKitText();
  const { signIn, ended } = useSession();
  return (
    <StatePage title={text(ended ? 'page.sessionEnded' : 'page.signInTitle')}>
      <p className="govuk-body">{ended ? text('page.sessionEndedText') : (reason ?? text('page.signInText'))}</p>
      <Button onClick={() => signIn()}>{text('action.signIn')}</Button>
    </StatePage>
  );
}

/** A placeholder for content whose call failed. It says why, and offers a retry where that may help. */
export function FailurePanel({ problem, retry, page }: { problem: ApiProblem; retry?: () => void; page?: boolean }) {
  const text = useKitText();
  const { language } = useLanguage();
  if (problem.status === 401) return <SignInNeeded />;
  if (problem.status === 403 && !problem.pageExpired) return <NoPermission reason={problem.errors[0]?.message} />;
  if (problem.status === 404 && page) return <NotFound />;
  const body = (
    <>
      {problemErrors(problem, language).map((line) => (
        <p key={line.message} className="govuk-body">
          {line.message}
        </p>
      ))}
      {problem.requestId ? <p className="govuk-body-s portal-muted">{text('errors.request', { id: problem.requestId })}</p> : null}
      {problem.pageExpired ? (
        <Button variant="secondary" onClick={() => location.reload()}>
          {text('action.reload')}
        </Button>
      ) : retry ? (
        <Button variant="secondary" onClick={retry}>
          {text('action.retry')}
        </Button>
      ) : null}
    </>
  );
  if (page) return <StatePage title={text('page.failure')}>{body}</StatePage>;
  return (
    <div className="portal-failure" role="alert">
      <p className="govuk-body govuk-!-font-weight-bold">{text('page.failure')}</p>
      {body}
    </div>
  );
}

/** Shows its children to users with one of the roles. Others are asked to sign in, or see that they have no permission. */
export function RequireRole({ anyOf, children }: { anyOf: readonly string[]; children: ReactNode }) {
  const session = useSession();
  if (session.loading) return <LoadingPanel />;
  if (!session.user) return <SignInNeeded />;
  return session.hasAnyRole(anyOf) ? children : <NoPermission />;
}

const subscribeOnline = (changed: () => void) => {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
};

export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribeOnline,
    () => navigator.onLine,
    () => true,
  );

/** A notice that the network is lost, and, if a form of the page has a draft, whether the answers are kept. The live region is always in the page, so that screen readers announce the change. */
export function OfflineNotice() {
  const text = useKitText();
  const online = useOnline();
  const keeps = useKeeping();
  const hasDraft = useHasDraft();
  const words = hasDraft ? (keeps ? 'offline' : 'offlineNotKept') : 'offlineAlone';
  return (
    <div role="status" className={online ? undefined : 'portal-offline'}>
      {online ? null : text(words)}
    </div>
  );
}

function CrashPanel({ retry }: { retry: () => void }) {
  const text = useKitText();
  // Read once, because the form that stopped working is removed with its draft's note.
  const [keeps] = useState(areAnswersKept);
  return (
    <div className="portal-failure" role="alert">
      <h1 className="govuk-heading-l">{text('page.crash')}</h1>
      <p className="govuk-body">{text(keeps ? 'page.crashText' : 'errors.failed')}</p>
      <Button variant="secondary" onClick={retry}>
        {text('action.retry')}
      </Button>
    </div>
  );
}

interface BoundaryProps {
  children: ReactNode;
  fallback?: (retry: () => void, error: Error) => ReactNode;
}

/** Catches a crash while rendering, so that the rest of the page keeps working. */
export class ErrorBoundary extends Component<BoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  retry = () => this.setState({ error: null });

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return this.props.fallback ? this.props.fallback(this.retry, error) : <CrashPanel retry={this.retry} />;
  }
}
