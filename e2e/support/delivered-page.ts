import type { Page } from '@playwright/test';

interface Seen {
  shift: number;
  heading: Element | null;
  part: Element | null;
}

declare global {
  interface Window {
    seen: Seen;
  }
}

/**
 * Records the heading and a part of the delivered page before any of its scripts runs, and every layout shift.
 * @param part selector of the recorded part, within the area
 */
export async function noteDelivered(page: Page, part: string): Promise<void> {
  await page.addInitScript((selector) => {
    const seen: Seen = { shift: 0, heading: null, part: null };
    window.seen = seen;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    document.addEventListener('readystatechange', () => {
      if (document.readyState !== 'interactive') return;
      seen.heading = document.querySelector('#shell h1');
      seen.part = document.querySelector(selector);
    });
  }, part);
}

/** Returns whether the recorded heading and part are still in the page (`none`: the page had no such part), and the sum of the layout shifts. */
export function compareWithDelivered(page: Page): Promise<{ shift: number; heading: boolean | undefined; part: boolean | 'none' }> {
  return page.evaluate(() => {
    const { shift, heading, part } = window.seen;
    return { shift, heading: heading?.isConnected, part: part ? part.isConnected : ('none' as const) };
  });
}
