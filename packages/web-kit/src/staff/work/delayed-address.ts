import { useEffect, useMemo, useRef } from 'react';
import { afterPaint } from '../../components/after-paint.ts';
import { useNavigate } from '../../router.ts';
import { setPendingAddress } from './desk-context.ts';

interface DelayedAddress {
  /** Opens an address once its case, which is already rendered, is on the screen. */
  follow(address: string): void;
  /** Cancels an address that has not been opened yet. */
  cancel(): void;
}

/**
 * Delays the change of the address for a case that a key shows at once. Changing the address takes the browser as long as rendering part of the case, so the
 * change waits until the frame is painted.
 */
export function useDelayedAddress(): DelayedAddress {
  const navigate = useRef<(address: string) => void>(undefined);
  navigate.current = useNavigate();
  const later = useMemo(() => {
    let stop: (() => void) | undefined;
    const cancel = () => {
      stop?.();
      stop = undefined;
      setPendingAddress(undefined);
    };
    const follow = (address: string) => {
      cancel();
      const from = location.href;
      setPendingAddress(address);
      stop = afterPaint(() => {
        cancel();
        // If the user has gone elsewhere meanwhile, the address is not changed.
        if (location.href === from) navigate.current?.(address);
      });
    };
    return { follow, cancel };
  }, []);
  useEffect(() => later.cancel, [later]);
  return later;
}
