import { useEffect, useMemo, useRef } from 'react';
import { afterPaint } from '../../components/after-paint.ts';
import { useNavigate } from '../../router.ts';
import { setOnTheWay } from './desk-context.ts';

interface LaterAddress {
  /** Says where a key leads, before the case of it is shown. */
  hold(address: string): void;
  /** Opens the address that was held, when what is drawn now is on the screen. */
  follow(): void;
  /** Takes back an address that has not been opened yet. */
  cancel(): void;
}

/** The address of a case that a key shows at once: to change it takes the browser as long as to draw some of the case, so it comes after the frame. */
export function useLaterAddress(): LaterAddress {
  const navigate = useRef<(address: string) => void>(undefined);
  navigate.current = useNavigate();
  const later = useMemo(() => {
    let held: { address: string; from: string } | undefined;
    let stop: (() => void) | undefined;
    const cancel = () => {
      stop?.();
      stop = undefined;
      held = undefined;
      setOnTheWay(undefined);
    };
    const hold = (address: string) => {
      cancel();
      held = { address, from: location.href };
      setOnTheWay(address);
    };
    const follow = () => {
      if (!held) return;
      const { address, from } = held;
      stop?.();
      stop = afterPaint(() => {
        cancel();
        // Whoever has gone elsewhere meanwhile stays there.
        if (location.href === from) navigate.current?.(address);
      });
    };
    return { hold, follow, cancel };
  }, []);
  useEffect(() => later.cancel, [later]);
  return later;
}
