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

/** Notes what stands in the delivered page before any script of it runs, and every shift of its layout. @param part a selector of what else is noted, in the area */
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

/** What became of it: whether heading and part are still those that were delivered (`none`: the page had no such part), and how much the layout has shifted. */
export function whatBecameOfIt(page: Page): Promise<{ shift: number; heading: boolean | undefined; part: boolean | 'none' }> {
  return page.evaluate(() => {
    const { shift, heading, part } = window.seen;
    return { shift, heading: heading?.isConnected, part: part ? part.isConnected : ('none' as const) };
  });
}
