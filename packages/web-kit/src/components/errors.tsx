import { type MouseEvent, useEffect, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useKitText } from '../language/i18n.ts';
import { IconButton } from './button.tsx';
import { fieldId, findField, type PageError } from './page-error.ts';

/** Scrolls to an element and focuses it, or the first control in it. */
export function focusElement(element: HTMLElement): void {
  const target = element.matches('input, select, textarea, button, [tabindex]')
    ? element
    : (element.querySelector<HTMLElement>('input, select, textarea, button, [tabindex]') ?? element);
  // Elements inside a collapsed part of the page or of a `FoldingForm` cannot be focused, so the part is opened first.
  const folded = element.closest<HTMLDetailsElement>('details:not([open])');
  if (folded) folded.open = true;
  const part = element.closest('.portal-part')?.querySelector<HTMLElement>('.portal-part__toggle[aria-expanded="false"]');
  if (part) flushSync(() => part.click());
  // Scrolls to the question's label too, not only to the field.
  (element.closest('.govuk-form-group') ?? element).scrollIntoView({ block: 'start' });
  target.focus({ preventScroll: true });
}

/** Scrolls to a field and focuses it. Returns false if there is no such field. */
export function focusField(path: string): boolean {
  const element = findField(path);
  if (!element) return false;
  focusElement(element);
  return true;
}

/** The error summary at the top of the page. It takes the focus, and each line links to its field. A new array of errors makes it take the focus again. */
export function ErrorSummary({ errors, title }: { errors: readonly PageError[]; title?: string }) {
  const text = useKitText();
  const box = useRef<HTMLDivElement>(null);
  const headingId = useId();
  useEffect(() => {
    if (errors.length > 0) box.current?.focus();
  }, [errors]);
  if (errors.length === 0) return null;
  const follow = (event: MouseEvent, field: string) => {
    if (focusField(field)) event.preventDefault();
  };
  return (
    <div className="govuk-error-summary" ref={box} tabIndex={-1} data-testid="error-summary">
      <div role="alert">
        <h2 className="govuk-error-summary__title" id={headingId}>
          {title ?? text('errors.heading')}
        </h2>
        <div className="govuk-error-summary__body">
          <ul className="govuk-list govuk-error-summary__list">
            {errors.map((error, index) => (
              // The key contains the index, because two fields may have the same message.
              <li key={`${error.field ?? ''}:${error.message}:${index}`}>
                {error.field ? (
                  <a href={`#${fieldId(error.field)}`} onClick={(event) => follow(event, error.field as string)}>
                    {error.message}
                  </a>
                ) : error.href ? (
                  <a href={error.href}>{error.message}</a>
                ) : (
                  error.message
                )}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  );
}

/** A list of errors that the user may close. */
export function ErrorAlert({ errors, onDismiss }: { errors: readonly (PageError | string)[]; onDismiss?: () => void }) {
  const text = useKitText();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (errors.length > 0) box.current?.focus();
  }, [errors]);
  if (errors.length === 0) return null;
  return (
    <div className="portal-alert portal-alert--error" role="alert" ref={box} tabIndex={-1}>
      <ul className="govuk-list portal-alert__list">
        {errors.map((error, index) => {
          const line: PageError = typeof error === 'string' ? { message: error } : error;
          return (
            <li key={`${line.message}:${index}`}>
              <span className="govuk-visually-hidden">{text('errors.prefix')} </span>
              {line.field ? (
                <a
                  href={`#${fieldId(line.field)}`}
                  onClick={(event) => {
                    if (focusField(line.field as string)) event.preventDefault();
                  }}
                >
                  {line.message}
                </a>
              ) : line.href ? (
                <a href={line.href}>{line.message}</a>
              ) : (
                line.message
              )}
            </li>
          );
        })}
      </ul>
      {onDismiss ? <IconButton icon="close" label={text('action.dismiss')} onClick={onDismiss} /> : null}
    </div>
  );
}
