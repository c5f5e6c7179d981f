import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import { useIsSecondClick } from './double-click.ts';
import { Icon, type IconName } from './icon.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'warning' | 'link';

const classOf = (variant: ButtonVariant) =>
  variant === 'link' ? 'portal-link-button' : `govuk-button${variant === 'primary' ? '' : ` govuk-button--${variant}`}`;

/** Ignores a click while the work of an earlier click runs, and ignores the second click of a double click. */
function useOnce(onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown) {
  const [running, setRunning] = useState(false);
  const active = useRef(false);
  const isSecond = useIsSecondClick();
  const click = async (event: MouseEvent<HTMLButtonElement>) => {
    if (active.current || isSecond(event)) {
      event.preventDefault();
      return;
    }
    const result = onClick?.(event);
    if (result instanceof Promise) {
      active.current = true;
      setRunning(true);
      try {
        await result;
      } finally {
        active.current = false;
        setRunning(false);
      }
    }
  };
  return { running, click };
}

export interface ButtonProps {
  children: ReactNode;
  variant?: ButtonVariant;
  type?: 'button' | 'submit';
  /** Whether work is running. The button then keeps its place and ignores clicks. */
  busy?: boolean;
  disabled?: boolean;
  /** The click handler. If it returns a promise, further clicks are ignored until the promise settles. */
  onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown;
  id?: string;
  form?: string;
  name?: string;
  value?: string;
  small?: boolean;
  'aria-describedby'?: string;
  'aria-expanded'?: boolean;
  'aria-pressed'?: boolean;
  'aria-haspopup'?: 'dialog';
  'aria-keyshortcuts'?: string;
  'data-switch'?: string;
}

/** A button. A double click presses it only once. */
export function Button({ children, variant = 'primary', type = 'button', busy, onClick, small, ...rest }: ButtonProps) {
  const { running, click } = useOnce(onClick);
  const waiting = busy || running;
  return (
    <button
      {...rest}
      type={type}
      className={`${classOf(variant)}${small ? ' portal-button--small' : ''}`}
      aria-disabled={waiting || undefined}
      aria-busy={waiting || undefined}
      onClick={(event) => (waiting ? event.preventDefault() : void click(event))}
    >
      {children}
    </button>
  );
}

/** Whether a click on a link opens its target in this tab, and not in another tab or as a download. */
export const isPlain = ({ defaultPrevented, button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  !defaultPrevented && button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;

/** Clicks a link with the role of a button when the space bar is pressed, as it clicks a button. The space bar held down clicks once. */
export function clickOnSpace(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== ' ') return;
  event.preventDefault();
  if (!event.repeat) event.currentTarget.click();
}

/** A link that looks like a button. */
export function ButtonLink({
  to,
  children,
  variant = 'primary',
  small,
  onPlainClick,
  ...rest
}: {
  to: string;
  children: ReactNode;
  variant?: ButtonVariant;
  small?: boolean;
  /** Called for a plain click, in place of the navigation by the router. Not called when the user asks for a new tab. */
  onPlainClick?: () => void;
  'aria-keyshortcuts'?: string;
}) {
  return (
    <Link
      {...rest}
      to={to}
      role="button"
      draggable={false}
      className={`${classOf(variant)}${small ? ' portal-button--small' : ''}`}
      onKeyDown={clickOnSpace}
      onClick={(event) => {
        if (!onPlainClick || !isPlain(event)) return;
        event.preventDefault();
        onPlainClick();
      }}
    >
      {children}
    </Link>
  );
}

/** A row of buttons. On a phone they stand below each other. */
export function ButtonGroup({ children }: { children: ReactNode }) {
  return <div className="govuk-button-group">{children}</div>;
}

/** A button that shows an icon. Its label is for screen readers and is also the tooltip. */
export function IconButton({
  icon,
  label,
  showLabel,
  quiet,
  onClick,
  disabled,
  type = 'button',
}: {
  icon: IconName;
  label: Label;
  showLabel?: boolean;
  /** Without a frame, for a button beside the main button. */
  quiet?: boolean;
  onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown;
  disabled?: boolean;
  type?: 'button' | 'submit';
}) {
  const name = useText()(label);
  const { click } = useOnce(onClick);
  return (
    <button
      type={type}
      className={`portal-icon-button${quiet ? ' portal-icon-button--quiet' : ''}`}
      aria-label={showLabel ? undefined : name}
      title={showLabel ? undefined : name}
      disabled={disabled}
      onClick={(event) => void click(event)}
    >
      <Icon name={icon} />
      {showLabel ? <span>{name}</span> : null}
    </button>
  );
}
