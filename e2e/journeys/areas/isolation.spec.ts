import { expect, type Locator, type Page, test } from '@playwright/test';
import { chooseLanguage } from '../../support/choose-language.ts';
import { type Area, deployed } from '../../support/registry.ts';
import { sessionOf, signInQuietly, signOutByButton } from '../../support/sign-in.ts';
import { type Fault, faults } from './faults.ts';

const areas = ['mf-declarations', 'mf-licences', 'mf-trips'];

/** Operates the page as a visitor does. */
class Portal {
  private constructor(
    readonly page: Page,
    readonly area: Area,
    private readonly other: Area,
  ) {}

  static async open(page: Page, name: string): Promise<Portal> {
    const { areas: deployedAreas } = await deployed(page);
    const all = deployedAreas.filter(({ menu }) => menu.some(({ audience }) => audience === 'public'));
    const area = all.find((one) => one.name === name);
    const other = all[(all.findIndex((one) => one.name === name) + 1) % all.length];
    if (!area || !other) throw new Error(`${name} and another area must be deployed`);
    return new Portal(page, area, other);
  }

  get panel(): Locator {
    return this.page.locator(`[data-area-failed="${this.area.name}"]`);
  }

  screen(area = this.area): Locator {
    return this.page.locator(`[data-area="${area.name}"]`).getByRole('heading', { level: 1 });
  }

  private start(area: Area): { path: string; title: { en: string }; tile?: { name: { en: string } } } {
    const [first] = area.menu.filter(({ audience }) => audience === 'public');
    if (!first) throw new Error(`${area.name} has no public screen`);
    return first;
  }

  get address(): string {
    return this.start(this.area).path;
  }

  async home(): Promise<void> {
    await this.page
      .getByRole('banner')
      .getByRole('link', { name: / home$/ })
      .click();
    await expect(this.page.getByRole('heading', { level: 1, name: 'Crossing the border, or working here?' })).toBeVisible();
  }

  async enter(area = this.area): Promise<void> {
    await this.page
      .getByRole('main')
      .getByRole('link', { name: (this.start(area).tile?.name ?? this.start(area).title).en, exact: true })
      .click();
  }

  async expectOtherAreaWorks(): Promise<void> {
    await this.enter(this.other);
    await expect(this.screen(this.other)).toBeVisible();
    await expect(this.panel).toHaveCount(0);
  }

  /** Expects the panel with the name of the area, in the language of the page. */
  async expectPanel(): Promise<void> {
    await expect(this.panel.getByRole('heading', { name: `${this.area.title.en} is not available at the moment` })).toBeVisible();
    await chooseLanguage(this.page, 'Português');
    await expect(this.panel.getByRole('heading', { name: this.area.title.pt })).toContainText('não está disponível');
    await chooseLanguage(this.page, 'English');
  }

  async signOut(fault: Fault): Promise<void> {
    await signOutByButton(this.page);
    expect((await sessionOf(this.page)).user).toBeNull();
    // Playwright does not intercept the target of a redirect. If the fault changes the registry in the page, the page must therefore be opened again.
    if (!fault.filesOnly) await this.page.goto('/');
  }

  /** Returns the number of files of the area that the page requests while `act` runs. */
  async requestsDuring(act: () => Promise<unknown>): Promise<number> {
    let requests = 0;
    const count = (request: { url(): string }) => {
      if (request.url().includes(`/remotes/${this.area.name}/`)) requests += 1;
    };
    this.page.on('request', count);
    await act();
    this.page.off('request', count);
    return requests;
  }
}

async function endure(portal: Portal, fault: Fault): Promise<void> {
  const { page } = portal;
  await fault.spoil(page, portal.area);
  // Do not wait until everything is loaded: with some faults a file never arrives.
  await page.goto(portal.address, { waitUntil: 'domcontentloaded' });
  if (!fault.hangs) await portal.expectPanel();
  await portal.signOut(fault);

  await page.evaluate(() => document.body.setAttribute('data-same-page', 'yes'));
  await portal.enter();
  await portal.home();
  await portal.expectOtherAreaWorks();
  await portal.home();
  await portal.enter();
  await portal.expectPanel();

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const requests = await portal.requestsDuring(async () => {
    await portal.panel.getByRole('button', { name: 'Try again' }).click();
    await expect(portal.screen()).toBeVisible();
  });
  expect(requests, 'files asked for anew by Try again').toBeGreaterThan(0);
  await expect(portal.panel).toHaveCount(0);
  await expect(page.locator('body')).toHaveAttribute('data-same-page', 'yes');
}

/** Checks that a fault that does not stop the area's screen does not affect anything else. */
async function goOn(portal: Portal, fault: Fault): Promise<void> {
  const { page } = portal;
  await fault.spoil(page, portal.area);
  // Do not wait until everything is loaded: with some faults a file never arrives.
  await page.goto(portal.address, { waitUntil: 'domcontentloaded' });
  await expect(portal.screen()).toBeVisible();
  await portal.signOut(fault);
  await portal.enter();
  await expect(portal.screen()).toBeVisible();
  await portal.home();
  await portal.expectOtherAreaWorks();
  await portal.home();
  await portal.enter();
  await expect(portal.screen()).toBeVisible();
  await fault.notice?.(page);
  await expect(portal.screen()).toBeVisible();
  await expect(portal.panel).toHaveCount(0);
}

for (const name of areas) {
  for (const fault of faults) {
    test(`${name} ${fault.name}: the rest of the portal goes on`, async ({ page }) => {
      await signInQuietly(page, 'applicant');
      await (fault.harmless ? goOn : endure)(await Portal.open(page, name), fault);
    });
  }
}
