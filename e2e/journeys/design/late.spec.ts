import { expect, type Page, test } from '@playwright/test';
import { draftWritten } from '../../support/draft.ts';
import { Form } from '../../support/form.ts';
import { holdBack } from '../../support/hold-back.ts';
import { arrivalHome, aVisitor, fillOther, fillPersonal, fillResidency } from '../declarations/travellers.ts';

const departure = '/eservice/departure/declaration';
const forms = [departure, arrivalHome, '/eservice/medical/professional', '/eservice/triptic/outbound', '/eservice/triptic/inbound'];

interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Records every layout shift, with the elements that moved and their positions before and after. */
const observe = () => {
  const shifts: string[] = [];
  Object.assign(window, { shifts });
  const place = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].join(' ');
  new PerformanceObserver((list) => {
    for (const { value, startTime, sources } of list.getEntries() as LayoutShift[])
      for (const { node, previousRect, currentRect } of sources) {
        const shown = node instanceof Element ? node.outerHTML : `${node?.nodeName}: ${node?.textContent}`;
        shifts.push(`${value} after ${startTime} ms: ${place(previousRect)} → ${place(currentRect)}: ${shown.slice(0, 120)}`);
      }
  }).observe({ type: 'layout-shift', buffered: true });
};
const shifted = (page: Page) => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);

/** Short pages: for things that do not exist, are not available, or are empty. Each has its heading in both languages. */
const shortPages = [
  ['/nowhere', 'Page not found', 'Página não encontrada'],
  ['/eservice/traveller/declaration/nowhere', 'Page not found', 'Página não encontrada'],
  ['/eservice/medical/nowhere', 'Page not found', 'Página não encontrada'],
  ['/eservice/traveller/declaration/qr/nobody', 'Page not found', 'Página não encontrada'],
  ['/eservice/medical/professional/view/nobody', 'Page not found', 'Página não encontrada'],
  ['/eservice/triptic/trip/inqr/nobody', 'Page not found', 'Página não encontrada'],
  ['/eservice/traveller/declaration/waiting', 'Arrival declaration', 'Declaração de chegada'],
  ['/v/nonsense', 'This is no code of this service', 'Este código não é deste serviço'],
  ['/my', 'Sign in to continue', 'Inicie sessão para continuar'],
] as const;

for (const language of ['en', 'pt']) {
  test(`a short page moves nothing while it gets ready (${language}) @phone`, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'portal.language', value: language, url: baseURL }]);
    await page.addInitScript(observe);
    for (const [address, inEnglish, inPortuguese] of shortPages) {
      await page.goto(address, { waitUntil: 'networkidle' });
      await expect(page.getByRole('heading', { level: 1, name: language === 'en' ? inEnglish : inPortuguese }), address).toBeVisible();
      await expect(page.locator('.portal-loading')).toHaveCount(0);
      await expect(page.getByRole('contentinfo')).toBeVisible();
      expect({ address, shifted: await shifted(page) }).toEqual({ address, shifted: [] });
    }
  });
}

test('the page of what waits on the device warns of nothing while nothing waits', async ({ page }) => {
  for (const form of [arrivalHome, departure]) {
    await page.goto(`${form}/waiting`);
    await expect(page.getByText('Nothing waits on this device.')).toBeVisible();
    await expect(page.locator('.portal-result')).toHaveCount(0);
    await expect(page.getByText('Kept on this device')).toHaveCount(0);
  }
});

/**
 * Holds back all API calls of the page.
 * @returns a function that releases them
 */
async function holdCalls(page: Page): Promise<() => Promise<void>> {
  const letGo = await holdBack(page, '**/api/**');
  return async () => {
    letGo();
    await page.waitForLoadState('networkidle');
  };
}

const leadingButton = (page: Page) => page.locator('main form button[type=submit]').first();

/** Opens a form whose services do not respond yet, and scrolls to its button. */
async function openAtButton(page: Page, address: string): Promise<{ top(): Promise<number>; letGo(): Promise<void> }> {
  const letGo = await holdCalls(page);
  await page.goto(address);
  await expect(page.locator('#area-root [data-waiting]')).toHaveCount(0);
  const button = leadingButton(page);
  await button.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  return { top: () => button.evaluate((element) => element.getBoundingClientRect().top), letGo };
}

for (const language of ['en', 'pt']) {
  test(`what a form gets from its services late does not move its button, nor anything on the screen (${language}) @phone`, async ({ browser, baseURL }, {
    project,
  }) => {
    for (const address of forms) {
      const context = await browser.newContext({ ...project.use, baseURL, locale: language === 'en' ? 'en-GB' : 'pt-PT' } as object);
      const page = await context.newPage();
      await page.addInitScript(observe);
      const { top, letGo } = await openAtButton(page, address);
      const before = await top();
      await letGo();
      if (address === departure) await expect(page.locator('.portal-checklist input')).toHaveCount(7);
      await expect(page.locator('.portal-late')).toHaveCount(0);
      expect({ address, top: Math.round(await top()), shifted: await shifted(page) }).toEqual({ address, top: Math.round(before), shifted: [] });
      await context.close();
    }
  });
}

test('the button keeps its place too where the browser does not see to it, as Safari does not @phone', async ({ page }) => {
  await page.addInitScript(() => {
    CSS.supports = () => false;
    // On a slow device, the parts are complete before the first report of the observer, so that report is dropped.
    window.ResizeObserver = class extends ResizeObserver {
      constructor(report: ResizeObserverCallback) {
        let isFirst = true;
        super((...told) => {
          if (!isFirst) report(...told);
          isFirst = false;
        });
      }
    };
    const none = new CSSStyleSheet();
    none.replaceSync('* { overflow-anchor: none !important }');
    document.adoptedStyleSheets = [none];
  });
  const { top, letGo } = await openAtButton(page, departure);
  const before = await top();
  await letGo();
  await expect(page.locator('.portal-checklist input')).toHaveCount(7);
  await expect(page.locator('.portal-late')).toHaveCount(0);
  expect(Math.round(await top())).toBe(Math.round(before));
});

test('a button that is pressed before the questions are there counts when they are @phone', async ({ page }) => {
  const { letGo } = await openAtButton(page, departure);
  await leadingButton(page).click();
  await letGo();
  // The questions, which arrived after the click, were validated too.
  await expect(page.getByTestId('error-summary').locator('a[href^="#field-questions"]')).toHaveCount(1);
});

test('a step that is opened again with its answers keeps its button in place while they come @phone', async ({ page }) => {
  const form = new Form(page);
  const visitor = aVisitor();
  await page.goto(arrivalHome);
  await fillResidency(page, visitor);
  await form.next();
  await fillPersonal(page, visitor);
  await form.next();
  await fillOther(page, visitor);
  await form.next();
  await form.reach('Goods Details');
  await draftWritten(page);
  await page.addInitScript(observe);
  const { top, letGo } = await openAtButton(page, page.url());
  const before = await top();
  await letGo();
  await expect(page.locator('.portal-checklist input')).toHaveCount(10);
  await expect(page.locator('.portal-late')).toHaveCount(0);
  expect({ top: Math.round(await top()), shifted: await shifted(page) }).toEqual({ top: Math.round(before), shifted: [] });
});

test('an address with a later step leads to the first one that is to be answered, and nothing moves @phone', async ({ page }) => {
  await page.addInitScript(observe);
  for (const [address, first] of [
    [arrivalHome, 'Residency Details'],
    ['/eservice/medical/professional', 'What you apply for'],
  ]) {
    const letGo = await holdCalls(page);
    await page.goto(`${address}?step=4`);
    await expect(leadingButton(page)).toBeVisible();
    await letGo();
    await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible();
    await expect(page).toHaveURL(`${address}?step=1`);
    await expect(page.locator('.portal-late')).toHaveCount(0);
    expect({ address, shifted: await shifted(page) }).toEqual({ address, shifted: [] });
    await page.unrouteAll();
  }
});
