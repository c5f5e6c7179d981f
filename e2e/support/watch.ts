import { expect, type Page } from '@playwright/test';

/** Collects console errors, calls to other origins and violations of the content policy, which a page must never have. */
export function watch(page: Page): { expectQuiet(): void } {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // The browser logs every answer from 400 on. The journeys check those themselves.
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
