import { join } from 'node:path';
import type { Page, TestInfo } from '@playwright/test';

/** Keeps a picture of the whole page with the test's results, at the present width and at 360 px. */
export async function takePictures(page: Page, info: TestInfo, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const width of [before?.width ?? 1280, 360]) {
    await page.setViewportSize({ width, height: before?.height ?? 900 });
    await page.screenshot({ path: join(info.outputDir, `${name}-${width}.png`), fullPage: true });
  }
  if (before) {
    await page.setViewportSize(before);
  }
}
