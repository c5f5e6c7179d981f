import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from '../../router.ts';
import { ignoreSecondPress, setAwaitingCase } from './commands.ts';
import { useDelayedAddress } from './delayed-address.ts';
import { type DeskList, hasListArrived, isOnCase, neighbour } from './desk-context.ts';
import type { DeskSteps } from './desk-steps.ts';
import { withList } from './list-address.ts';
import { isSamePage, pageAt, stepMode } from './page-of-case.ts';
import { usePagesAhead } from './use-pages-ahead.ts';

type ModeOf = (id: string, held: DeskList) => string;

/** The case to open when the list has loaded: the first or last of another page, or the one after a decision. */
interface WantedCase {
  by: 1 | -1;
  turned?: number;
  modeOf: ModeOf;
}

interface DeskMovesOptions {
  kind: string;
  base: string;
  /** The mode and the id of the case, as in its address. */
  mode: string;
  current: string;
  /** The address of the list. */
  list: string;
}

/** Opens addresses, now or once the case is painted. */
function useOpening() {
  const navigate = useNavigate();
  const later = useDelayedAddress();
  const go = useCallback(
    (address: string) => {
      later.cancel();
      navigate(address);
    },
    [later, navigate],
  );
  return { go, later };
}

/** What a key has changed until the address follows: the case that the list marks, and the case on the screen. */
function useMovedCase(current: string, mode: string, wanted: RefObject<WantedCase | undefined>) {
  const opened = useRef(current);
  /** Identifies the address. */
  const { key: visit } = useLocation();
  const [moved, setMoved] = useState({ from: visit, marked: current, shown: current, shownIn: mode });
  useEffect(() => {
    setMoved({ from: visit, marked: current, shown: current, shownIn: mode });
    setAwaitingCase(false);
    if (opened.current !== current) wanted.current = undefined;
    opened.current = current;
    return () => setAwaitingCase(false);
  }, [visit, current, mode, wanted]);
  const { marked, shown, shownIn } = moved.from === visit ? moved : { marked: current, shown: current, shownIn: mode };
  return { marked, shown, shownIn, move: (to: { marked: string; shown: string; shownIn: string }) => setMoved({ from: visit, ...to }) };
}

/** Moves from case to case of a list: by key, after a decision, and by links of the case. */
export function useDeskMoves({ kind, base, mode, current, list }: DeskMovesOptions) {
  const { go, later } = useOpening();
  const [held, setHeld] = useState<DeskList>();
  const wanted = useRef<WantedCase>(undefined);
  const last = useRef(0);
  const { marked, shown, shownIn, move } = useMovedCase(current, mode, wanted);
  const at = held?.ids.indexOf(marked) ?? -1;
  if (at >= 0) last.current = at;
  const [next, previous] = held ? ([1, -1] as const).map((by) => neighbour(held.ids, shown, last.current, by)) : [];
  const otherMode = stepMode(mode);
  const { ahead, leadsTo } = usePagesAhead({ kind, base, mode, shown: { id: shown, mode: shownIn }, next, previous });
  const isDrawn = (id: string, inMode: string) => ahead.some((page) => isSamePage(page, { id, mode: inMode }));
  const addressOf = useCallback((id: string, inMode: string) => withList(`${base}/${inMode}/${id}`, list), [base, list]);

  /** Opens a case. A case that was rendered in advance is shown at once; the address and everything that depends on it follow. */
  const open = (id: string, inMode: string) => {
    const isReady = isDrawn(id, inMode);
    move({ marked: id, ...(isReady ? { shown: id, shownIn: inMode } : { shown, shownIn }) });
    setAwaitingCase(!isReady);
    if (isReady) later.follow(addressOf(id, inMode));
    else go(addressOf(id, inMode));
  };
  const follow = (address: string) => {
    const page = pageAt(base, address);
    if (page) open(page.id, page.mode);
    else go(withList(address, list));
  };
  const leave = useCallback(() => go(list), [go, list]);

  const turn = useCallback((list: DeskList, by: 1 | -1, modeOf: ModeOf) => {
    if (by === 1 ? list.page >= list.pages : list.page <= 1) return false;
    wanted.current = { by, turned: list.page + by, modeOf };
    list.openPage(list.page + by);
    return true;
  }, []);

  const step = (by: 1 | -1) => {
    if (!held) return;
    const id = neighbour(held.ids, marked, last.current, by);
    if (!id || id === marked) {
      turn(held, by, () => otherMode);
      return;
    }
    open(id, otherMode);
  };

  // After a decision, a next case with the same status opens in the same mode, because it waits for the same decision.
  const modeAfter =
    (before: string | undefined): ModeOf =>
    (of, { statuses }) =>
      before && statuses.get(of) === before ? mode : 'view';

  /** Continues after a decision. If the list shows no next case yet, the next case is opened when the list has been loaded again. */
  const goOn = (decided: string, before: string | undefined) => {
    if (!isOnCase(decided)) return;
    const id = held && neighbour(held.ids, shown, last.current, 1);
    const modeOf = modeAfter(before);
    if (id && id !== shown) open(id, modeOf(id, held));
    else wanted.current = { by: 1, modeOf };
  };

  const goAhead = (decided: string, before: string): string | undefined => {
    const id = held && neighbour(held.ids, shown, last.current, 1);
    if (!id || decided !== shown || !isOnCase(decided)) return undefined;
    const inMode = modeAfter(before)(id, held);
    if (!isDrawn(id, inMode)) return undefined;
    open(id, inMode);
    ignoreSecondPress();
    return addressOf(shown, shownIn);
  };

  const latest = useRef({ step, goOn, goAhead, open, follow, leadsTo });
  latest.current = { step, goOn, goAhead, open, follow, leadsTo };

  useEffect(() => {
    const want = wanted.current;
    if (!want || !held || !hasListArrived(held, want.turned)) return;
    wanted.current = undefined;
    if (!isOnCase(shown)) return;
    const id = want.turned ? held.ids.at(want.by === 1 ? 0 : -1) : neighbour(held.ids, shown, last.current, want.by);
    if (id && id !== shown) latest.current.open(id, want.modeOf(id, held));
    else if (want.turned || !turn(held, want.by, want.modeOf)) leave();
  }, [held, shown, leave, turn]);

  // The same functions at every render; each does what the newest render would do.
  const moves = useMemo<Omit<DeskSteps, 'title'>>(
    () => ({
      next: () => latest.current.step(1),
      previous: () => latest.current.step(-1),
      goOn: (decided, before) => latest.current.goOn(decided, before),
      goAhead: (decided, before) => latest.current.goAhead(decided, before),
      follow: (address) => latest.current.follow(address),
      leadsTo: (address) => latest.current.leadsTo(address),
    }),
    [],
  );
  return { held, setHeld, at, marked, shown, shownIn, ahead, addressOf, step, leave, moves };
}
