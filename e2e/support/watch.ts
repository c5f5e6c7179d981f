import { expect, type Page } from '@playwright/test';

/** Collects what a page must never do: errors in its console, calls to other origins, breaches of its policy. */
export function watch(page: Page): { expectQuiet(): void } {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // The browser itself reports every answer of 400 and above; those are the journey's own business.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) {
      faults.push(`console: ${message.text()}`);
    }
  });
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && !['localhost', '127.0.0.1'].includes(hostname)) {
      faults.push(`foreign request: ${request.url()}`);
    }
  });
  return { expectQuiet: () => expect(faults).toEqual([]) };
}
