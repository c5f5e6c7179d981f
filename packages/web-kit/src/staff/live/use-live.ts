import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../api/api.ts';
import { newIdempotencyKey } from '../../api/retry.ts';
import { afterPaint } from '../../components/after-paint.ts';
import { useSession } from '../../session/session.tsx';
import { background } from '../../session/session-store.ts';
import { type LiveEvent, liveConnection } from './live-connection.ts';
import { type Pace, throttle } from './throttle.ts';

export type { LiveEvent };

/** How often, in ms, a page repeats which case it has open. The gateway forgets it after 32 seconds. */
const LOOK_EVERY = 15_000;
/** The wait, in ms, before a page reports an open case: an officer who only passes by is not reported, and the case is shown before the call is made. */
const LOOK_AFTER = 250;

/** Holds the value of the latest rendering, for effects that outlive it. */
function useLatest<T>(value: T): { readonly current: T } {
  const ref = useRef(value);
  useEffect(() => {
    ref.current = value;
  });
  return ref;
}

/** Whether the user is an official. The event stream is for officials only. */
const useIsOfficial = (): boolean => {
  const { user, roles } = useSession();
  return user !== null && roles.length > 0;
};

/** Receives all events that the gateway sends to this browser. */
export function useLiveEvents(listener: (event: LiveEvent) => void): void {
  const latest = useLatest(listener);
  const official = useIsOfficial();
  useEffect(() => (official ? liveConnection.subscribe((event) => latest.current(event)) : undefined), [official, latest]);
}

/**
 * Calls `onChange` when lists or counts of these kinds may have changed, and only while the page is visible.
 * @param kinds the paths of the kinds, such as `/v1/professional`
 * @param pace how soon and how often; by default soon, and at most every five seconds
 */
export function useQueueChanges(kinds: readonly string[], onChange: () => void, pace?: Pace): void {
  const latest = useLatest(onChange);
  const [calmed] = useState(() => throttle(() => latest.current(), undefined, pace));
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
 * Reports that the user looks at a case while its page is visible, and tells who else does.
 * @param kind the path of the kind, such as `/v1/professional`
 * @param id the id of the case; undefined while there is none
 * @param version the version that the page shows
 * @param onChange called when somebody else has changed, claimed, released, assigned or escalated the case or added a note; with `resync` when that may have
 * happened unnoticed
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
        { headers: background, keepalive: left, inNobodysName: true },
      );
    const look = async (): Promise<void> => {
      clearTimeout(timer);
      timer = setTimeout(look, LOOK_EVERY);
      // On a hidden page nobody looks at the case.
      if (document.hidden) {
        unseen = true;
        return;
      }
      said = true;
      const answer = await say(false, key.current === undefined).catch(() => undefined);
      if (!open || !answer?.case) return;
      // The page received no events while the gateway had forgotten it, nor before its first call arrived.
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
      // The next case is rendered first.
      afterPaint(leave);
    };
  }, [api, kind, id, official, changed, shown]);

  return { others };
}
