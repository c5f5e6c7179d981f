import { createHash } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { type Area, changeRegistry } from '../../support/registry.ts';

/** A way in which an area can fail, and what a visitor then sees. */
export interface Fault {
  name: string;
  spoil(page: Page, area: Area): Promise<unknown>;
  /** Set if only files fail: the registry in the page is not changed. */
  filesOnly?: true;
  /** Set if the panel appears only after the timeout of the shell. */
  hangs?: true;
  /** Set if the area is shown nevertheless. */
  harmless?: true;
  /** Checks what a visitor finally sees of the fault; `undefined` if nothing. */
  notice?(page: Page): Promise<void>;
}

const filesOf = (area: Area) => `**/remotes/${area.name}/**`;
export const exposedFile = (area: Area) => area.preload.find((file) => file.includes('__federation_expose_') && file.endsWith('.js')) ?? '';
const sha384 = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

/** Changes the text of a file, but not its hash in the registry. */
export async function tamperWith(page: Page, file: string, change: (text: string) => string): Promise<void> {
  await page.route(`**${file}*`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  });
}

/** Changes the text of a file and its hash in the registry, as if it had been published. */
export async function publishChanged(page: Page, file: string, change: (text: string) => string): Promise<void> {
  const text = change(await (await page.request.get(file)).text());
  await tamperWith(page, file, () => text);
  await changeRegistry(page, ({ areas }) => {
    for (const { integrity } of areas) if (integrity[file]) integrity[file] = sha384(text);
  });
}

/**
 * Returns a function that replaces the lifecycles exported by the entry.
 * @param lifecycles an expression that uses the original `lifecycles` as `real`
 */
export const wrapLifecycles = (area: Area, lifecycles: string) => (entry: string) =>
  `${entry};{const real=self[${JSON.stringify(area.global)}];self[${JSON.stringify(area.global)}]={init:(...all)=>real.init(...all),get:async(name)=>{const lifecycles=(await real.get(name))();return()=>(${lifecycles})}}}`;

const withLifecycles = (lifecycles: string) => (page: Page, area: Area) => publishChanged(page, area.entry, wrapLifecycles(area, lifecycles));
const answered = (status: number) => (page: Page, area: Area) => page.route(filesOf(area), (route) => route.fulfill({ status, body: 'out of order' }));

/** All ways in which an area can fail. */
export const faults: Fault[] = [
  { name: 'is missing (404)', spoil: answered(404), filesOnly: true },
  { name: 'is out of order (503)', spoil: answered(503), filesOnly: true },
  { name: 'never answers', spoil: (page, area) => page.route(filesOf(area), () => undefined), hangs: true, filesOnly: true },
  { name: 'has a syntax error', spoil: (page, area) => publishChanged(page, area.entry, (entry) => `${entry}\n)(`) },
  { name: 'throws in bootstrap', spoil: withLifecycles('{...lifecycles,bootstrap:async()=>{throw new Error("bootstrap")}}') },
  { name: 'throws in mount', spoil: withLifecycles('{...lifecycles,mount:()=>{throw new Error("mount")}}') },
  {
    name: 'throws while rendering',
    spoil: (page, area) => publishChanged(page, exposedFile(area), (code) => code.replace('App:function(){', '$&throw new Error("render");')),
  },
  { name: 'throws in unmount', spoil: withLifecycles('{...lifecycles,unmount:()=>{throw new Error("unmount")}}'), harmless: true },
  { name: 'has a corrupt chunk', spoil: (page, area) => tamperWith(page, exposedFile(area), (code) => code.slice(0, -100)), filesOnly: true },
  {
    name: 'has a bad entry in the registry',
    spoil: (page, area) =>
      changeRegistry(page, ({ areas }) => {
        const listed = areas.find(({ name }) => name === area.name) as unknown as Record<string, unknown>;
        Object.assign(listed, { entry: 7, global: null, integrity: null, preload: 'none', version: {} });
      }),
  },
  {
    name: 'is listed in a registry that is down',
    spoil: async (page) => {
      await page.clock.install();
      await page.route('**/remotes.json', (route) => route.fulfill({ status: 503, body: 'out of order' }));
    },
    harmless: true,
    // The page fetches the registry again if it is old and a visitor enters an area.
    notice: async (page) => {
      const notice = page.getByRole('status').filter({ hasText: 'We cannot see at the moment whether a service has been changed' });
      await page.clock.fastForward(10_000);
      await page.goBack();
      await page.goForward();
      await expect(notice).toBeVisible();
      await page.unrouteAll({ behavior: 'wait' });
      await page.clock.fastForward(10_000);
      await page.goBack();
      await page.goForward();
      await expect(notice).toHaveCount(0);
    },
  },
];
