import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  help: string;
  nodes: { target: string[]; failureSummary?: string }[];
}

/**
 * Expects that the page has no accessibility violation in its current state. The content security policy of the page forbids foreign script tags. It does not
 * apply to scripts that the debugger evaluates, so it need not be switched off.
 */
export async function expectAccessible(page: Page, { except = [] as string[] } = {}): Promise<void> {
  // Wait until the screen has loaded.
  await expect(page.locator('h1').first()).toBeVisible();
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const violations = (await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'], rules: ${JSON.stringify(Object.fromEntries(except.map((rule) => [rule, { enabled: false }])))} }).then((result) => result.violations)`,
  )) as Violation[];
  const readable = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  at ${target.join(' ')}\n  ${failureSummary ?? ''}`),
  );
  expect(readable, `accessibility of ${new URL(page.url()).pathname}`).toEqual([]);
}

/** Expects that the page needs no horizontal scrolling at this width. */
export async function expectNoSidewaysScroll(page: Page, width = 320): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width, height: 800 });
  // Parts that a script draws for the new width appear a moment later.
  await expect
    .poll(
      () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      `pixels beyond ${width} at ${new URL(page.url()).pathname}`,
    )
    .toBeLessThanOrEqual(0);
  if (before) await page.setViewportSize(before);
}
