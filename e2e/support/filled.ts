import type { Page, Response } from '@playwright/test';

type Options = NonNullable<Parameters<Page['goto']>[1]> & {
  /** Called before each try. */
  before?(): unknown;
};

/**
 * Opens a page that the gateway fills in with data from a service. On a busy machine the service may respond too late: the page is then delivered without the
 * data and loads it itself. In this case the page is opened again.
 */
export async function gotoFilled(page: Page, address: string, { before, ...options }: Options = {}): Promise<Response | null> {
  for (let tries = 1; ; tries += 1) {
    before?.();
    const answer = await page.goto(address, options);
    if (tries === 10 || (await answer?.text())?.includes('id="page-data"')) return answer;
  }
}
