import { expect, type Page } from '@playwright/test';

/** Collects console errors, requests to other origins and violations of the content security policy, none of which a page may have. */
export function watch(page: Page): { expectQuiet(): void } {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // The browser logs every response with a status of 400 or more. The journeys check those responses themselves.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) {
      faults.push(`console: ${message.text()}`);
    }
  });
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && !/^(([a-z]+\.)?localhost|127\.0\.0\.1)$/.test(hostname)) {
      faults.push(`foreign request: ${request.url()}`);
    }
  });
  return { expectQuiet: () => expect(faults).toEqual([]) };
}
