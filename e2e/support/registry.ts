import type { Page } from '@playwright/test';

/** What a page is told of a deployed area, as far as journeys look at it. */
export interface Area {
  name: string;
  version: string;
  global: string;
  entry: string;
  title: { en: string; pt: string };
  prefixes: string[];
  menu: { path: string; title: { en: string; pt: string }; audience: 'public' | 'staff'; tile?: { name: { en: string; pt: string } } }[];
  integrity: Record<string, string>;
  preload: string[];
}

export interface Registry {
  generation: number;
  areas: Area[];
}

/** The registry that a page of this browser is given. */
export async function deployed(page: Page): Promise<Registry> {
  return (await page.request.get('/remotes.json')).json();
}

export async function deployedArea(page: Page, name: string): Promise<Area> {
  const area = (await deployed(page)).areas.find((one) => one.name === name);
  if (!area) throw new Error(`${name} is not deployed in the portal under test`);
  return area;
}

/**
 * From now on the page is given a changed registry, in its HTML and when it asks again; `page.unrouteAll()` takes it back.
 * The generation differs from every real one, so that the true registry counts as a newer one afterwards.
 */
export async function changeRegistry(page: Page, change: (registry: Registry) => unknown): Promise<void> {
  const changed = (text: string): string => {
    const registry: Registry = JSON.parse(text);
    registry.generation = -1;
    change(registry);
    return JSON.stringify(registry);
  };
  await page.route('**/remotes.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: changed(await response.text()) });
  });
  await page.route(
    () => true,
    async (route) => {
      const request = route.request();
      // A sign-in or sign-out is a chain of redirects, which is the browser's to follow.
      if (request.resourceType() !== 'document' || /^\/(auth|identity)\//.test(new URL(request.url()).pathname)) return route.fallback();
      // Says what a browser says of the request: only a page that is opened gets the tokens of its areas.
      const response = await route.fetch({ headers: { ...request.headers(), 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' } });
      const html = (await response.text()).replace(
        /(<script type="application\/json" id="registry">)(.*?)(<\/script>)/s,
        (_all, before: string, json: string, after: string) => before + changed(json).replace(/</g, '\\u003c') + after,
      );
      return route.fulfill({ response, body: html });
    },
  );
}
