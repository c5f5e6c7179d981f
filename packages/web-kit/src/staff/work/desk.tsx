import { type ReactNode, startTransition, useEffect, useMemo, useState } from 'react';
import { afterPaint } from '../../components/after-paint.ts';
import { matchesOf } from '../../components/use-matches.ts';
import { useKitText } from '../../language/i18n.ts';
import { useParams } from '../../router.ts';
import { type CaseAt, Cases } from './cases.tsx';
import { useCommand } from './commands.ts';
import { DeskContext, type DeskPlace, MarkedCaseContext } from './desk-context.ts';
import { DeskPositionContext, type DeskSteps, DeskStepsContext } from './desk-steps.ts';
import { DoneMessage } from './done-message.tsx';
import { openedFrom } from './last-opened-case.ts';
import { useListAddress } from './list-address.ts';
import { keyOf, type PageOfCase, stepMode } from './page-of-case.ts';
import { useDeskMoves } from './use-desk-moves.ts';

/** Whether list, case and decision fit beside each other. */
const useThreeColumns = matchesOf('(min-width: 80em)');

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

interface OpenDeskProps extends Omit<DeskProps, 'lists'> {
  list: string;
  current: string;
  version: string | undefined;
  listBeside: ReactNode;
}

function OpenDesk({ kind, base, mode, list, current, version, listBeside, draw }: OpenDeskProps) {
  const kit = useKitText();
  const three = useThreeColumns();
  const { held, setHeld, at, marked, shown, shownIn, ahead, addressOf, step, leave, moves } = useDeskMoves({ kind, base, mode, current, list });
  const caseAt = ({ id, mode }: PageOfCase): CaseAt => ({ key: keyOf(mode, id), id, mode, address: addressOf(id, mode) });
  const otherMode = stepMode(mode);

  openedFrom.set(list, shown);
  useCommand('next', kit('keys.next'), () => step(1));
  useCommand('previous', kit('keys.previous'), () => step(-1));
  useCommand('leave', kit('keys.leave'), leave);

  const place = useMemo<DeskPlace>(
    () => ({
      list,
      wide: three,
      addressOf: (id, inMode = otherMode) => addressOf(id, inMode),
      follow: moves.follow,
      report: setHeld,
    }),
    [list, three, addressOf, otherMode, moves, setHeld],
  );
  const title = held?.title;
  // The list is rendered one frame later than the case, so that the officer sees the case first.
  const [begun, setBegun] = useState(false);
  useEffect(() => (begun ? undefined : afterPaint(() => startTransition(() => setBegun(true)))), [begun]);
  const listThen = begun ? listBeside : null;
  // Memoised, because a new object would render the case again whenever a key moves the mark.
  const steps = useMemo<DeskSteps>(() => ({ title, ...moves }), [title, moves]);
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
