import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

interface StepAddress {
  /** The index of the step on the screen. */
  asked: number;
  goTo(index: number, replace?: boolean): void;
}

/** The step that the address names (`?step=2`), and the way to another one. */
export function useStepAddress(count: number): StepAddress {
  const [params, setParams] = useSearchParams();
  const inAddress = params.get('step') ?? '1';
  // The step that was opened, until the address names it: the rest of the page follows the address after the step has been painted.
  const [ahead, setAhead] = useState<{ index: number; from: string }>();
  useEffect(() => {
    if (ahead && ahead.from !== inAddress) setAhead(undefined);
  }, [ahead, inAddress]);
  const asked = ahead?.from === inAddress ? ahead.index : Math.min(Math.max(Number.parseInt(inAddress, 10) || 1, 1), count) - 1;

  const goTo = (index: number, replace = false) => {
    // If the focused field were removed, the browser would paint the page an extra time. The heading of the step takes the focus instead.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const next = new URLSearchParams(params);
    next.set('step', String(index + 1));
    if (next.get('step') !== inAddress) setAhead({ index, from: inAddress });
    setParams(next, { replace });
  };
  return { asked, goTo };
}
