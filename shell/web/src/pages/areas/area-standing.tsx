import { Tag, useFormat, useText } from '@portal/web-kit';
import type { AreaState, Decision, Waiting } from './area-data.ts';

/** Returns a function that describes a decision in words, with the version that it is about. */
export function useDecisionWords() {
  const text = useText();
  return (decision: Decision, { version, share }: { version?: string; share?: number }): string =>
    text(`operations.what.${decision}`, { version: version ?? '', share: share ?? '' });
}

/** Returns a function that describes a request in words: who asks for what, since when and why. */
export function useRequestWords() {
  const text = useText();
  const format = useFormat();
  const words = useDecisionWords();
  return (request: Waiting): string =>
    text('operations.asked', { by: request.by, what: words(request.action, request), since: format.dateTime(request.at), why: request.why });
}

/** Describes the current state of an area in sentences. */
export function AreaStanding({ area: { version, since, by, why, canary, published, stopped, request } }: { area: AreaState }) {
  const text = useText();
  const format = useFormat();
  const requestWords = useRequestWords();
  return (
    <>
      {stopped ? (
        <p className="govuk-body">
          <Tag tone="red">{text('operations.stopped')}</Tag>{' '}
          {text('operations.stoppedSince', { since: format.dateTime(stopped.at), by: stopped.by, why: stopped.why })}
        </p>
      ) : null}
      <p className="govuk-body">
        {since ? text('operations.since', { version, since: format.dateTime(since), by: by ?? '' }) : text('operations.unknown', { version })}
        {why ? ` ${text('operations.why', { why })}` : null}
        {published ? ` ${text('operations.inPlaceOf', { version: published })}` : null}
        {canary ? ` ${text('operations.canary', { version: canary.version, share: canary.share })}` : null}
      </p>
      {request ? (
        <p className="govuk-body">
          <Tag tone="amber">{text('operations.waits')}</Tag> {requestWords(request)}
        </p>
      ) : null}
    </>
  );
}
