import { useEffect, useMemo, useRef } from 'react';
import { afterPaint } from '../../components/after-paint.ts';
import { useNavigate } from '../../router.ts';
import { setOnTheWay } from './desk-context.ts';

interface LaterAddress {
  /** Opens an address when the case of it, which is drawn already, is on the screen. */
  follow(address: string): void;
  /** Takes back an address that has not been opened yet. */
  cancel(): void;
}

/** The address of a case that a key shows at once: to change it takes the browser as long as to draw some of the case, so it comes after the frame. */
export function useLaterAddress(): LaterAddress {
  const navigate = useRef<(address: string) => void>(undefined);
  navigate.current = useNavigate();
  const later = useMemo(() => {
    let stop: (() => void) | undefined;
    const cancel = () => {
      stop?.();
      stop = undefined;
      setOnTheWay(undefined);
    };
    const follow = (address: string) => {
      cancel();
      const from = location.href;
      setOnTheWay(address);
      stop = afterPaint(() => {
        cancel();
        // Whoever has gone elsewhere meanwhile stays there.
        if (location.href === from) navigate.current?.(address);
      });
    };
    return { follow, cancel };
  }, []);
  useEffect(() => later.cancel, [later]);
  return later;
}
