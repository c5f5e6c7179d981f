import { type ReactNode, useRef } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { earlyInputAttributes, useEarlyInput } from '../area/early-input.ts';
import { useKitText, useText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import { ErrorAlert, ErrorSummary } from './errors.tsx';
import type { PageError } from './page-error.ts';
import { useHeadingFocus, usePageTitle } from './page-title.ts';
import { OfflineNotice } from './states.tsx';
import { Text } from './text.tsx';

const none: readonly PageError[] = [];

/** The Back link: it leads to an address, calls `onClick`, or goes back in the browser's history. */
export function BackLink({ to, onClick, label }: { to?: string; onClick?: () => void; label?: Label }) {
  const text = useKitText();
  const navigate = useNavigate();
  const words = label ? <Text label={label} /> : text('action.back');
  if (to) {
    return (
      <Link className="govuk-back-link" to={to}>
        {words}
      </Link>
    );
  }
  return (
    <button type="button" className="govuk-back-link portal-back-button" onClick={onClick ?? (() => navigate(-1))}>
      {words}
    </button>
  );
}

/** The outcome that a page shows: a word for it, and what it means for the user. */
export interface Result {
  tone: 'green' | 'red' | 'blue' | 'amber';
  word?: ReactNode;
  /** Text after the word; without a word, text below the title. */
  help?: ReactNode;
  /** Whether the title is drawn as large as possible, because it is the outcome that the page is opened for. */
  large?: boolean;
}

export interface PageProps {
  title: Label;
  /** Small text above the title, such as the service's name or a reference. */
  caption?: Label;
  /** Target of the Back link: an address, `true` for the browser's history, or a function to call. */
  back?: string | true | (() => void);
  /** Errors for the summary at the top. Pass a new array each time a check fails, so that the summary takes the focus again. */
  errors?: readonly PageError[];
  /** Errors of the page as a whole, which the user may close. */
  alerts?: readonly (PageError | string)[];
  onDismissAlerts?: () => void;
  /** The outcome that the page shows, as a panel over the whole width. The panel contains the title. */
  result?: Result;
  /** Content to the right of the Back link, such as the step of a wizard with its arrows. */
  aside?: ReactNode;
  /** Further actions: on officers' pages beside the title, on the public's pages at the end of the page, after its main content. */
  actions?: ReactNode;
  /** Whether the page itself tells the user how it works without a network, so that the general notice is left out. */
  saysOffline?: boolean;
  /** A key, such as the step of a wizard. When it changes, the heading takes the focus, as it does when the address changes. */
  focusKey?: string;
  children: ReactNode;
}

/** A shape for each tone, so that colour is not the only sign: a tick in a circle, a bar in an octagon, an exclamation mark in a triangle. */
const marks: Record<Result['tone'], [shape: string, sign: string]> = {
  green: ['M12 2a10 10 0 1 1 0 20a10 10 0 1 1 0-20z', 'M7 12l4 4 6-7'],
  blue: ['M12 2a10 10 0 1 1 0 20a10 10 0 1 1 0-20z', 'M7 12l4 4 6-7'],
  red: ['M8 2h8l6 6v8l-6 6H8l-6-6V8z', 'M7 12h10'],
  amber: ['M12 2l11 20H1z', 'M12 9v6M12 17.5v2'],
};

function ResultMark({ tone }: Pick<Result, 'tone'>) {
  const [shape, sign] = marks[tone];
  return (
    <svg className="portal-result__mark" viewBox="0 0 24 24" width="40" height="40" aria-hidden="true" focusable="false">
      <path d={shape} fill="currentColor" />
      <path className="portal-result__sign" d={sign} fill="none" strokeWidth="2.5" />
    </svg>
  );
}

/** The outcome as a panel over the whole width. @param children the page's title */
export function ResultPanel({ result: { tone, word, help, large }, children }: { result: Result; children: ReactNode }) {
  return (
    <div className={`portal-result portal-result--${tone}${large ? ' portal-result--large' : ''}`}>
      <ResultMark tone={tone} />
      <div>
        {word ? (
          <p className="portal-result__word">
            <span>{word}</span>
            {help ? <>: {help}</> : null}
          </p>
        ) : null}
        {children}
        {help && !word ? <p className="portal-result__help">{help}</p> : null}
      </div>
    </div>
  );
}

function PageTop({
  title,
  caption,
  back,
  errors = none,
  alerts = none,
  onDismissAlerts,
  result,
  aside,
  actions,
  focusKey,
  saysOffline = false,
  size,
}: Omit<PageProps, 'children'> & { size: 'xl' | 'l' }) {
  const words = useText()(title);
  const heading = useHeadingFocus(focusKey ?? (typeof title === 'string' ? title : title.en), errors.length > 0);
  usePageTitle(words, errors.length > 0 || alerts.length > 0);
  const h1 = (
    <h1 className={result ? 'portal-result__title' : `govuk-heading-${size}`} tabIndex={-1} ref={heading}>
      {words}
    </h1>
  );
  return (
    <>
      {result ? <ResultPanel result={result}>{h1}</ResultPanel> : null}
      {back || aside ? (
        <div className="portal-page-top">
          {back ? <BackLink to={typeof back === 'string' ? back : undefined} onClick={typeof back === 'function' ? back : undefined} /> : <span />}
          {aside}
        </div>
      ) : null}
      {/* A page with an outcome is held up to an officer, so no notice stands in between. */}
      {result || saysOffline ? null : <OfflineNotice />}
      <ErrorSummary errors={errors} />
      <ErrorAlert errors={alerts} onDismiss={onDismissAlerts} />
      {result ? null : (
        <div className="portal-page-header">
          <div className="portal-page-header__title">
            {caption ? (
              <span className={`govuk-caption-${size}`}>
                <Text label={caption} />
              </span>
            ) : null}
            {h1}
          </div>
          {actions ? <div className="portal-page-header__actions">{actions}</div> : null}
        </div>
      )}
    </>
  );
}

/** A page for the public: one column, two thirds of the width; `wide` is for tables and long forms. */
export function PublicPage({ children, wide, actions, ...top }: PageProps & { wide?: boolean }) {
  const page = useRef<HTMLDivElement>(null);
  useEarlyInput(page);
  return (
    <div ref={page} {...earlyInputAttributes} className={`portal-public${wide ? ' portal-public--wide' : ''}`}>
      <PageTop {...top} size="xl" />
      {children}
      {actions ? <div className="portal-related">{actions}</div> : null}
    </div>
  );
}

/** A page for officers: full width, denser type. */
export function StaffPage({ children, ...top }: PageProps) {
  return (
    <div className="portal-staff">
      <PageTop {...top} size="l" />
      {children}
    </div>
  );
}
