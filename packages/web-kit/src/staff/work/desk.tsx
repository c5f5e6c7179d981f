import { type ReactNode, startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Api, useApi } from '../../api/api.ts';
import { afterPaint } from '../../components/after-paint.ts';
import { matchesOf } from '../../components/use-matches.ts';
import { documentKey, loadDocument } from '../../document/use-document.ts';
import { useKitText } from '../../language/i18n.ts';
import { type QueryClient, useQueryClient } from '../../query.ts';
import { useLocation, useNavigate, useParams } from '../../router.ts';
import { type CaseAt, Cases } from './cases.tsx';
import { ignoreSecondPress, setAwaitingCase, useCommand } from './commands.ts';
import { useDelayedAddress } from './delayed-address.ts';
import { DeskContext, type DeskList, type DeskPlace, hasListArrived, isOnCase, MarkedCaseContext, neighbour } from './desk-context.ts';
import { DeskPositionContext, type DeskSteps, DeskStepsContext } from './desk-steps.ts';
import { DoneMessage } from './done-message.tsx';
import { openedFrom } from './last-opened-case.ts';
import { useListAddress, withList } from './list-address.ts';
import { useSentDecision } from './sent-decision.ts';

/** Whether list, case and decision fit beside each other. */
const useThreeColumns = matchesOf('(min-width: 80em)');

/** The time in ms that an officer must stay on a case before the next one is prefetched. */
const readAheadAfterMs = 400;
/** The time in ms for which a prefetched case is not loaded again. */
const readAheadIsNewMs = 30_000;

interface DeskProps {
  /** The path of the kind, such as `/v1/professional`. */
  kind: string;
  /** The address of the officers' pages of the kind. The address of a case adds its mode and id. */
  base: string;
  /** The mode of the case on the screen, as in its address. */
  mode: string;
  /** By path: the lists from which cases are opened. */
  lists: Readonly<Record<string, ReactNode>>;
  /**
   * Renders a case. Must return a memoised component with the same properties each time, so that cases rendered in advance do not render again at each key
   * press.
   */
  draw(id: string | undefined, mode: string): ReactNode;
}

/** The desk at which officers work through a list: the list on the left, the case and its decision beside it. A narrower screen shows only the case. */
export function Desk({ lists, ...props }: DeskProps) {
  const { mode, draw } = props;
  const list = useListAddress();
  const { id, ver } = useParams();
  const listBeside = list ? lists[list.split('?')[0] ?? ''] : undefined;
  if (!list || !id || !listBeside) return draw(id, mode);
  return <OpenDesk {...props} list={list} current={id} version={ver} listBeside={listBeside} />;
}

/** Returns the React key of a page. With another key, no state of the previous page is kept. */
const keyOf = (mode: string, id = '', version = ''): string => `${mode}/${id}/${version}`;

interface OpenDeskProps extends Omit<DeskProps, 'lists'> {
  list: string;
  current: string;
  version: string | undefined;
  listBeside: ReactNode;
}

/** One page of a case: the case in a mode. */
interface PageOfCase {
  id: string;
  mode: string;
}

/** Returns the page of a case that an address names; undefined for other addresses and for addresses of a single version. */
function pageAt(base: string, address: string): PageOfCase | undefined {
  const [path = ''] = address.split('?');
  const [mode, id, ...more] = path.startsWith(`${base}/`) ? path.slice(base.length + 1).split('/') : [];
  return mode && id && more.length === 0 ? { mode, id: decodeURIComponent(id) } : undefined;
}

const isFirst = ({ id, mode }: PageOfCase, at: number, all: readonly PageOfCase[]): boolean =>
  all.findIndex((each) => each.id === id && each.mode === mode) === at;

function OpenDesk({ kind, base, mode, list, current, version, listBeside, draw }: OpenDeskProps) {
  const kit = useKitText();
  const three = useThreeColumns();
  const navigate = useNavigate();
  const later = useDelayedAddress();
  const go = useCallback(
    (address: string) => {
      later.cancel();
      navigate(address);
    },
    [later, navigate],
  );
  const [held, setHeld] = useState<DeskList>();
  /** The case to open when the list has loaded: the first or last of another page, or the one after a decision. */
  const wanted = useRef<{ by: 1 | -1; turned?: number; modeOf(id: string, held: DeskList): string }>(undefined);
  const last = useRef(0);
  const opened = useRef(current);
  /** Identifies the address. */
  const { key: visit } = useLocation();
  /** What a key has changed until the address follows: the case that the list marks, and the case on the screen. */
  const [moved, setMoved] = useState({ from: visit, marked: current, shown: current, shownIn: mode });
  const { marked, shown, shownIn } = moved.from === visit ? moved : { marked: current, shown: current, shownIn: mode };
  const at = held?.ids.indexOf(marked) ?? -1;
  if (at >= 0) last.current = at;
  useEffect(() => {
    setMoved({ from: visit, marked: current, shown: current, shownIn: mode });
    setAwaitingCase(false);
    if (opened.current !== current) wanted.current = undefined;
    opened.current = current;
    return () => setAwaitingCase(false);
  }, [visit, current, mode]);
  const [next, previous] = held ? ([1, -1] as const).map((by) => neighbour(held.ids, shown, last.current, by)) : [];
  const otherMode = stepMode(mode);
  const [lead, setLead] = useState<PageOfCase>();
  const beside = useReadAhead(kind, shown, next, previous);
  // The case of a decision that is being sent keeps what was entered, in case the server refuses the decision.
  const decision = useSentDecision();
  const decidedOn = decision && pageAt(base, decision.to);
  const ahead = [
    ...beside.map((id) => ({ id, mode: otherMode })),
    ...(lead?.id === shown && lead.mode !== shownIn ? [lead] : []),
    ...(decidedOn && decidedOn.id !== shown ? [decidedOn] : []),
  ].filter(isFirst);
  const addressOf = useCallback((id: string, inMode: string) => withList(`${base}/${inMode}/${id}`, list), [base, list]);
  const caseAt = ({ id, mode }: PageOfCase): CaseAt => ({ key: keyOf(mode, id), id, mode, address: addressOf(id, mode) });

  /** Opens a case. A case that was rendered in advance is shown at once; the address and everything that depends on it follow. */
  const open = (id: string, inMode: string) => {
    const isDrawn = ahead.some((each) => each.id === id && each.mode === inMode);
    setMoved({ from: visit, marked: id, ...(isDrawn ? { shown: id, shownIn: inMode } : { shown, shownIn }) });
    setAwaitingCase(!isDrawn);
    if (isDrawn) later.follow(addressOf(id, inMode));
    else go(addressOf(id, inMode));
  };
  const follow = (address: string) => {
    const page = pageAt(base, address);
    if (page) open(page.id, page.mode);
    else go(withList(address, list));
  };
  const leadsTo = (address: string) => {
    const page = pageAt(base, address);
    // The page is rendered only after a delay, because an officer who only passes by does not open it.
    const timer = setTimeout(() => startTransition(() => setLead(page)), readAheadAfterMs);
    return () => {
      clearTimeout(timer);
      startTransition(() => setLead(undefined));
    };
  };
  const leave = useCallback(() => go(list), [go, list]);

  const turn = useCallback((list: DeskList, by: 1 | -1, modeOf: (id: string, held: DeskList) => string) => {
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
    (before: string | undefined) =>
    (of: string, { statuses }: DeskList): string =>
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
    if (!ahead.some((each) => each.id === id && each.mode === inMode)) return undefined;
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

  openedFrom.set(list, shown);
  useCommand('next', kit('keys.next'), () => step(1));
  useCommand('previous', kit('keys.previous'), () => step(-1));
  useCommand('leave', kit('keys.leave'), leave);

  const place = useMemo<DeskPlace>(
    () => ({
      list,
      wide: three,
      addressOf: (id, inMode = otherMode) => addressOf(id, inMode),
      follow: (address) => latest.current.follow(address),
      report: setHeld,
    }),
    [list, three, addressOf, otherMode],
  );
  const title = held?.title;
  // The list is rendered one frame later than the case, so that the officer sees the case first.
  const [begun, setBegun] = useState(false);
  useEffect(() => (begun ? undefined : afterPaint(() => startTransition(() => setBegun(true)))), [begun]);
  const listThen = begun ? listBeside : null;
  // Memoised, because a new object would render the case again whenever a key moves the mark.
  const steps = useMemo<DeskSteps>(
    () => ({
      title,
      next: () => latest.current.step(1),
      previous: () => latest.current.step(-1),
      goOn: (decided, before) => latest.current.goOn(decided, before),
      goAhead: (decided, before) => latest.current.goAhead(decided, before),
      follow: (address) => latest.current.follow(address),
      leadsTo: (address) => latest.current.leadsTo(address),
    }),
    [title],
  );
  const of = held?.ids.length;
  const position = useMemo(() => (at >= 0 && of !== undefined ? { at: at + 1, of } : undefined), [at, of]);
  return (
    <DeskContext value={place}>
      <DeskStepsContext value={steps}>
        <DeskPositionContext value={position}>
          <div className={`portal-desk${three ? ' portal-desk--beside' : ''}`}>
            <MarkedCaseContext value={marked}>{three ? <aside className="portal-desk__list">{listThen}</aside> : listThen}</MarkedCaseContext>
            <DeskContext value={undefined}>
              <div className="portal-desk__case">
                <DoneMessage />
                <Cases
                  shown={{ ...caseAt({ id: shown, mode: shownIn }), key: keyOf(shownIn, shown, shown === current && shownIn === mode ? version : '') }}
                  ahead={ahead.map(caseAt)}
                  draw={draw}
                />
              </div>
            </DeskContext>
          </div>
        </DeskPositionContext>
      </DeskStepsContext>
    </DeskContext>
  );
}

/** Modes with a form. Moving from one of them to another case opens that case in view mode. */
const formModes = new Set(['edit', 'update', 'amendment', 'adjustment', 'modification', 'transferOwnership', 'print', 'printform', 'new']);
const stepMode = (mode: string): string => (formModes.has(mode) ? 'view' : mode);

/**
 * Prefetches the next case once the officer has stayed on the present one. The service records the read in its audit log like any other.
 * @returns the ids of the neighbouring cases that can be rendered in advance: the next one, and the previous one if it was opened before
 */
function useReadAhead(kind: string, current: string, next: string | undefined, previous: string | undefined): readonly string[] {
  const api = useApi();
  const cache = useQueryClient();
  const [ready, setReady] = useState<readonly string[]>([]);
  useEffect(() => {
    // A case that has been opened is no longer rendered in advance, so that its typed content is discarded when the officer leaves it.
    setReady((ids) => ids.filter((id) => id !== current));
    const timer = setTimeout(async () => {
      await readAhead(api, cache, kind, next);
      if (left) return;
      const here = [next, previous].filter((id) => id !== undefined && id !== current && cache.getQueryData(documentKey(kind, id)) !== undefined);
      startTransition(() => setReady(here as string[]));
    }, readAheadAfterMs);
    let left = false;
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [api, cache, kind, current, next, previous]);
  return ready.filter((id) => id !== current);
}

async function readAhead(api: Api, cache: QueryClient, kind: string, id: string | undefined): Promise<void> {
  const queryKey = documentKey(kind, id);
  if (!id || cache.getQueryData(queryKey)) return;
  try {
    const answer = await loadDocument(api, kind, id);
    cache.setQueryData(queryKey, answer, { updatedAt: Date.now() + readAheadIsNewMs });
  } catch {
    // If the prefetch fails, the page of the case shows the error.
  }
}
