import type { Page, Response } from '@playwright/test';

type Options = NonNullable<Parameters<Page['goto']>[1]> & {
  /** What is done before each try. */
  before?(): unknown;
};

/**
 * Opens a page that the gateway fills in with what a service says. On a busy machine the service may be too late for it: the page is sent without, and
 * asks by itself. Then it is opened again.
 */
export async function gotoFilled(page: Page, address: string, { before, ...options }: Options = {}): Promise<Response | null> {
  for (let tries = 1; ; tries += 1) {
    before?.();
    const answer = await page.goto(address, options);
    if (tries === 10 || (await answer?.text())?.includes('id="page-data"')) return answer;
  }
}
