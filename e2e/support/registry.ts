import type { Page } from '@playwright/test';

/** The fields of a registry entry that journeys read. */
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

/** Returns the registry that a page of this browser gets. */
export async function deployed(page: Page): Promise<Registry> {
  return (await page.request.get('/remotes.json')).json();
}

export async function deployedArea(page: Page, name: string): Promise<Area> {
  const area = (await deployed(page)).areas.find((one) => one.name === name);
  if (!area) throw new Error(`${name} is not deployed in the portal under test`);
  return area;
}

/**
 * Gives the page a changed registry, both in its HTML and when the page fetches it again, until `page.unrouteAll()`. The generation differs from every real
 * one, so that the real registry counts as newer afterwards.
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
      // The browser itself must follow the redirects of sign-in and sign-out.
      if (request.resourceType() !== 'document' || /^\/(auth|identity)\//.test(new URL(request.url()).pathname)) return route.fallback();
      // The fetch metadata of the browser must be sent, because only a navigation gets the tokens of the areas.
      const response = await route.fetch({ headers: { ...request.headers(), 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' } });
      const html = (await response.text()).replace(
        /(<script type="application\/json" id="registry">)(.*?)(<\/script>)/s,
        (_all, before: string, json: string, after: string) => before + changed(json).replace(/</g, '\\u003c') + after,
      );
      return route.fulfill({ response, body: html });
    },
  );
}
