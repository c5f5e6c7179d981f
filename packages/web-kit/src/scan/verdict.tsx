import { type ReactNode, useEffect, useId, useRef } from 'react';
import { usePageTitle } from '../components/page-title.ts';
import { Text } from '../components/text.tsx';
import { useText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';

/** The tone of a verdict. With `plain` the colour has no meaning, only the words do. */
export type VerdictTone = 'good' | 'plain' | 'warn' | 'bad';

// A tick, an exclamation mark and a cross, so that the shape carries the meaning without the colour.
const marks: Partial<Record<VerdictTone, string>> = { good: 'M8 21l8 8 16-18', warn: 'M20 7v17M20 29v4', bad: 'M10 10l20 20M30 10L10 30' };

interface VerdictProps {
  tone: VerdictTone;
  title: Label;
  detail?: ReactNode;
  next: ReactNode;
  compact?: boolean;
}

/**
 * The answer to a scan, over the whole screen and readable at arm's length: the verdict, what it is about, and what to do next.
 * @param compact whether there is much content below the verdict, which needs room
 * @param next the buttons; only they close the verdict
 */
export function Verdict({ tone, title, detail, next, compact = false }: VerdictProps) {
  const text = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  usePageTitle(text(title));
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    heading.current?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`portal-verdict portal-verdict--${tone}${compact ? ' portal-verdict--compact' : ''}`}
      aria-labelledby={id}
      aria-describedby={`${id}-detail`}
      onCancel={(event) => event.preventDefault()}
    >
      <div className="portal-verdict__words">
        {marks[tone] ? (
          <svg className="portal-verdict__mark" viewBox="0 0 40 40" aria-hidden="true" focusable="false">
            <path d={marks[tone]} fill="none" stroke="currentColor" strokeWidth="5" />
          </svg>
        ) : null}
        <h1 className="portal-verdict__title" id={id} ref={heading} tabIndex={-1}>
          <Text label={title} />
        </h1>
        <div className="portal-verdict__detail" id={`${id}-detail`}>
          {detail}
        </div>
      </div>
      <div className="portal-verdict__next">{next}</div>
    </dialog>
  );
}
