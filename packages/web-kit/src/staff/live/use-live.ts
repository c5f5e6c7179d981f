import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../api/api.ts';
import { newIdempotencyKey } from '../../api/retry.ts';
import { afterPaint } from '../../components/after-paint.ts';
import { useSession } from '../../session/session.tsx';
import { background } from '../../session/session-store.ts';
import { calm } from './calm.ts';
import { type LiveEvent, liveConnection } from './live-connection.ts';

export type { LiveEvent };

/** A page says again what it has open this often; the gateway forgets it after 32 seconds. */
const LOOK_EVERY = 15_000;
/** Whoever only passes by tells nobody, and the case is on the screen before the call is made. */
const LOOK_AFTER = 250;

/** The function of the present drawing, for effects that outlive it. */
function useLatest<T>(value: T): { readonly current: T } {
  const ref = useRef(value);
  useEffect(() => {
    ref.current = value;
  });
  return ref;
}

/** Whether the reader is an official: the stream is theirs alone. */
const useIsOfficial = (): boolean => {
  const { user, roles } = useSession();
  return user !== null && roles.length > 0;
};

/** Hears everything that the gateway tells this browser. */
export function useLiveEvents(listener: (event: LiveEvent) => void): void {
  const latest = useLatest(listener);
  const official = useIsOfficial();
  useEffect(() => (official ? liveConnection.subscribe((event) => latest.current(event)) : undefined), [official, latest]);
}

/**
 * Calls `onChange` when lists or counts of these kinds may have changed: soon, at most every five seconds, and only while the page is seen.
 * @param kinds the paths of the kinds, as `/v1/professional`
 */
export function useQueueChanges(kinds: readonly string[], onChange: () => void): void {
  const latest = useLatest(onChange);
  const [calmed] = useState(() => calm(() => latest.current()));
  useLiveEvents((event) => {
    if (event.name === 'resync' || (event.name === 'queue' && event.kinds.some((kind) => kinds.includes(kind)))) calmed.ask();
  });
  useEffect(() => {
    document.addEventListener('visibilitychange', calmed.seen);
    return () => {
      document.removeEventListener('visibilitychange', calmed.seen);
      calmed.stop();
    };
  }, [calmed]);
}

export interface CasePresence {
  /** The names of the other officials who have the case open. */
  others: readonly string[];
}

/**
 * Says that the reader looks at a case as long as its page is seen, and tells who else does.
 * @param kind the path of the kind, as `/v1/professional`
 * @param id of the case; undefined while there is none
 * @param version that the page shows
 * @param onChange the case was changed, claimed, released, assigned, escalated or got a note by somebody else; `resync` where that may have been
 */
export function useCasePresence(
  kind: string,
  id: string | undefined,
  version: number,
  onChange?: (what: Extract<LiveEvent, { name: 'case' }>['what'] | 'resync') => void,
): CasePresence {
  const api = useApi();
  const official = useIsOfficial();
  const [others, setOthers] = useState<readonly string[]>([]);
  const key = useRef<string>(undefined);
  const changed = useLatest(onChange);
  const shown = useLatest(version);
  const again = useRef<() => void>(undefined);

  useLiveEvents((event) => {
    if (event.name === 'presence' && event.case === key.current) setOthers(event.others);
    if (event.name === 'case' && event.case === key.current && !event.mine) changed.current?.(event.what);
    if (event.name === 'resync') {
      again.current?.();
      changed.current?.('resync');
    }
  });

  useEffect(() => {
    if (!official || !id) return;
    const tab = newIdempotencyKey();
    let open = true;
    let said = false;
    let unseen = false;
    const say = (left: boolean, first = false) =>
      api.post<{ case?: string; others: string[]; changed?: true }>(
        '/presence',
        { kind, id, tab, left, ...(first ? { version: shown.current } : {}) },
        { headers: background, keepalive: left },
      );
    const look = async (): Promise<void> => {
      clearTimeout(timer);
      timer = setTimeout(look, LOOK_EVERY);
      // A page that nobody sees looks at nothing.
      if (document.hidden) {
        unseen = true;
        return;
      }
      said = true;
      const answer = await say(false, key.current === undefined).catch(() => undefined);
      if (!open || !answer?.case) return;
      // While it was forgotten it heard nothing, nor while it was on its way.
      if (unseen || answer.changed) changed.current?.('resync');
      unseen = false;
      key.current = answer.case;
      setOthers(answer.others);
    };
    const seen = (): void => {
      if (!document.hidden) void look();
    };
    const leave = (): void => {
      if (said) void say(true).catch(() => undefined);
    };
    again.current = () => void look();
    let timer = setTimeout(look, LOOK_AFTER);
    document.addEventListener('visibilitychange', seen);
    window.addEventListener('pagehide', leave);
    return () => {
      open = false;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
      window.removeEventListener('pagehide', leave);
      key.current = undefined;
      again.current = undefined;
      setOthers([]);
      // The case that follows is drawn first.
      afterPaint(leave);
    };
  }, [api, kind, id, official, changed, shown]);

  return { others };
}
