import type { ReactNode } from 'react';
import { useKitText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import { statusTone, type Tone } from './status.ts';
import { Text } from './text.tsx';
import { useStatusName } from './use-status-name.ts';

/** A word in a coloured chip. Each tone also has its own shape, so that colour is not the only sign. */
export function Tag({ tone = 'grey', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <strong className={`govuk-tag portal-tag portal-tag--${tone}`}>
      <span className="portal-tag__shape" aria-hidden="true" />
      {children}
    </strong>
  );
}

/** A document's status, worded with the area's own table of status names. */
export function StatusTag({ status, label }: { status: string | null | undefined; label?: Label }) {
  const nameOf = useStatusName();
  if (!status) return null;
  return <Tag tone={statusTone(status)}>{label ? <Text label={label} /> : nameOf(status)}</Tag>;
}

interface LaneChipProps {
  lane: 'RED' | 'GREEN';
  large?: boolean;
  help?: boolean;
  /** A shorter label for a place whose heading already says "lane". Screen readers hear the whole name. */
  short?: Label;
}

/** "Red lane" or "Green lane": a word and a shape (octagon, circle). */
export function LaneChip({ lane, large, help, short }: LaneChipProps) {
  const text = useKitText();
  return (
    <span className={`portal-lane portal-lane--${lane.toLowerCase()}${large ? ' portal-lane--large' : ''}`}>
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
        {lane === 'RED' ? <path d="M8 2h8l6 6v8l-6 6H8l-6-6V8z" fill="currentColor" /> : <circle cx="12" cy="12" r="10" fill="currentColor" />}
        {lane === 'RED' ? (
          <path className="portal-lane__mark" d="M7 12h10" strokeWidth="3" />
        ) : (
          <path className="portal-lane__mark" d="M7 12l4 4 6-7" strokeWidth="3" />
        )}
      </svg>
      <span>
        <span className={short ? 'govuk-visually-hidden' : 'portal-lane__words'}>{text(`lane.${lane}`)}</span>
        {short ? (
          <span className="portal-lane__words" aria-hidden="true">
            <Text label={short} />
          </span>
        ) : null}
        {help ? <span className="portal-lane__help">: {text(lane === 'RED' ? 'lane.redHelp' : 'lane.greenHelp')}</span> : null}
      </span>
    </span>
  );
}
